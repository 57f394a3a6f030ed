import { type Command, InvalidArgumentError } from "commander";
import { type Output, verb } from "../../command.ts";
import { type ProcessIo, print, readInstallation } from "../../session.ts";

/** More shards than this make each look for work, which asks all of them, too slow. */
const MOST_SHARDS = 1_024;

/** Adds `rapport scale-out`. */
export function addScaleOut(program: Command, io: ProcessIo): void {
  verb(program, "scale-out", {
    summary: "spread an installation over the nodes of a Citus cluster",
    description:
      "Distributes the tables of the PostgreSQL database in DATABASE_URL, the coordinator of a Citus cluster, by project. All rows of a project are then on one node.",
    details: DETAILS,
    examples: ["rapport scale-out --shards 32"],
  })
    .helpGroup("Operate:")
    .requiredOption(
      "--shards <n>",
      "parts to split the tables into: about four per worker node that you will ever have",
      shardCount,
    )
    .action(async ({ shards, ...out }: Output & { shards: number }) => {
      const { scaleOutInstallation } = await import("@rapport/core");
      const { databaseUrl: url } = await readInstallation(io, { needsKey: false });
      const done = await scaleOutInstallation({
        url,
        shards,
        ...(out.json ? {} : { onTable: (table) => io.stderr.write(`Moving ${table}\n`) }),
      });
      print(
        io,
        { tables_moved: done.tables.length, shards: done.shards, workers: done.workers },
        out,
      );
    });
}

const DETAILS = `Stop the servers and workers first. Each table is moved in one transaction. If the command was stopped, run it
again to continue; a run after that changes nothing. docs/scale.md says when it is worth it, and how to set up the nodes.`;

function shardCount(text: string): number {
  const count = Number(text);
  if (/^[1-9][0-9]*$/.test(text) && count <= MOST_SHARDS) return count;
  throw new InvalidArgumentError(`It must be a whole number between 1 and ${MOST_SHARDS}.`);
}
