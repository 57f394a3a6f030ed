import { DATE_FORMATS, IMPORT_MODES } from "@rapport/model";
import { type Command, InvalidArgumentError, Option } from "commander";
import type { FileOptions } from "../actions/import-file.ts";
import { noun, verb } from "../command.ts";
import type { ProcessIo } from "../session.ts";
import { existingFile, id, newFile } from "../values.ts";
import { addHubspotImport } from "./import-hubspot.ts";

/** Adds `rapport import`. */
export function addImport(program: Command, io: ProcessIo): void {
  const command = noun(program, "import", {
    group: "Operate:",
    summary: "import records from files and other systems",
    description: "Imports records from files and other systems into a project.",
  });
  addFileImport(command, io);
  addHubspotImport(command, io);
}

/** Adds `rapport import file`, which is also `rapport import` with a file. */
function addFileImport(parent: Command, io: ProcessIo): void {
  verb(parent, "file", {
    summary: "import the rows of a CSV or NDJSON file",
    description:
      "Imports the rows of a file as records of one type. Rows that are refused do not stop the others.",
    details: DETAILS,
    examples: [
      "rapport import file people.csv --project 1 --object contact",
      "rapport import people.csv --project 1 --object contact --mode upsert --by email",
    ],
    isDefault: true,
  })
    .argument("<file>", "CSV with a header, or NDJSON; also in gzip", existingFile)
    .requiredOption("--project <id>", "the project", id)
    .requiredOption("--object <type>", "type of the records, such as contact")
    .addOption(new Option("--mode <mode>", "what rows do").choices(IMPORT_MODES).default("create"))
    .option("--by <property>", "the property that finds the records to update")
    .option("--map <column=property...>", "the property of a column; empty to ignore the column")
    .addOption(
      new Option("--date-format <format>", "how dates are written; ISO 8601 is always understood")
        .choices(DATE_FORMATS)
        .default("YYYY-MM-DD"),
    )
    .addOption(
      new Option(
        "--decimal <separator>",
        'separator of decimals; "." unless the numbers can be read in two ways',
      ).choices([".", ","]),
    )
    .option("--encoding <name>", "encoding of the file, if it is not recognized", encoding)
    .option("--empty <texts...>", "texts that stand for an empty cell, such as #N/A")
    .option("--long-cells", "take cells of hundreds of lines, which a missing quote may cause too")
    .option("--refused <file>", "the file to write the refused rows into", newFile)
    .action(async (file: string, options: FileOptions) => {
      const { importFile } = await import("../actions/import-file.ts");
      await importFile(io, file, options);
    });
}

/** @throws InvalidArgumentError if there is no such encoding */
function encoding(label: string): string {
  try {
    return new TextDecoder(label).encoding;
  } catch {
    throw new InvalidArgumentError("Give a name such as windows-1250.");
  }
}

const DETAILS = `Columns go by the internal name or the label of a property, unless --map says otherwise. Encodings and
delimiters are recognized. Rows without a value are ignored. With --refused, the refused rows are written into a file with a column that says why;
correct them there and import that file. --map = ignores values without a column.

If the command is stopped after it has read the file, a running server or worker continues the import.

Progress goes to standard error, unless --json is given.`;
