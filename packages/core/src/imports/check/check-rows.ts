import { createHash } from "node:crypto";
import type { Call } from "../../call.ts";
import type { Deps } from "../../deps.ts";
import { wholeKey } from "../../record-index/index-key.ts";
import { type BatchForecast, checkBatch } from "../../records/batch/check.ts";
import type { BatchError } from "../../records/batch/chunk.ts";
import type { StoredValue } from "../../values/parse-value.ts";
import { cellText } from "../cell-values.ts";
import type { Outcome } from "../drafts/draft.ts";
import { shortText } from "../drafts/propose.ts";
import type { ImportPlan } from "../plan.ts";
import type { Row } from "../row.ts";
import { type Reason, refusalReasons, rowInputs } from "../row-inputs.ts";
import { batchOperation } from "../run-import.ts";

/** What an import would do with a row, and what later rows must not repeat. */
export interface CheckedRow {
  readonly row: Row;
  readonly outcome: Exclude<Outcome, "duplicate">;
  readonly reasons: readonly Reason[];
  readonly recordId: number | null;
  readonly changes: ReportedRow["changes"];
  /** Digest of the record that the row is about; undefined if no key finds it. */
  readonly key: string | undefined;
  /** Digests of the unique values that it takes, by the labels of their properties. */
  readonly unique: readonly { readonly digest: string; readonly label: string }[];
}

type Step = BatchForecast["steps"][number];

/**
 * Checks some rows as the import does, against the records as they are now.
 *
 * @param rows at most 1,000
 */
export async function checkRows(
  { deps, principal }: Call<Pick<Deps, "db" | "schemas">>,
  plan: ImportPlan,
  rows: readonly Row[],
): Promise<readonly CheckedRow[]> {
  const inputs = await rowInputs(deps.db, principal, plan, rows.filter(isReadable));
  const { apply, idProperty } = batchOperation(plan);
  const batch = { inputs: inputs.map(({ input }) => input), idProperty };
  const { steps, errors } = await checkBatch(
    { deps, principal, object: plan.object },
    batch,
    apply,
  );
  const found = new Map<Row, CheckedRow>();
  for (const step of steps) {
    const row = inputs[step.index]?.row;
    if (row !== undefined) found.set(row, taken(plan, row, step));
  }
  for (const error of errors) {
    const input = inputs[error.index];
    if (input !== undefined)
      found.set(input.row, refused(input.row, refusalReasons(inWords(plan, error), input)));
  }
  return rows.map(
    (row) => found.get(row) ?? refused(row, [{ column: null, message: row.fault ?? "" }]),
  );
}

/** Returns the error in the words of a page: labels of properties, and rows in place of records that do not exist. */
function inWords({ object }: ImportPlan, error: BatchError): BatchError {
  const issues = error.issues.map((issue) => {
    // New records of a forecast have negative ids.
    const isOfFile = String(issue.conflictingId).startsWith("-");
    const message = issue.message.replace(
      /^(?:Property )?"(\w+)"/,
      (whole, name: string) => object.properties.get(name)?.label ?? whole,
    );
    if (issue.code === "key_missing") return { ...issue, message: KEY_MISSING };
    return { ...issue, message: isOfFile ? TAKEN_IN_FILE : message };
  });
  return { ...error, issues };
}

const KEY_MISSING = "Give a value. The import finds the record by it.";
const TAKEN_IN_FILE = "An earlier row of the file has the same value. It must be unique.";

function isReadable({ fault }: Row): boolean {
  return fault === null;
}

function refused(row: Row, reasons: readonly Reason[]): CheckedRow {
  return {
    ...{ row, outcome: "refused", reasons },
    ...{ recordId: null, changes: [], key: undefined, unique: [] },
  };
}

function taken(plan: ImportPlan, row: Row, step: Step): CheckedRow {
  const { properties, id } = step.row;
  const values = properties as Readonly<Record<string, StoredValue>>;
  const names = Object.keys(step.change?.changes ?? {});
  const taken = step.status === "created" ? Object.keys(values) : names;
  const unique = taken.flatMap((name) => {
    const property = plan.object.properties.get(name);
    const value = values[name] ?? null;
    // Rows with the same key are about one record, so they share the value.
    if (!property?.unique || property === plan.key) return [];
    if (value === null || Array.isArray(value)) return [];
    return [{ digest: keyDigest(name, wholeKey(property, value)), label: property.label }];
  });
  return {
    row,
    outcome: step.status === "deleted" ? "unchanged" : step.status,
    reasons: [],
    recordId: id > 0 ? id : null,
    changes: names.map((name) => {
      const [before, after] = step.change?.changes?.[name] ?? [null, null];
      const label = plan.object.properties.get(name)?.label ?? name;
      return { property: name, label, old: shortValue(before), new: shortValue(after) };
    }),
    key: rowKey(plan, step),
    unique,
  };
}

