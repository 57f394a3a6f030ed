import { useMemo } from "react";
import { propertyChoices } from "../../property/choices.ts";
import type { Schema } from "../../property/use-schema.ts";
import { useProjectId } from "../../shell/use-project.ts";
import { failureIssues } from "../../ui/pages/error-notice.tsx";
import { dayText, TIME_ZONE } from "../../ui/values/local-time.ts";
import { type Field, filterFields } from "../fields.ts";
import type { Filter, FilterGroups, Operator, ServerFilter } from "../search.ts";
import { useToday, withDays } from "./days.ts";
import { isTime, operatorFault } from "./operators.ts";
import { periodRange } from "./period.ts";

/** Groups of filters as the server takes them. */
export interface ServerGroups {
  readonly groups: ServerFilter[][];
}

interface AskedFilter {
  readonly key: string;
  readonly operator: Operator;
  readonly field: Field | undefined;
}

/** What the server is asked for, and where its filters are on the page. */
interface AskedFilters {
  readonly input: ServerGroups;
  /** What is wrong with filters, by their key. They are left out, or compare with the values that are left. */
  readonly faults: ReadonlyMap<string, string>;
  /** Returns the filter that a path of the input names. */
  filterAt(path: string): AskedFilter | undefined;
}

/** Returns what identifies a filter on the page. */
export function filterKey(group: number, index: number): string {
  return `${group}.${index}`;
}

/**
 * Returns the input that asks for the records of a type that a page shows, and a function that returns it without the
 * filters that the server has refused, with what is wrong with filters by their key.
 */
export function useRecordsInput(
  schema: Schema,
  { groups, search }: { readonly groups: FilterGroups; readonly search: string | undefined },
) {
  const projectId = useProjectId();
  const today = useToday().getTime();
  return useMemo(() => {
    const now = new Date(today);
    const ofType = {
      ...{ projectId, type: schema.name },
      ...(search === undefined ? {} : { search: search.slice(0, 255) }),
    };
    const all = askedFilters(groups, schema, { now });
    return {
      input: { ...ofType, ...all.input },
      /** @param error of a query with the input */
      afterRefusal: (error: unknown) => {
        const refused = filterFaults(error, all);
        const left = askedFilters(groups, schema, { now, without: new Set(refused.keys()) });
        return {
          isRefused: refused.size > 0,
          input: { ...ofType, ...left.input },
          faults: new Map([...all.faults, ...refused]),
        };
      },
    };
  }, [groups, schema, search, projectId, today]);
}

/**
 * Converts filters for the server: days and relative dates are those of the reader's time zone, and values that the schema
 * does not have any more are left out.
 *
 * @param without keys of filters to leave out
 */
function askedFilters(
  groups: FilterGroups,
  schema: Schema,
  {
    now,
    without = new Set(),
  }: { readonly now: Date; readonly without?: ReadonlySet<string> | undefined },
): AskedFilters {
  const fields = filterFields(schema);
  const faults = new Map<string, string>();
  const kept = groups
    .map((group, g) =>
      group.flatMap((filter, i) => {
        const key = filterKey(g, i);
        if (without.has(key)) return [];
        const field = fields.find(({ name }) => name === filter.property);
        const { operator } = filter;
        if (operator === "within" && field !== undefined && !isTime(field)) {
          faults.set(key, operatorFault(field, operator));
          return [];
        }
        const gone = removedValues(filter, field, schema);
        if (gone.length > 0) faults.set(key, removedText(gone));
        const left = withoutValues(filter, gone);
        return left === null ? [] : [{ key, operator, field, filter: toServer(left, field, now) }];
      }),
    )
    .filter((group) => group.length > 0);
  return {
    input: { groups: kept.map((group) => group.map(({ filter }) => filter)) },
    faults,
    filterAt(path) {
      const [, group, index] = /^groups\.(\d+)\.(\d+)\./.exec(path) ?? [];
      return kept[Number(group)]?.[Number(index)];
    },
  };
}

/** Returns the values that a closed choice does not have any more. */
function removedValues(
  filter: Filter,
  field: Field | undefined,
  schema: Schema,
): readonly string[] {
  if (field === undefined || field.type === "boolean") return [];
  const isClosed = field.closed || field.name === "stage" || field.name === "pipeline";
  const choices = isClosed ? propertyChoices(field, schema) : null;
  if (choices === null) return [];
  const values = filter.values ?? (filter.value === undefined ? [] : [filter.value]);
  return values.map(String).filter((value) => !choices.some((choice) => choice.value === value));
}

const AND_LIST = new Intl.ListFormat("en-GB");

function removedText(values: readonly string[]): string {
  const names = AND_LIST.format(values.map((value) => `“${value}”`));
  return `${names} no longer ${values.length === 1 ? "exists" : "exist"}.`;
}

/** @returns null if no value is left to compare with */
function withoutValues(filter: Filter, gone: readonly string[]): Filter | null {
  if (gone.length === 0) return filter;
  const values = filter.values?.filter((value) => !gone.includes(String(value))) ?? [];
  return values.length === 0 ? null : { ...filter, values };
}

function toServer(filter: Filter, field: Field | undefined, now: Date): ServerFilter {
  const { property, operator } = filter;
  const zone = field?.type === "datetime" ? `[${TIME_ZONE}]` : "";
  if (operator !== "within") return { ...withDays(filter, field, zone), operator };
  const range = periodRange(String(filter.value), now);
  // The server refuses this value, and so says what is wrong with the property.
  if (range === null) return { property, operator: "gte", value: false };
  const text = (at: Date) => dayText(at) + zone;
  const from = range.from && text(range.from);
  // `between` includes its end.
  const end = range.until && text(new Date(range.until.getTime() - DAY_MS / 2));
  if (from !== null && end !== null) return { property, operator: "between", values: [from, end] };
  if (from !== null) return { property, operator: "gte", value: from };
  return { property, operator: "lt", value: range.until === null ? "" : text(range.until) };
}

const DAY_MS = 86_400_000;

/** Returns what is wrong with filters by their key, or nothing if anything else is wrong. */
function filterFaults(error: unknown, asked: AskedFilters): ReadonlyMap<string, string> {
  const faults = new Map<string, string>();
  for (const { path, code, message } of failureIssues(error)) {
    const filter = asked.filterAt(path);
    if (filter === undefined) return new Map();
    const { key, field, operator } = filter;
    // The message calls the operator by its name in the API.
    const isMisused = code === "operator_invalid" && field !== undefined;
    faults.set(key, isMisused ? operatorFault(field, operator) : message);
  }
  return faults;
}
