import type { BackupProgress, BackupTarget } from "@rapport/core";
import { type Command, InvalidArgumentError } from "commander";
import { type Output, verb } from "../../command.ts";
import { type ProcessIo, print, readInstallation } from "../../session.ts";
import { count, existingFolder, megabytes, newFile } from "../../values.ts";

/** Adds `rapport backup`. */
export function addBackup(program: Command, io: ProcessIo): void {
  verb(program, "backup", {
    summary: "copy the database into a new file",
    description:
      "Copies the database into a new file while it is in use. PostgreSQL is copied with pg_dump, which must be installed. The copy does not contain the secret key; keep it too.",
    details: DETAILS,
    examples: [
      "rapport backup ./rapport-2027-01-31.db",
      "rapport backup --keep 14 /var/backups/rapport",
    ],
  })
    .helpGroup("Operate:")
    .argument("<file>", "the file to write; with --keep, the folder")
    .option("--keep <n>", "name the file by its time, and keep the newest n in the folder", count)
    .action(
      async (name: string, { keep, ...out }: { keep?: number } & Output, command: Command) => {
        const target = backupTarget(name, keep, command);
        const { backUpInstallation } = await import("@rapport/core");
        const { databaseUrl } = await readInstallation(io, { needsKey: false });
        const onUnnoted = (reason: string) =>
          void io.stderr.write(
            `rapport: warning: the backup is complete, but its time could not be noted in the database: ${reason}\n`,
          );
        const progress = reportProgress(io, out);
        const made = await backUpInstallation(target, { databaseUrl, onUnnoted, ...progress });
        print(io, keep === undefined ? { file: made.file } : made, out);
      },
    );
}

function backupTarget(name: string, keep: number | undefined, command: Command): BackupTarget {
  try {
    return keep === undefined ? { file: newFile(name) } : { folder: existingFolder(name), keep };
  } catch (error) {
    if (!(error instanceof InvalidArgumentError)) throw error;
    return command.error(`error: argument '<file>' cannot be '${name}'. ${error.message}`);
  }
}

const DETAILS = `The file appears when the copy is complete, checked and on disk. Until then, it is named FILE.….partial. If a
backup is killed, the next one to the same folder removes the partial file.

With --keep, the file is named like rapport-2027-01-31T02-15-00-042Z.db (.dump for PostgreSQL). Once it is complete, older
backups of the folder are removed, and nothing else. If the backup fails, all stay, and the exit code is 1. Two can run at once.

The time is noted in the database, for rapport doctor and the metric rapport_backup_age_seconds.

Progress goes to standard error, unless --json is given.`;

/** Interval of the progress lines. */
const PROGRESS_INTERVAL_MS = 1_000;

function reportProgress(io: ProcessIo, { json }: Output) {
  const report = (line: string) => void (json || io.stderr.write(`${line}\n`));
  let next = 0;
  return {
    onProgress: ({ copied, total }: BackupProgress) => {
      if (performance.now() < next) return;
      next = performance.now() + PROGRESS_INTERVAL_MS;
      report(`Copied ${megabytes(copied)} of ${megabytes(total)} MB`);
    },
    onCheck: () => report("Checking the copy"),
  };
}
