import { z } from "zod";
import {
  type Answer,
  answerSchema,
  countFitting,
  fittedPage,
  record,
  withShortened,
} from "./answer.ts";
import {
  asList,
  BUILT_IN,
  cursor,
  filterGroups,
  filters,
  id,
  ids,
  limit,
  MAX_ITEMS,
  names,
  object,
  query,
  sort,
  sorts,
} from "./arguments.ts";
import {
  filterValueIssues,
  refuseFaults,
  requireObject,
  type Tool,
  type ToolCall,
  toolOperations,
  typesFor,
  withNames,
} from "./tool.ts";

const USUAL = 20;

export const SEARCH_PATHS = [
  [/^filterGroups\.\d+\.(filters\.\d+)\.internal_name/, "$1.property"],
  [/^filterGroups\.\d+\.(filters\.\d+)\.highValue/, "$1.high_value"],
  [/^filterGroups\.\d+\.filters/, "filters"],
  [/^filterGroups/, "filters"],
  [/^sorts\.0\.internal_name/, "sort.property"],
  [/^sorts(\.0)?/, "sort"],
] as const;

const properties = names("Properties to return; all that have a value if left out");

export const searchRecords: Tool = {
  name: "search_records",
  title: "Search records",
  description: `Finds records of one type by words (query), by conditions (filters), or both. Without either it lists all. A filter on associations.companies with EQ and an id finds the records that are associated with that company. Stages and pipelines are compared by key or label. ${BUILT_IN}`,
  access: "read",
  isIdempotent: true,
  input: z.strictObject({
    object,
    query,
    filters,
    sort,
    limit: limit(MAX_ITEMS, USUAL),
    cursor,
    properties,
    associations: names("Types of associated records to return with each record; none if left out"),
  }),
  output: answerSchema(record, "The records"),
  paths: SEARCH_PATHS,
  async run(call) {
    const { args } = call;
    const { query, cursor, properties, associations } = args;
    const faults = [...call.faults, ...filterValueIssues(call)];
    const operations = toolOperations({ ...call, faults });
    return fittedPage(limitIn(args, USUAL), async (limit) => {
      const found = await operations.objects.search({
        object: requireObject(call).plural,
        ...{ query, cursor, properties, associations, limit },
        ...filterGroups(args.filters),
        ...sorts(args.sort),
      });
      const { results, nextCursor } = found.data;
      return { results: await withNames(call, results), nextCursor };
    });
  },
};

const key = z
  .strictObject({
    property: z.string().describe("An indexed property with a single value"),
    value: z.union([z.string(), z.number(), z.boolean()]).optional(),
    values: z
      .array(z.union([z.string(), z.number(), z.boolean()]))
      .min(1)
      .max(MAX_ITEMS)
      .optional(),
  })
  .meta({ example: { property: "email", value: "ada@example.com" } });

