import { type Command, InvalidArgumentError } from "commander";
import { type Output, verb } from "../../command.ts";
import { type ProcessIo, print, readInstallation, withDeps } from "../../session.ts";
import { megabytes } from "../../values.ts";

interface CompactOptions extends Output {
  rewrite?: boolean;
}

/** Adds `rapport compact`. */
export function addCompact(program: Command, io: ProcessIo): void {
  verb(program, "compact", {
    summary: "give unused space of the database back",
    description:
      "Gives back the space of what was removed, while the server runs, and says how much that was.",
    details: DETAILS,
    examples: ["rapport compact", "rapport compact --rewrite"],
  })
    .helpGroup("Operate:")
    .option("--rewrite", "write SQLite's file anew, while all programs of Rapport are stopped")
    .action(async ({ rewrite = false, ...out }: CompactOptions) => {
      const { compact, reach } = await import("@rapport/core");
      const { databaseUrl } = await readInstallation(io, { needsKey: false });
      const isSqlite = databaseUrl.startsWith("sqlite:");
      if (rewrite && !isSqlite) throw new Error("--rewrite is for SQLite. Leave it out.");
      // Names the setting if PostgreSQL does not answer.
      if (!isSqlite) await (await reach(databaseUrl, "DATABASE_URL")).close();
      const onGivenBack = out.json ? undefined : reportSteps(io);
      const { before, after } = await compact(databaseUrl, {
        rewrite,
        ...(onGivenBack === undefined ? {} : { onGivenBack }),
      });
      // Programs that write meanwhile can make it larger than it was.
      const given_back_bytes = Math.max(0, before - after);
      const sizes = { before_bytes: before, after_bytes: after, given_back_bytes };
      if (out.json) return print(io, sizes, out);
      io.stdout.write(
        `The database has ${megabytes(after)} MB, and had ${megabytes(before)} MB.\n${isSqlite ? "" : POSTGRES}`,
      );
    });
}

/** Adds `rapport migrate`. */
export function addMigrate(program: Command, io: ProcessIo): void {
  verb(program, "migrate", {
    summary: "bring the database's schema up to date",
    description:
      "Updates the schema of the database in DATABASE_URL. A second run changes nothing. The server does the same at its start.",
    examples: ["rapport migrate"],
  })
    .helpGroup("Operate:")
    .action(async (out: Output) => {
      await withDeps(io, async () => undefined, { isNewAllowed: true });
      print(io, { migrated: true }, out);
    });
}

/** More shards than this make each look for work, which asks all of them, too slow. */
const MAX_SHARDS = 1_024;

/** Adds `rapport scale-out`. */
export function addScaleOut(program: Command, io: ProcessIo): void {
  verb(program, "scale-out", {
    summary: "spread an installation over the nodes of a Citus cluster",
    description:
      "Distributes the tables of the PostgreSQL database in DATABASE_URL, the coordinator of a Citus cluster, by project. All rows of a project are then on one node.",
    details: SCALE_OUT_DETAILS,
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

const SCALE_OUT_DETAILS = `Stop the servers and workers first. Each table is moved in one transaction. If the command was stopped, run it
again to continue; a run after that changes nothing. docs/scale.md says when it is worth it, and how to set up the nodes.`;

function shardCount(text: string): number {
  const count = Number(text);
  if (/^[1-9][0-9]*$/.test(text) && count <= MAX_SHARDS) return count;
  throw new InvalidArgumentError(`It must be a whole number between 1 and ${MAX_SHARDS}.`);
}

const DETAILS = `On SQLite, unused pages are cut off the file in portions of 1 MiB with pauses, so that others write in between. A
file that a version before 0.4 made must be rewritten once, while all programs of Rapport are stopped. That needs free
space for two copies of it: one in its folder, one in the folder for temporary files (SQLITE_TMPDIR).

On PostgreSQL, each table is vacuumed, and each index above 1 MiB is built again beside the old one (REINDEX
CONCURRENTLY), which needs free space for the largest index. Neither keeps others from writing.`;

const POSTGRES =
  "Tables keep the space of removed rows for new ones. VACUUM FULL gives it back too, but locks each table meanwhile.\n";

/** Interval of the progress lines. */
const PROGRESS_INTERVAL_MS = 5_000;

function reportSteps(io: ProcessIo): (bytes: number) => void {
  let next = performance.now() + PROGRESS_INTERVAL_MS;
  return (bytes) => {
    if (performance.now() < next) return;
    next = performance.now() + PROGRESS_INTERVAL_MS;
    io.stderr.write(`Given back ${megabytes(Math.max(0, bytes))} MB\n`);
  };
}
