import { setImmediate } from "node:timers/promises";
import type { Db, RecordRow } from "@rapport/db";
import { type PropertyDefinition, withoutMidnight } from "@rapport/model";
import type { Call, ObjectCall } from "../call.ts";
import { csvLine } from "../csv.ts";
import type { Deps } from "../deps.ts";
import type { Issue } from "../errors.ts";
import type { ObjectSchema, ProjectSchema } from "../object-schema.ts";
import type { Principal } from "../principal.ts";
import { everyMatch, type Matches } from "../query/search/matches.ts";
import type { Position } from "../query/search/search-context.ts";
import { type Search, searchContext } from "../query/search/search-context.ts";
import { parseRequest } from "../query/search-objects.ts";
import { type Associated, readAssociated } from "../records/associations/associated.ts";
import { unknownTypeIssue } from "../records/associations/associations.ts";
import { invalid } from "../records/errors.ts";
import { readNamed } from "../records/names.ts";
import type { Selection } from "../records/selection.ts";
import { toWholeRecords, type WholeRecord } from "../records/whole-record.ts";
import { csvColumns, type RecordNames } from "./columns.ts";
import {
  columnSelection,
  type ExportDefinition,
  exportCsvForm,
  exportEncoding,
} from "./definition.ts";
import { byteOrderMark } from "./encode.ts";

/** A part of an export's text. */
export interface ExportPart {
  readonly text: string;
  /** How many records it has. */
  readonly rows: number;
  /** Where the next part begins; null at the beginning. */
  readonly after: Position | null;
}

/** Characters of a part. Long values make parts of fewer records. V8 handles longer texts less cheaply. */
const PART_CHARACTERS = 64 * 1024;

type ExportDeps = Pick<Deps, "db" | "scan" | "schemas">;

/**
 * Writes the records of an export as text, in parts, which may be empty. What it holds in memory does not depend on
 * their number. The search is that of `readSearchPage`: records that are added or deleted meanwhile cause no other one
 * to be missed or repeated.
 *
 * @param start where a part ended that was written before; null to begin the file
 * @throws CrmError INVALID_INPUT if the definition no longer fits the schema
 */
export async function* writeExport(
  { deps, principal }: Call<ExportDeps>,
  definition: ExportDefinition,
  start: Position | null = null,
): AsyncGenerator<ExportPart> {
  const schema = await deps.schemas.get(principal.projectId);
  const { object, search, selection } = readDefinition(schema, withoutNames(definition));
  const writer = WRITERS[definition.format]({ deps, principal, object }, definition, selection);
  if (start === null && writer.head !== "") yield { text: writer.head, rows: 0, after: null };
  const context = searchContext({ deps, principal }, search);
  for await (const { found, after } of everyMatch(context, start)) {
    const toLine = await writer.read(found.map(([, row]) => row));
    yield* inParts(found, toLine, after);
  }
}

/**
 * Reads what a definition asks for.
 *
 * @throws CrmError INVALID_INPUT with one issue per fault
 */
export function readDefinition(
  schema: ProjectSchema,
  definition: ExportDefinition,
): { readonly object: ObjectSchema; readonly search: Search; readonly selection: Selection } {
  const request = { ...definition, ...columnSelection(definition) };
  const issues = definitionIssues(schema, request);
  if (issues.length > 0) throw invalid(issues);
  const object = schema.object(definition.object);
  return { object, ...parseRequest(object, request) };
}

/** Lists the faults of a definition, which names its type in either form. Accepts other members of any shape. */
export function definitionIssues(
  schema: ProjectSchema,
  definition: { readonly [Member in keyof ExportDefinition]?: unknown },
): readonly Issue[] {
  const name = String(definition.object);
  const object = schema.objects.get(name);
  if (object === undefined) return [unknownTypeIssue(name, "object", schema.types)];
  const { issues } = parseRequest(object, definition);
  if (definition.format !== "ndjson") return issues;
  const refused = CSV_MEMBERS.filter((member) => definition[member] !== undefined);
  const ofLabels = definition.labels === true ? ["labels"] : [];
  const more = [...ofLabels, ...refused].map((path) => {
    const message = `Only CSV files can have ${path}. Leave ${path} out, or set the format to csv.`;
    return { path, code: "value_not_allowed", message };
  });
  return [...issues, ...more];
}