export const getRecords: Tool = {
  name: "get_records",
  title: "Get records",
  description:
    "Returns records of one type, by ids or by the value of an indexed property (key), with their properties and the names of associated records of every type that may be read.",
  access: "read",
  isIdempotent: true,
  input: z.strictObject({
    object,
    ids: ids.optional(),
    key: key.optional().describe("Instead of ids: a property and the value or values to find"),
    properties,
    associations: names("Types of associated records to return; all if left out"),
    cursor,
  }),
  output: answerSchema(record, "The records that were found, in the order of the call"),
  paths: [
    [/^idProperty/, "key.property"],
    [/^inputs\.(\d+)\.id/, "ids.$1"],
    [/^inputs\.(\d+)\.value/, "key.values.$1"],
    [/^inputs\b/, "ids"],
  ],
  async run(call) {
    const { ids, key, properties, associations } = call.args;
    const { property, value, values } = (key ?? {}) as Readonly<Record<string, unknown>>;
    const isByKey = key !== undefined;
    if (isByKey === (ids !== undefined)) {
      const message = "Give either ids or key.";
      refuseFaults(call, { path: "ids", code: "ids_or_key", message });
    }
    const wanted = isByKey
      ? [...(value === undefined ? [] : [value]), ...asList(values)].map((value) => ({ value }))
      : asList(ids).map((id) => ({ id }));
    const start = placeIn(call, wanted.length);
    const object = requireObject(call);
    const types = typesFor(call.schema, call.principal, ["read"]).map(({ name }) => name);
    const operations = toolOperations(call);
    const found: { index: number; record: object }[] = [];
    const errors: { index: number }[] = [];
    const answerUpTo = (end: number): Answer => ({
      results: found.filter(({ index }) => index < end).map(({ record }) => record),
      errors: errors.filter(({ index }) => index < end),
      nextCursor: end < wanted.length ? String(end) : null,
    });
    // Without inputs the operation says what is missing.
    let at = start;
    do {
      const some = wanted.slice(at, at + CHUNK);
      const { data } = await operations.objects.batch.read({
        ...{ object: object.plural, inputs: some, properties },
        associations: associations ?? types,
        ...(isByKey && { idProperty: property }),
      });
      const { results } = data;
      const records = await withNames(
        call,
        results.map(({ record }) => record),
      );
      for (const [i, record] of records.entries()) {
        found.push({ index: at + (results[i]?.index ?? 0), record });
      }
      for (const error of data.errors) errors.push({ ...error, index: at + error.index });
      at = Math.min(at + CHUNK, wanted.length);
      const answer = answerUpTo(at);
      const fits = countFitting(answer);
      if (fits < answer.results.length) {
        const end = Math.max(found[fits]?.index ?? at, (found[0]?.index ?? at) + 1);
        const cut = answerUpTo(end);
        return countFitting(cut) < cut.results.length ? withShortened(cut) : cut;
      }
    } while (at < wanted.length);
    return answerUpTo(at);
  },
};

/** Records that are read at once. */
const CHUNK = 20;

/** Returns the place that a cursor of `get_records` names. */
function placeIn(call: ToolCall, most: number): number {
  const { cursor } = call.args;
  if (cursor === undefined) return 0;
  const place = typeof cursor === "string" && /^\d{1,3}$/.test(cursor) ? Number(cursor) : most;
  if (place > 0 && place < most) return place;
  const message = "The cursor does not come from this list. Start without a cursor.";
  refuseFaults(call, { path: "cursor", code: "cursor_invalid", message });
  return 0;
}

export const getHistory: Tool = {
  name: "get_history",
  title: "Get the history of a record",
  description:
    "Returns who changed a record (actor), when, and the old and new values, newest first. With property, only the changes of that property.",
  access: "read",
  isIdempotent: true,
  input: z.strictObject({
    object,
    ids: z
      .array(id)
      .length(1, { error: "Give the id of one record." })
      .meta({
        description: "The id of one record",
        example: [42],
      }),
    property: z
      .string()
      .optional()
      .describe("A property, or associations.{type} for associations with records of a type"),
    limit: limit(MAX_ITEMS, USUAL),
    cursor,
  }),
  output: answerSchema(z.looseObject({ at: z.string(), action: z.string() }), "The changes"),
  paths: [[/^internal_name/, "property"]],
  async run(call) {
    const { args } = call;
    const { ids, property: internal_name, cursor } = args;
    // Without a right id, the operation would report one that was not given.
    if (call.faults.some(({ path }) => path.startsWith("ids"))) refuseFaults(call);
    const operations = toolOperations(call);
    return fittedPage(limitIn(args, USUAL), async (limit) => {
      const { data } = await operations.objects.history({
        object: requireObject(call).plural,
        ...{ id: asList(ids)[0], internal_name, cursor, limit },
      });
      const results = data.results.map(({ changes, ...entry }) => ({
        ...entry,
        changes: changes.map(({ internal_name: property, ...change }) => ({ property, ...change })),
      }));
      return { results, nextCursor: data.nextCursor };
    });
  },
};

/** Returns the limit of a call whose arguments may have faults. */
export function limitIn({ limit }: ToolCall["args"], usual: number): number {
  return typeof limit === "number" && limit >= 1 && limit <= MAX_ITEMS ? limit : usual;
}