/** Returns a value cut to what a page can show. */
function shortValue(value: StoredValue): StoredValue {
  if (Array.isArray(value)) return value.slice(0, MAX_VALUES_SHOWN).map(shortText);
  return typeof value === "string" ? shortText(value) : value;
}

/** Two rows with the same key are about the same record. */
function rowKey({ key, idColumn }: ImportPlan, { row }: Step): string | undefined {
  if (key === undefined)
    return idColumn === undefined ? undefined : keyDigest("id", String(row.id));
  const value = (row.properties as Readonly<Record<string, StoredValue>>)[key.name] ?? null;
  return value === null || Array.isArray(value)
    ? undefined
    : keyDigest(key.name, wholeKey(key, value));
}

function keyDigest(name: string, value: string): string {
  return createHash("sha256").update(`${name}\n${value}`).digest("base64url");
}

/** Returns a row as the report shows it: its cells in the order of the columns. */
export function reported(checked: CheckedRow, columns: readonly string[]): ReportedRow {
  const { row, outcome, reasons, recordId, changes } = checked;
  const whole = columns.map((column) => cellText(row.cells.get(column)));
  const size = whole.reduce((sum, cell) => sum + cell.length, 0);
  const isCut = size > MAX_ROW_CHARACTERS;
  return {
    number: row.number,
    outcome,
    cells: isCut ? fitting(whole.map(shortText)) : whole,
    ...(row.fault !== null && row.extra !== undefined && { extra: shortText(row.extra) }),
    isCut,
    reasons,
    recordId,
    changes,
    firstRow: null,
  };
}

/** Cuts the cells of a row so that they fit together. */
function fitting(cells: readonly string[]): readonly string[] {
  let room = MAX_ROW_CHARACTERS;
  return cells.map((cell) => {
    const part = cell.slice(0, room);
    room -= part.length;
    return part;
  });
}

/** A row as a dry run shows it. A later line about a row replaces an earlier one. */
export interface ReportedRow {
  readonly number: number;
  readonly outcome: Outcome;
  /** The cells of the file's columns, as text. */
  readonly cells: readonly string[];
  /** The text of a refused row that belongs to no column. */
  readonly extra?: string;
  /** True if a cell was too long to be kept whole; then the row cannot be fixed here. */
  readonly isCut: boolean;
  readonly reasons: readonly Reason[];
  /** True if the tenant has no room for its record, whatever its cells are. */
  readonly isFull?: boolean;
  /** The record that would change; null for a new one. */
  readonly recordId: number | null;
  /** Properties that would change, with their labels. Checks of older versions have no names of them, and texts as values. */
  readonly changes: readonly {
    readonly property?: string;
    readonly label: string;
    readonly old: StoredValue;
    readonly new: StoredValue;
  }[];
  /** The earlier row with the same key. */
  readonly firstRow: number | null;
  readonly isFixed?: boolean;
}

/** Rows of each outcome that are kept to look at; all others are only counted. */
const MAX_SHOWN = 100;
/** Refused rows that are kept, so that they can be fixed. */
const MAX_REFUSED_SHOWN = 1_000;
/** Values of a property with several that are kept of a change. */
const MAX_VALUES_SHOWN = 20;
/** A longer row is cut. It bounds the report to a few mebibytes. */
const MAX_ROW_CHARACTERS = 4_000;

/** Returns how many rows of an outcome are kept. */
export function keptRows(outcome: Outcome): number {
  return outcome === "refused" ? MAX_REFUSED_SHOWN : MAX_SHOWN;
}

/** Returns the newest state of each row, in the order of the file. */
export function newestRows(lines: readonly ReportedRow[]): readonly ReportedRow[] {
  const rows = new Map(lines.map((line) => [line.number, line]));
  return [...rows.values()].toSorted((a, b) => a.number - b.number);
}
