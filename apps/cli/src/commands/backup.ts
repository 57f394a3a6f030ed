import { readConfigAsIs } from "@rapport/api/config";
import { type BackupProgress, backUpInstallation } from "@rapport/core";
import type { Command } from "commander";
import { type Output, verb } from "../command.ts";
import { type ProcessIo, print } from "../session.ts";
import { newFile } from "../values.ts";

/** Adds `rapport backup`. */
export function addBackup(program: Command, io: ProcessIo): void {
  verb(program, "backup", {
    summary: "copy the embedded database into a new file",
    description:
      "Copies the embedded database into a new file while it is in use. For PostgreSQL use pg_dump. The secret key is not in the copy; keep it too.",
    details: DETAILS,
    examples: ["rapport backup ./rapport-2027-01-31.db"],
  })
    .helpGroup("Operate:")
    .argument("<file>", "the file to write", newFile)
    .action(async (file: string, out: Output) => {
      const { databaseUrl } = readConfigAsIs(io.env).config;
      await backUpInstallation({ databaseUrl, file, ...tellProgress(io, out) });
      print(io, { file }, out);
    });
}

const DETAILS = `The file appears when the copy is complete, checked and on disk; until then it is named FILE.….partial. If a
backup is killed, the next one to the same file removes that.

Progress goes to standard error, unless --json is given.`;

/** Interval of the progress lines, in milliseconds. */
const TELL_EVERY = 1_000;

function tellProgress(io: ProcessIo, { json }: Output) {
  const tell = (line: string) => void (json || io.stderr.write(`${line}\n`));
  let next = 0;
  return {
    onProgress: ({ copied, total }: BackupProgress) => {
      if (performance.now() < next) return;
      next = performance.now() + TELL_EVERY;
      tell(`Copied ${megabytes(copied)} of ${megabytes(total)} MB`);
    },
    onCheck: () => tell("Checking the copy"),
  };
}

function megabytes(bytes: number): string {
  return Math.ceil(bytes / 1_000_000).toLocaleString("en");
}
