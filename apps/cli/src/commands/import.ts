import { createReadStream, createWriteStream } from "node:fs";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { setTimeout as sleep } from "node:timers/promises";
import {
  CrmError,
  createImport,
  DATE_FORMATS,
  type Deps,
  type ImportOptions,
  type ImportView,
  listProjects,
  MODES,
  OBJECT_TYPES,
  type ObjectType,
  type Principal,
  readImport,
  receiveData,
  refusedRows,
  startJobWorker,
} from "@rapport/core";
import { type Command, Option } from "commander";
import { noun, type Output, verb } from "../command.ts";
import { startProgress } from "../progress.ts";
import { type ProcessIo, print, withDeps } from "../session.ts";
import { existingFile, id, newFile } from "../values.ts";
import { addHubspotImport } from "./import-hubspot.ts";

/** Milliseconds between two reads of the import. */
const LOOK_MS = 200;

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
    .addOption(
      new Option("--object <type>", "type of the records")
        .choices(Object.keys(OBJECT_TYPES))
        .makeOptionMandatory(),
    )
    .addOption(new Option("--mode <mode>", "what rows do").choices(MODES).default("create"))
    .option("--by <property>", "the property that finds the records to update")
    .option("--map <column=property...>", "the property of a column; empty to ignore the column")
    .addOption(
      new Option("--date-format <format>", "how dates are written; ISO 8601 is always understood")
        .choices(DATE_FORMATS)
        .default("YYYY-MM-DD"),
    )
    .addOption(
      new Option("--decimal <separator>", "separator of decimals").choices([".", ","]).default("."),
    )
    .option("--refused <file>", "the file to write the refused rows into", newFile)
    .action(async (file: string, options: FileOptions) => {
      const ended = await withDeps(io, (deps) => importFile(deps, io, file, options));
      print(io, asJson(ended), options);
      if (ended.state !== "done") {
        throw new CrmError(
          "CONFLICT",
          `The import is ${ended.state}. ${ended.failure ?? ""}`.trim(),
        );
      }
    });
}

const DETAILS = `Columns go by the internal name or the label of a property, unless --map says otherwise. Encodings and
delimiters are recognized. With --refused, the refused rows are written into a file with a column that says why;
correct them there and import that file.

If the command is stopped, a running server or worker continues the import.

Progress goes to standard error, unless --json is given.`;

interface FileOptions extends Output {
  project: number;
  object: ObjectType;
  mode: ImportOptions["mode"];
  by?: string;
  map?: readonly string[];
  dateFormat: ImportOptions["dateFormat"];
  decimal: ImportOptions["decimalSeparator"];
  refused?: string;
}

async function importFile(
  deps: Deps,
  io: ProcessIo,
  file: string,
  options: FileOptions,
): Promise<ImportView> {
  const principal = await principalOf(deps, options.project);
  const name = file.split(/[/\\]/).at(-1) ?? file;
  const settings = { fileName: name.slice(0, 255) };
  const made = await createImport(
    deps,
    principal,
    options.object,
    optionsOf(file, options),
    settings,
  );
  await receiveData(deps, principal, made.id, createReadStream(file), /\.gz$/i.test(file));
  const ended = await follow(deps, io, principal, made.id, options);
  if (options.refused !== undefined) {
    const rows = Readable.from(await refusedRows(deps, principal, made.id));
    await pipeline(rows, createWriteStream(options.refused, { mode: 0o600, flags: "wx" }));
  }
  return ended;
}

async function principalOf(deps: Deps, projectId: number): Promise<Principal> {
  const project = (await listProjects(deps)).find((one) => one.id === projectId);
  if (project === undefined) {
    throw new CrmError("NOT_FOUND", `There is no project with id ${projectId}.`);
  }
  const { tenant_id: tenantId } = project;
  return { kind: "system", id: "cli", tenantId, projectId, scopes: new Set() };
}

function optionsOf(
  file: string,
  { mode, by, map = [], dateFormat, decimal }: FileOptions,
): ImportOptions {
  const mapping = map.map((pair) => {
    const at = pair.lastIndexOf("=");
    if (at <= 0) throw new CrmError("INVALID_INPUT", "Write --map as COLUMN=PROPERTY.");
    return [pair.slice(0, at), pair.slice(at + 1) || null] as const;
  });
  return {
    mode,
    idProperty: by,
    format: /\.(ndjson|jsonl)(\.gz)?$/i.test(file) ? "ndjson" : "csv",
    mapping: Object.fromEntries(mapping),
    associations: [],
    dateFormat,
    decimalSeparator: decimal,
    multiValueSeparator: ";",
    emptyCells: "keep",
  };
}

/** Works on the import until it has ended, unless a server does. */
async function follow(
  deps: Deps,
  io: ProcessIo,
  principal: Principal,
  importId: number,
  { json }: Output,
): Promise<ImportView> {
  const onError = (error: unknown) => void io.stderr.write(`rapport: ${String(error)}\n`);
  const worker = startJobWorker(deps, { onError });
  const progress = json ? undefined : startProgress(io);
  try {
    for (;;) {
      const found = await readImport(deps, principal, importId);
      progress?.show({ doing: "Importing", done: found.read, of: found.rows, unit: "rows" });
      if (found.state !== "running") return found;
      await sleep(LOOK_MS);
    }
  } finally {
    progress?.end();
    await worker.stop();
  }
}

function asJson({ id, state, read, created, updated, unchanged, refused }: ImportView) {
  return { import_id: id, state, read, created, updated, unchanged, refused };
}
