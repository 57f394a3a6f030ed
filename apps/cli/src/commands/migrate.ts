import type { Command } from "commander";
import { type Output, verb } from "../command.ts";
import { type ProcessIo, print, withDeps } from "../session.ts";

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
