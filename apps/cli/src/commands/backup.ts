import type { BackupProgress } from "@rapport/core";
import type { Command } from "commander";
import { type Output, verb } from "../command.ts";
import { type ProcessIo, print, readInstallation } from "../session.ts";
import { newFile } from "../values.ts";

/** Adds `rapport backup`. */
export function addBackup(program: Command, io: ProcessIo): void {
  verb(program, "backup", {
    summary: "copy the embedded database into a new file",
    description:
      "Copies the embedded database into a new file while it is in use. For PostgreSQL, use pg_dump. The copy does not contain the secret key; keep it too.",
    details: DETAILS,
    examples: ["rapport backup ./rapport-2027-01-31.db"],
  })
    .helpGroup("Operate:")
    .argument("<file>", "the file to write", newFile)
    .action(async (file: string, out: Output) => {
      const { backUpInstallation } = await import("@rapport/core");
      const { databaseUrl } = await readInstallation(io, { needsKey: false });
      await backUpInstallation({ databaseUrl, file, ...reportProgress(io, out) });
      print(io, { file }, out);
    });
}

const DETAILS = `The file appears when the copy is complete, checked and on disk. Until then, it is named FILE.….partial. If a
backup is killed, the next backup to the same file removes the partial file.

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

function megabytes(bytes: number): string {
  return Math.ceil(bytes / 1_000_000).toLocaleString("en");
}
