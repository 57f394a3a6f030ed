import { isPeriod } from "@rapport/model";
import type { Inputs } from "../api.ts";
import { textIn, withoutUndefined } from "../search-values.ts";

type ListInput = Inputs["records"]["list"];
/** A filter as the server takes it. */
export type ServerFilter = NonNullable<ListInput["groups"]>[number][number];
/** `within` compares with a period relative to today, such as `last-7-days`. */
export type Operator = ServerFilter["operator"] | "within";
export type Filter = Omit<ServerFilter, "operator"> & { readonly operator: Operator };
/** A record must meet all filters of one group. Without groups there is no condition. */
export type FilterGroups = readonly (readonly Filter[])[];
export type Sort = NonNullable<ListInput["sort"]>;

/**
 * Query parameters of a table or a board of records: a link opens the same for another admin. With a view, the others say
 * what differs from it; `-` means the default without a view, such as no filter.
 */
export interface RecordsSearch {
  /** Id of a saved view. */
  readonly view?: string | undefined;
  /** The search text. */
  readonly q?: string | undefined;
  /** Internal name of a property; a leading minus means descending. */
  readonly sort?: string | undefined;
  /** Conditions such as `amount.gte.1000;stage.in.new,won`. A `|` begins an alternative group. */
  readonly filter?: string | undefined;
  /** Columns such as `amount:120:p,stage`: with a width, and pinned. */
  readonly columns?: string | undefined;
  /** Internal name of the property that the table is grouped by. */
  readonly group?: string | undefined;
  /** Key of the board's pipeline. */
  readonly pipeline?: string | undefined;
  /** Keys of the board's collapsed stages. */
  readonly collapsed?: string | undefined;
  /** Properties on the board's cards. */
  readonly cards?: string | undefined;
  /** The side form: `new`, or the id of the record to edit. */
  readonly form?: string | undefined;
}

const OPERATORS: readonly Operator[] = [
  "eq",
  "neq",
  "in",
  "not_in",
  "between",
  "contains",
  "not_contains",
  "starts_with",
  "gt",
  "gte",
  "lt",
  "lte",
  "known",
  "unknown",
  "within",
];
/** Operators that take several values. */
const LISTS: ReadonlySet<Operator> = new Set(["in", "not_in", "between"]);
/** The server's limits. */
export const MAX_FILTERS = 50;
export const MAX_GROUPS = 10;
const MAX_FILTER_CHARACTERS = 8_000;
const NEWEST_FIRST: Sort = { property: "id", direction: "desc" };

export function recordsSearch(search: Readonly<Record<string, unknown>>): RecordsSearch {
  return withoutUndefined({
    view: textIn(search.view),
    columns: textIn(search.columns, MAX_FILTER_CHARACTERS),
    group: textIn(search.group),
    pipeline: textIn(search.pipeline),
    collapsed: textIn(search.collapsed, MAX_FILTER_CHARACTERS),
    cards: textIn(search.cards),
    q: textIn(search.q),
    sort: textIn(search.sort),
    // One more character shows that it is too long.
    filter: textIn(search.filter, MAX_FILTER_CHARACTERS + 1),
    form: textIn(search.form),
  });
}

export function readSort(sort: string | undefined): Sort {
  if (sort === undefined || sort === "-") return NEWEST_FIRST;
  return sort.startsWith("-")
    ? { property: sort.slice(1), direction: "desc" }
    : { property: sort, direction: "asc" };
}

/** @returns undefined for the default order */
export function writeSort({ property, direction }: Sort): string | undefined {
  if (property === NEWEST_FIRST.property && direction === NEWEST_FIRST.direction) return undefined;
  return direction === "desc" ? `-${property}` : property;
}

/** Returns whether an operator compares with several values. */
export function takesList(operator: Operator): boolean {
  return LISTS.has(operator);
}

