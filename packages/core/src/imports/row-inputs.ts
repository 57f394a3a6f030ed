import type { Db } from "@rapport/db";
import { csvLine, withoutFormula } from "../csv.ts";
import type { Issue } from "../errors.ts";
import type { Principal } from "../principal.ts";
import { wholeKey } from "../record-index/index-key.ts";
import type { AssociationItem } from "../records/associations/associations.ts";
import type { BatchError } from "../records/batch/chunk.ts";
import type { BatchInput, InputItem } from "../records/batch/input.ts";
import { findIds } from "../records/batch/keys.ts";
import type { PropertyItem } from "../records/property-input.ts";
import { scalarText } from "../scalar-text.ts";
import { parseValue } from "../values/parse-value.ts";
import {
  cellText,
  emptied,
  isEmpty,
  propertyItem,
  splitCell,
  spreadsheetFault,
  unprotected,
} from "./cell-values.ts";
import type { ImportPlan, KeyColumn } from "./plan.ts";
import type { Row } from "./row.ts";
import { type ImportOptions, type ImportSettings, REASON_COLUMN } from "./settings.ts";

/** Records that an error about an ambiguous value names at most. */
const MAX_LISTED = 10;

/** A row as an input of a batch, and the columns of its members. */
export interface RowInput {
  readonly row: Row;
  readonly input: BatchInput;
  readonly propertyColumns: readonly string[];
  readonly associationColumns: readonly string[];
}

/**
 * Converts rows to inputs of a batch. Looks up the records to associate with, all of a column in one statement.
 *
 * @param db a transaction, so that the records are those of its moment
 */
export async function rowInputs(
  db: Db,
  principal: Principal,
  plan: ImportPlan,
  rows: readonly Row[],
): Promise<readonly RowInput[]> {
  const lookups: Lookup[] = [];
  for (const column of plan.associations) {
    lookups.push(await lookUp(db, principal, plan, { column, rows }));
  }
  return rows.map((row) => rowInput(plan, lookups, row));
}

interface Lookup {
  readonly column: KeyColumn;
  /** The association for a cell's text, or why there is none. */
  find(value: unknown): AssociationItem | string;
}

function rowInput(plan: ImportPlan, lookups: readonly Lookup[], row: Row): RowInput {
  const { object, options } = plan;
  const properties: PropertyItem[] = [];
  const propertyColumns: string[] = [];
  const keepsEmpty = options.emptyCells === "keep";
  const issues: Issue[] = [];
  for (const one of plan.properties) {
    const { column, definition } = one;
    const cell = emptied(row.cells.get(column), options);
    if (cell === undefined || (keepsEmpty && definition !== plan.key && isEmpty(cell))) continue;
    const { item, fault } = propertyItem(object, one, cell, options);
    if (fault) issues.push({ path: `properties.${properties.length}.value`, ...fault });
    properties.push(item);
    propertyColumns.push(column);
  }
  const associations: AssociationItem[] = [];
  const associationColumns: string[] = [];
  for (const { column, find } of lookups) {
    for (const value of rowKeys(column, row, options)) {
      const found = spreadsheetFault(value, options)?.message ?? find(value);
      if (typeof found === "string") {
        const path = `associations.${associations.length}`;
        issues.push({ path, code: "association_not_found", message: found });
      }
      associations.push(typeof found === "string" ? UNKNOWN : found);
      associationColumns.push(column.column);
    }
  }
  const id = recordIdIn(plan, row, issues);
  if (options.mode === "create" && !properties.some(hasValue)) {
    issues.push({ path: "properties", code: "row_empty", message: ROW_EMPTY });
  }
  const item: InputItem = {
    properties,
    ...(associations.length > 0 && { associations }),
    ...(id !== undefined && { id }),
  };
  const input = issues.length === 0 ? { item } : { raw: item, issues };
  return { row, input, propertyColumns, associationColumns };
}

const ROW_EMPTY =
  "The row has a value for no property, so it makes no record. Map a column that has one, or leave the row out.";

function hasValue({ value, values }: PropertyItem): boolean {
  return !(isEmpty(value) && isEmpty(values));
}

/** Returns the values of a row that find records to associate with. */
function rowKeys(
  { column }: KeyColumn,
  { cells }: Row,
  options: ImportOptions,
): readonly unknown[] {
  return splitCell(emptied(cells.get(column), options) ?? "", options);
}

const UNKNOWN = null as unknown as AssociationItem;

function recordIdIn({ idColumn }: ImportPlan, row: Row, issues: Issue[]): number | undefined {
  if (idColumn === undefined) return undefined;
  const cell = row.cells.get(idColumn);
  const text = typeof cell === "number" ? String(cell) : cell;
  if (typeof text === "string" && /^[1-9]\d{0,14}$/.test(text.trim())) return Number(text);
  const message = "Give the id of the record, a whole number.";
  issues.push({ path: "id", code: "required", message });
  return undefined;
}

