import type { Command } from "commander";
import { type Output, verb } from "../command.ts";
import { print, withDeps } from "../session.ts";
import { newFile } from "../values.ts";

/** Adds `rapport backup`. */
export function addBackup(program: Command): void {
  verb(program, "backup", {
    summary: "copy the embedded database into a new file",
    description:
      "Copies the embedded database into a new file while it is in use. For PostgreSQL use pg_dump. The secret key is not in the copy; keep it too.",
    examples: ["rapport backup ./rapport-2027-01-31.db"],
  })
    .helpGroup("Operate:")
    .argument("<file>", "the file to write", newFile)
    .action(async (file: string, out: Output) => {
      await withDeps((deps) => deps.db.backup(file));
      print({ file }, out);
    });
}