/**
 * Parses the filters of a URL.
 *
 * @returns also `skipped`, the parts that are malformed or above the limits, and `cut`, the part at which the text becomes
 *   too long
 */
export function readGroups(given = ""): {
  readonly groups: FilterGroups;
  readonly skipped: readonly string[];
  readonly cut?: string;
} {
  if (given.length <= MAX_FILTER_CHARACTERS) return readParts(given);
  const end = Math.max(given.lastIndexOf(";"), given.lastIndexOf("|"));
  return { ...readParts(given.slice(0, Math.max(0, end))), cut: given.slice(end + 1) };
}

function readParts(text: string): { groups: FilterGroups; skipped: readonly string[] } {
  const groups: Filter[][] = [];
  const skipped: string[] = [];
  let taken = 0;
  for (const part of text === "-" ? [] : text.split("|")) {
    const group: Filter[] = [];
    for (const one of part.split(";").filter((text) => text !== "")) {
      const filter = readFilter(one);
      const isFull = taken === MAX_FILTERS || groups.length === MAX_GROUPS;
      if (filter === null || isFull) {
        skipped.push(one);
      } else {
        group.push(filter);
        taken++;
      }
    }
    if (group.length > 0) groups.push(group);
  }
  return { groups, skipped };
}

function readFilter(part: string): Filter | null {
  const [, property, name, value = ""] =
    /^((?:associations\.)?\w+)\.(\w+)(?:\.(.*))?$/s.exec(part) ?? [];
  const operator = OPERATORS.find((one) => one === name);
  if (property === undefined || operator === undefined) return null;
  if (operator === "known" || operator === "unknown") return { property, operator };
  if (value === "" || (operator === "within" && !isPeriod(value))) return null;
  if (takesList(operator)) {
    const values = value.split(",").map(unescaped);
    return operator === "between" && values.length !== 2 ? null : { property, operator, values };
  }
  return { property, operator, value: unescaped(value) };
}

/** @returns undefined if there are no filters */
export function writeGroups(groups: FilterGroups): string | undefined {
  const text = groups
    .map((group) => group.map(filterText).join(";"))
    .filter((part) => part !== "")
    .join("|");
  return text === "" ? undefined : text;
}

/** @returns undefined if there are no filters */
export function writeFilters(filters: readonly Filter[]): string | undefined {
  return writeGroups([filters]);
}

function filterText({ property, operator, value, values = [] }: Filter): string {
  const given = takesList(operator) ? values : value === undefined ? [] : [value];
  const text = given.map((one) => escaped(String(one))).join(",");
  return `${property}.${operator}${text === "" ? "" : `.${text}`}`;
}

function escaped(text: string): string {
  return text.replaceAll(/[%;,|]/g, (sign) => `%${sign.charCodeAt(0).toString(16)}`);
}

function unescaped(text: string): string {
  return text.replaceAll(/%(25|3b|2c|7c)/gi, (_, code) =>
    String.fromCharCode(Number.parseInt(code, 16)),
  );
}

/** Query parameters of a record's page. */
export interface RecordSearch {
  /** Kind of the items that the timeline shows. */
  readonly kind?: string | undefined;
  /** The side panel: `note` or `task` writes a new one, with an id (`note-42`) it edits that one. */
  readonly form?: string | undefined;
  /** True if properties without a value are shown too. */
  readonly all?: true | undefined;
  /** Shows only properties whose label or name contains this. */
  readonly find?: string | undefined;
  /** The property whose history is open. */
  readonly history?: string | undefined;
  /** The merged record whose link led here. */
  readonly merged?: number | undefined;
}

export function recordSearch(search: Record<string, unknown>): RecordSearch {
  return withoutUndefined({
    kind: textIn(search.kind, 20),
    form: textIn(search.form, 24),
    all: search.all === true ? true : undefined,
    find: textIn(search.find),
    history: textIn(search.history, 64),
    merged: Number.isSafeInteger(search.merged) ? (search.merged as number) : undefined,
  });
}