async function lookUp(
  db: Db,
  principal: Principal,
  { options }: ImportPlan,
  { column, rows }: { readonly column: KeyColumn; readonly rows: readonly Row[] },
): Promise<Lookup> {
  const { object, definition, target, idProperty, type } = column;
  const toItem = (id: number | string): AssociationItem => ({
    to: { object, id: String(id) },
    ...(type !== undefined && { type }),
  });
  if (definition === undefined) {
    const find = (value: unknown) => {
      const id = scalarText(value) ?? "";
      if (/^[1-9]\d{0,14}$/.test(id)) return toItem(id);
      return `${JSON.stringify(value).slice(0, 100)} is not the id of a ${object}.`;
    };
    return { column, find };
  }
  const targetKey = (value: unknown) => {
    const parsed = parseValue({ ...definition, closed: false }, value);
    return parsed.ok && parsed.value !== null && !Array.isArray(parsed.value)
      ? wholeKey(definition, parsed.value)
      : undefined;
  };
  const keys = rows.flatMap((row) =>
    rowKeys(column, row, options).flatMap((value) => targetKey(value) ?? []),
  );
  const scope = { ...principal, object: target };
  const found = await findIds(db, scope, definition, [...new Set(keys)]);
  const find = (value: unknown) => {
    const ids = found.get(targetKey(value) ?? "") ?? [];
    const [id] = ids;
    if (ids.length === 1 && id !== undefined) return toItem(id);
    const shown = JSON.stringify(value).slice(0, 100);
    if (id === undefined) return `No ${object} has ${idProperty} ${shown}.`;
    const count = ids.length < MAX_LISTED ? ids.length : `${MAX_LISTED} or more`;
    return `${count} records of type ${object} have ${idProperty} ${shown}.`;
  };
  return { column, find };
}

/** Returns why a row was refused, with the columns at fault. */
export function refusalReason(error: BatchError, input: RowInput): string {
  const reasons = refusalReasons(error, input).map(({ column, message }) =>
    column === null ? message : `${column}: ${message}`,
  );
  return [...new Set(reasons)].join(" ");
}

/** One fault of a row. */
export interface Reason {
  /** The column at fault; null if it is not one alone. */
  readonly column: string | null;
  readonly message: string;
}

/** Returns the faults of a row that was refused. */
export function refusalReasons(
  { issues, message }: BatchError,
  input: RowInput,
): readonly Reason[] {
  if (issues.length === 0) return [{ column: null, message }];
  return issues.map((issue) => ({
    column: findColumn(issue.path, input) ?? null,
    message: issue.code === "value_ambiguous" ? ambiguous(issue) : issue.message,
  }));
}

/** A row cannot choose a record by its id, as the request of one record can. */
function ambiguous({ conflictingIds }: Issue): string {
  const listed = conflictingIds as readonly string[];
  const others = listed.length < MAX_LISTED ? [] : ["others"];
  const ids = new Intl.ListFormat("en-GB").format([...listed, ...others]);
  return `Records ${ids} have this value. Merge them, or import this row from a file whose column "id" says which one.`;
}

const MEMBER = /^inputs\.\d+\.(properties|associations)\.(\d+)/;

function findColumn(path: string, input: RowInput): string | undefined {
  const [, kind, index] = MEMBER.exec(path) ?? [];
  if (index === undefined) return undefined;
  const columns = kind === "properties" ? input.propertyColumns : input.associationColumns;
  return columns[Number(index)];
}

/** Returns the header of a file of refused rows. */
export function refusedHeader(columns: readonly string[]): string {
  return csvLine([...columns.filter(isOfFile), REASON_COLUMN].map((text) => withoutFormula(text)));
}

/**
 * Returns the line of a refused row, so that an import of it reads the same cells. What has no column follows the reason:
 * cells beyond the header, or a line of NDJSON that is no object.
 */
export function refusedLine(
  { cells, line = [], extra = [] }: Row,
  columns: readonly string[],
  reason: string,
  { format, multiValueSeparator }: Pick<ImportSettings, "format" | "multiValueSeparator">,
): string {
  const asCell = (cell: unknown) =>
    typeof cell === "string"
      ? withoutFormula(format === "csv" ? unprotected(cell) : cell)
      : cellText(cell, multiValueSeparator);
  const texts = columns.flatMap((column, i) =>
    isOfFile(column) ? [asCell((column === "" ? line[i] : cells.get(column)) ?? "")] : [],
  );
  return csvLine([...texts, withoutFormula(reason), ...extra.map(asCell)]);
}

/** The reason of an earlier import gives way to that of this one. */
function isOfFile(column: string): boolean {
  return column !== REASON_COLUMN;
}
