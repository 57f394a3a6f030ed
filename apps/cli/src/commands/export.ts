import { createWriteStream } from "node:fs";
import { rename, rm } from "node:fs/promises";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { createGzip } from "node:zlib";
import {
  EXPORT_FORMATS,
  type ExportDefinition,
  exportOfProject,
  OBJECT_TYPES,
  type ObjectType,
  type OperatorExport,
  parseExport,
} from "@rapport/core";
import { type Command, InvalidArgumentError, Option } from "commander";
import { type Output, verb } from "../command.ts";
import { type Progress, startProgress } from "../progress.ts";
import { type ProcessIo, print, withDeps } from "../session.ts";
import { id, jsonFile, newFile } from "../values.ts";

interface ExportOptions extends Output {
  project: number;
  object: ObjectType;
  out: string;
  format?: ExportDefinition["format"];
  gzip?: boolean;
  labels?: boolean;
  properties?: string[];
  associations?: string[];
  query?: string;
  filters?: unknown;
  sort?: string;
}

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
    .addOption(
      new Option("--object <type>", "the object type")
        .choices(Object.keys(OBJECT_TYPES))
        .makeOptionMandatory(),
    )
    .requiredOption("--out <file>", "the file to write", newFile)
    .addOption(
      new Option("--format <format>", "the format; by default that of the file's name").choices(
        EXPORT_FORMATS,
      ),
    )
    .option("--gzip", "compress the file; on by default if its name ends with .gz")
    .option("--labels", "labels and names instead of internal names, keys and ids (CSV)")
    .option("--properties <names>", "the properties to write, separated by commas", names)
    .option("--associations <types>", "the types whose associations to write", names)
    .option("--query <words>", "words that a record must have")
    .option("--filters <file>", "a JSON file with the filter groups of a search", jsonFile)
    .option("--sort <name>", "the property to sort by; a leading - means descending")
    .action(async ({ json, ...options }: ExportOptions) => {
      const definition = definitionOf(options);
      const rows = await withDeps(io, async (deps) => {
        const found = await exportOfProject(deps, options.project, definition);
        return save(json ? undefined : startProgress(io), options.out, definition, found);
      });
      print(io, { file: options.out, rows }, { ...(json && { json }) });
    });
}

const DETAILS = `The file appears under its name only once it is complete. Text that a spreadsheet would run as a formula gets
a ' in front; an import removes it. Only the owner of the file can read it.
Progress goes to standard error, unless --json is given.`;

function definitionOf(options: ExportOptions): ExportDefinition {
  const { object, out, properties, associations, query, filters, sort } = options;
  const plain = out.replace(/\.gz$/i, "");
  const format = options.format ?? (/\.(ndjson|jsonl)$/i.test(plain) ? "ndjson" : "csv");
  const direction = sort?.startsWith("-") ? "DESCENDING" : "ASCENDING";
  return parseExport({
    object,
    format,
    gzip: options.gzip ?? plain !== out,
    labels: options.labels ?? false,
    properties,
    associations,
    query,
    filterGroups: filters,
    sorts: sort === undefined ? [] : [{ internal_name: sort.replace(/^-/, ""), direction }],
  });
}

/** Writes the file under another name first, so that an incomplete file never has the final name. */
async function save(
  progress: Progress | undefined,
  file: string,
  { object, gzip }: ExportDefinition,
  { total, parts }: OperatorExport,
): Promise<number> {
  const part = `${file}.part`;
  const known = total.relation === "eq" ? total.value : null;
  const counted = { doing: "Exporting", of: known, unit: OBJECT_TYPES[object].plural };
  let rows = 0;
  async function* text(): AsyncGenerator<string> {
    for await (const next of parts) {
      rows += next.rows;
      progress?.show({ ...counted, done: rows });
      yield next.text;
    }
  }
  try {
    const target = createWriteStream(part, { flags: "wx", mode: 0o600, flush: true });
    const source = Readable.from(text());
    await (gzip ? pipeline(source, createGzip(), target) : pipeline(source, target));
    await rename(part, file);
    return rows;
  } catch (error) {
    await rm(part, { force: true });
    throw error;
  } finally {
    progress?.end();
  }
}

/** @throws InvalidArgumentError if there is no name */
function names(text: string): string[] {
  const found = text.split(",").filter((name) => name !== "");
  if (found.length === 0) throw new InvalidArgumentError("Give at least one name.");
  return found;
}
