import cluster from "node:cluster";
import { once } from "node:events";
import { readdirSync, readFileSync } from "node:fs";
import { startMember } from "../../src/processes/member.ts";

/*
 * Kills a process, sends it a message before Node has noticed its end, as Node's cluster module may, and prints how the
 * process ended.
 */
if (cluster.isWorker) setInterval(() => undefined, 60_000);
else {
  const member = startMember(() => undefined);
  await once(cluster, "online");
  process.kill(member.pid, "SIGKILL");
  while (!hasEnded(member.pid));
  cluster.workers?.[member.id]?.process.send({});
  process.stdout.write(`${JSON.stringify(await member.ended)}\n`);
}

/** Returns whether only the exit status of a process is left: its main thread and no other. Needs Linux. */
function hasEnded(pid: number): boolean {
  const isOver = /\) Z /.test(readFileSync(`/proc/${pid}/stat`, "utf8"));
  return isOver && readdirSync(`/proc/${pid}/task`).length === 1;
}
