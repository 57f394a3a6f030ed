import type { Db } from "./dialect.ts";

/** Returns whether all processes that use a database run on this machine, so that they share the files on its disk. */
export function isLocal({ dialect }: Pick<Db, "dialect">): boolean {
  return dialect === "sqlite";
}
