import type { Issue } from "../../errors.ts";
import { ourName, typeAt } from "../../hubspot/names.ts";
import type { ObjectSchema } from "../../object-schema.ts";
import { MAX_FILTERS } from "../../query/search-objects.ts";
import { operationsFor } from "../app.ts";
import {
  type HubspotOperation,
  type Members,
  objectInPath,
  readAfter,
  readLimit,
  textsIn,
  toMembers,
} from "./operation.ts";
import { namesToRead, ourValue, shownProperties, shownRecord } from "./records.ts";

const MAX_PER_PAGE = 200;

const search: HubspotOperation = {
  method: "POST",
  path: "/crm/v3/objects/{objectType}/search",
  scopes: ["crm.{type}.read"],
  async run(call) {
    const object = objectInPath(call);
    const { filters, sorts, query, properties, limit, after, ...given } = toMembers(call.body);
    // The filters of one group may stand alone.
    const { filterGroups = filters && [{ filters }] } = given;
    const shown = shownProperties(object, textsIn(properties));
    const groups = Array.isArray(filterGroups) ? filterGroups.map(toMembers) : filterGroups;
    const faults = wildcardFaults(groups);
    const { data } = await operationsFor(call, { faults }).objects.search({
      object: object.plural,
      ...(groups !== undefined && { filterGroups: ourGroups(object, groups) }),
      ...(sorts !== undefined && { sorts: ourSorts(object, sorts) }),
      ...(query !== undefined && query !== "" && { query }),
      limit: readLimit(limit, 10, MAX_PER_PAGE),
      cursor: readAfter(after),
      properties: namesToRead(shown),
      total: true,
    });
    const { results, nextCursor, total } = data;
    return {
      status: 200,
      body: {
        total: total?.value ?? 0,
        results: results.map((record) => shownRecord(call, object, record, shown)),
        ...(nextCursor !== null && { paging: { next: { after: nextCursor } } }),
      },
    };
  },
};

/** Lists patterns with a `*` before the end of a word. HubSpot serves them; the index of words has only beginnings. */
function wildcardFaults(groups: unknown): readonly Issue[] {
  if (!Array.isArray(groups)) return [];
  // A search with more filters is refused anyway.
  const filters = groups.flatMap(({ filters }: Members, i) =>
    Array.isArray(filters)
      ? filters
          .slice(0, MAX_FILTERS)
          .map((one, j) => [toMembers(one), `${i}.filters.${j}`] as const)
      : [],
  );
  return filters.slice(0, MAX_FILTERS).flatMap(([{ operator, value }, at]) => {
    const isPattern = operator === "CONTAINS_TOKEN" || operator === "NOT_CONTAINS_TOKEN";
    if (!isPattern || typeof value !== "string" || !/\*./s.test(value)) return [];
    const message = 'A * stands only at the end of a word. Example: "boat*"';
    return [{ path: `filterGroups.${at}.value`, code: "value_invalid", message }];
  });
}

/** Groups without filters are left out. HubSpot's clients send them. */
function ourGroups(object: ObjectSchema, groups: unknown): unknown {
  if (!Array.isArray(groups)) return groups;
  return groups.flatMap(({ filters }: Members) => {
    if (!Array.isArray(filters)) return [{ filters }];
    return filters.length === 0 ? [] : [{ filters: filters.map((one) => ourFilter(object, one)) }];
  });
}

function ourFilter(object: ObjectSchema, given: unknown): unknown {
  const { propertyName, operator, value, highValue, values } = toMembers(given);
  const name = typeof propertyName === "string" ? propertyName : "";
  const operand = (one: unknown) => ourOperand(object, name, one);
  return {
    internal_name: searchedName(object, name),
    operator,
    ...(isGiven(value) && { value: operand(value) }),
    ...(isGiven(highValue) && { highValue: operand(highValue) }),
    ...(Array.isArray(values) && values.length > 0 && { values: values.map(operand) }),
  };
}

/** Some clients send the members that an operator does not take, with nothing in them. */
function isGiven(value: unknown): boolean {
  return value !== undefined && value !== null && value !== "";
}

/** Returns our name of what a filter or sort compares. `associations.contact` is one of HubSpot's too. */
function searchedName(object: ObjectSchema, name: string): string {
  const [, type] = /^associations\.(.+)$/s.exec(name) ?? [];
  if (type === undefined) return ourName(object, name);
  return `associations.${typeAt(object.schema, type)?.name ?? type}`;
}

function ourOperand(object: ObjectSchema, name: string, given: unknown): unknown {
  const ours = ourValue(object, name, given);
  // A filter compares one of several values.
  return Array.isArray(ours) ? (ours[0] ?? given) : ours;
}

function ourSorts(object: ObjectSchema, sorts: unknown): unknown {
  if (!Array.isArray(sorts)) return sorts;
  return sorts.map((given) => {
    if (typeof given === "string") {
      const direction = given.startsWith("-") ? "DESCENDING" : "ASCENDING";
      return { internal_name: sortedName(object, given.replace(/^-/, "")), direction };
    }
    const { propertyName, direction } = toMembers(given);
    const name = typeof propertyName === "string" ? propertyName : "";
    return {
      internal_name: sortedName(object, name),
      ...(isGiven(direction) && { direction }),
    };
  });
}

/** HubSpot sorts by `createdate`. Where it is a property that is not indexed, the time of the record takes its place. */
function sortedName(object: ObjectSchema, name: string): string {
  const own = searchedName(object, name);
  const isUnsorted = name === "createdate" && object.properties.get(own)?.indexed === false;
  return isUnsorted ? "createdAt" : own;
}

export const SEARCH = [search];
