import type { ReplicaHealth } from "@rapport/core";

type Log = Record<"info" | "warn", (line: object, message: string) => void>;

const MESSAGES: Readonly<Record<ReplicaHealth["state"], string>> = {
  starting: "read replica not asked yet",
  used: "read replica in use",
  behind: "read replica more than 10 seconds behind",
  down: "read replica does not answer; reads go to the primary",
  promoted: "read replica is no longer a standby; reads go to the primary",
  foreign: "DATABASE_READ_URL leads to another database; reads go to the primary",
};

/** Returns a function that logs each change of the read replica's state as one line. */
export function replicaLog(log: Log): (health: ReplicaHealth) => void {
  return ({ state, lagSeconds }) => {
    log[state === "used" ? "info" : "warn"]({ replica: state, lagSeconds }, MESSAGES[state]);
  };
}
