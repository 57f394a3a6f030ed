import { FILE_FORMATS } from "@rapport/model";
import { type Command, InvalidArgumentError, Option } from "commander";
import type { ExportOptions } from "../actions/export-records.ts";
import { verb } from "../command.ts";
import type { ProcessIo } from "../session.ts";
import { id, jsonFile, newFile } from "../values.ts";

/** Adds `rapport export`. */
export function addExport(program: Command, io: ProcessIo): void {
  verb(program, "export", {
    summary: "write the records of a project into a new file",
    description:
      "Writes all records of one object type, or those that a search finds, as CSV or NDJSON. There is no maximum number.",
    details: DETAILS,
    examples: [
      "rapport export --project 1 --object contact --out ./contacts.csv",
      "rapport export --project 1 --object deal --sort=-amount --associations company --labels --out ./deals.csv.gz",
    ],
  })
    .helpGroup("Operate:")
    .requiredOption("--project <id>", "the project", id)
    .requiredOption("--object <type>", "the object type, such as contact")
    .requiredOption("--out <file>", "the file to write", newFile)
    .addOption(
      new Option("--format <format>", "the format; by default that of the file's name").choices(
        FILE_FORMATS,
      ),
    )
    .option("--gzip", "compress the file; on by default if its name ends with .gz")
    .option("--labels", "labels and names instead of internal names, keys and ids (CSV)")
    .addOption(
      new Option("--delimiter <sign>", "what separates the cells (CSV)").choices([
        ...[",", ";", "tab", "|"],
      ]),
    )
    .addOption(
      new Option(
        "--encoding <name>",
        "encoding of the file (CSV); with --labels, utf-8-bom by default",
      ).choices(["utf-8", "utf-8-bom", "utf-16le", "windows-1250", "windows-1251", "windows-1252"]),
    )
    .option("--no-protect", "write text as it is, even if a spreadsheet would run it (CSV)")
    .option("--properties <names>", "the properties to write, separated by commas", names)
    .option("--associations <types>", "the types whose associations to write", names)
    .option("--query <words>", "words that a record must have")
    .option("--filters <file>", "a JSON file with the filter groups of a search", jsonFile)
    .option("--sort <name>", "the property to sort by; a leading - means descending")
    .action(async (options: ExportOptions) => {
      const { exportRecords } = await import("../actions/export-records.ts");
      await exportRecords(io, options);
    });
}

const DETAILS = `The file appears under its name only once it is complete. Text that a spreadsheet would run as a formula gets
a ' in front; an import removes it. Only the owner of the file can read it.
Progress goes to standard error, unless --json is given.`;

/** @throws InvalidArgumentError if there is no name */
function names(text: string): string[] {
  const found = text.split(",").filter((name) => name !== "");
  if (found.length === 0) throw new InvalidArgumentError("Give at least one name.");
  return found;
}