const CSV_MEMBERS = ["delimiter", "encoding", "protectFormulas"] as const;

/** The columns of a CSV file pick the properties, so records need not be cut. A removed property is an empty column. */
function withoutNames(definition: ExportDefinition): ExportDefinition {
  if (definition.format !== "csv") return definition;
  const { associations } = columnSelection(definition);
  return { ...definition, columns: undefined, properties: undefined, associations };
}

interface Writer {
  readonly head: string;
  /**
   * Reads what belongs to some records.
   *
   * @returns the function that returns the line of the record at an index, with its line break
   */
  read(rows: readonly RecordRow[]): Promise<(index: number) => string>;
}

type MakeWriter = (
  call: ObjectCall<ExportDeps>,
  definition: ExportDefinition,
  selection: Selection,
) => Writer;

const WRITERS: Readonly<Record<ExportDefinition["format"], MakeWriter>> = {
  // Cells are made of the rows, because making records of them takes longer.
  csv({ deps: { db }, principal, object }, definition, { associations: types = [] }) {
    const { labels } = definition;
    const columns = csvColumns(definition, object);
    const { delimiter } = exportCsvForm(definition);
    const header = csvLine(
      columns.map((column) => column.header),
      delimiter,
    );
    return {
      head: `${byteOrderMark(exportEncoding(definition))}${header}`,
      async read(rows) {
        const ids = rows.map(({ id }) => id);
        const associated =
          types.length > 0
            ? await readAssociated(db, principal, object, { ids, types })
            : new Map<number, Associated>();
        const names = labels
          ? await namesOfAssociated(db, principal, object.schema, associated.values())
          : new Map<number, string>();
        return (index) => {
          const row = rows[index] as RecordRow;
          const own = associated.get(row.id);
          let line = "";
          for (const { formatCell } of columns)
            line += `${delimiter}${formatCell(row, own, names)}`;
          return `${line.slice(1)}\r\n`;
        };
      },
    };
  },
  ndjson({ deps: { db }, principal, object }, _, selection) {
    const times = [...object.properties.values()].filter((one) => one.type === "datetime");
    return {
      head: "",
      async read(rows) {
        const records = await toWholeRecords(db, principal, object, { rows, selection });
        return (index) => `${JSON.stringify(withDays(records[index] as WholeRecord, times))}\n`;
      },
    };
  },
};

/** Returns a record whose days without a time are such as 2026-11-20, as in CSV. */
function withDays(record: WholeRecord, times: readonly PropertyDefinition[]): WholeRecord {
  const properties = { ...record.properties };
  for (const { name } of times) {
    const value = properties[name];
    if (typeof value === "string") properties[name] = withoutMidnight(value);
    else if (Array.isArray(value))
      properties[name] = value.map((one) => withoutMidnight(String(one)));
  }
  return { ...record, properties };
}

function* inParts(
  found: Matches["found"],
  formatLine: (index: number) => string,
  end: Position | null,
): Generator<ExportPart> {
  let text = "";
  let rows = 0;
  for (const [i, [after]] of found.entries()) {
    text += formatLine(i);
    rows++;
    if (text.length < PART_CHARACTERS) continue;
    yield { text, rows, after };
    text = "";
    rows = 0;
  }
  yield { text, rows, after: end };
}

/** Records whose names one statement reads. */
const CHUNK = 200;

/**
 * Returns the names of the records that some records are associated with.
 *
 * @param associated the associations of those records
 */
async function namesOfAssociated(
  db: Db,
  scope: Principal,
  schema: ProjectSchema,
  associated: Iterable<Associated>,
): Promise<RecordNames> {
  const ids = new Set<number>();
  for (const { associations } of associated) {
    for (const entries of Object.values(associations)) {
      for (const { id } of entries) ids.add(Number(id));
    }
  }
  const all = [...ids];
  const names = new Map<number, string>();
  for (let start = 0; start < all.length; start += CHUNK) {
    if (start > 0) await setImmediate();
    const found = await readNamed(db, scope, schema, all.slice(start, start + CHUNK));
    for (const { id, name } of found.values()) names.set(id, name);
  }
  return names;
}
