import { currencyDigits, type PropertyDefinition, roundDecimal } from "@rapport/model";
import { z } from "zod";
import { recordScope, requireScope } from "../../access/require-scope.ts";
import { dayOfRate, type Rates, readRates } from "../../currencies/rates.ts";
import type { Issue } from "../../errors.ts";
import type { ObjectSchema } from "../../object-schema.ts";
import { type CountedGroup, countGroups } from "../../query/count-groups.ts";
import { parseRequest } from "../../query/search-objects.ts";
import { unknownNameIssue } from "../../schema/property-names.ts";
import { answerSchema } from "./answer.ts";
import { filterGroups, filters, MAX_ITEMS, object, query } from "./arguments.ts";
import { SEARCH_PATHS } from "./reading.ts";
import {
  filterValueIssues,
  refuseFaults,
  requireObject,
  type Tool,
  type ToolCall,
} from "./tool.ts";

export const countRecords: Tool = {
  name: "count_records",
  title: "Count records",
  description:
    "Counts the records of one type that meet filters and query, in groups by a stage, pipeline, owner, enumeration or true/false property (group_by), and adds up a number property (sum). One call answers questions such as: deals above 10,000 by stage with their amounts.",
  access: "read",
  isIdempotent: true,
  input: z.strictObject({
    object,
    group_by: z
      .string()
      .optional()
      .describe("Property to group by, such as stage, owner_id or priority; one group if left out"),
    sum: z.string().optional().describe("Number property to add up, such as amount"),
    filters,
    query,
  }),
  output: answerSchema(
    z.looseObject({
      value: z
        .union([z.string(), z.boolean(), z.null()])
        .describe("Value of group_by; null for records without one"),
      label: z.string().optional(),
      count: z.int(),
      sum: z
        .string()
        .nullable()
        .optional()
        .describe("Exact decimal; null if there is none, or if sums has several currencies"),
      sums: z.array(z.looseObject({ currency: z.string().nullable(), sum: z.string() })).optional(),
      total: z
        .looseObject({
          currency: z.string(),
          sum: z.string().nullable(),
          leftOut: z.array(z.looseObject({ currency: z.string().nullable(), count: z.int() })),
        })
        .optional()
        .describe(
          "All amounts in the reporting currency of the project, rounded: closed deals at the rates of their close dates, open ones at those of today. leftOut counts records whose currency has no rate, or that have none",
        ),
    }),
    "The groups, in the order of the stages or options",
  ).extend({
    total: z.looseObject({ value: z.int(), relation: z.enum(["eq", "gte"]) }).optional(),
  }),
  paths: SEARCH_PATHS,
  async run(call) {
    const { args, deps, principal } = call;
    const object = requireObject(call);
    requireScope(principal, recordScope(object, "read"));
    const { query } = args;
    const { search, issues } = parseRequest(object, { query, ...filterGroups(args.filters) });
    const by = propertyIn(object, args, "group_by", GROUPS);
    const sum = propertyIn(object, args, "sum", NUMBERS);
    const found = [by, sum].flatMap((one) => ("issue" in one ? [one.issue] : []));
    refuseFaults(call, ...issues, ...filterValueIssues(call), ...found);
    const until = Date.now() + MAX_MS;
    const rates = await readRates(deps, principal);
    const grouping = {
      object,
      by: "definition" in by ? by.definition : undefined,
      sums: "definition" in sum && sum.definition ? [sum.definition] : [],
      dayOfRate: rates === null ? undefined : dayOfRate(object, rates),
      isEnough: () => Date.now() > until,
    };
    const counted = await countGroups({ deps, principal }, search, grouping);
    const { groups, total } = counted;
    const known = knownGroups(object, grouping.by);
    // Values that are no stage or option come after those, and records without one last.
    const rows = groups
      .map((group) => {
        const { place, shown } = known.get(groupName(group)) ?? {};
        return { group, shown, place: place ?? known.size + (group.value === null ? 1 : 0) };
      })
      .toSorted((a, b) => a.place - b.place || b.group.count - a.group.count)
      .map(({ group, shown }) => ({
        value: group.value,
        ...shown,
        count: group.count,
        ...grouping.sums.map(({ name }) => sumProperty(group, name, rates))[0],
      }));
    const notes = [
      ...(rows.length > MAX_ITEMS
        ? [`Only the ${MAX_ITEMS} largest of ${rows.length} groups are shown.`]
        : []),
      ...(total.relation === "gte" ? ["Counting stopped after 10 seconds: there are more."] : []),
    ];
    const largest = rows.toSorted((a, b) => b.count - a.count).slice(0, MAX_ITEMS);
    return {
      results: rows.length > MAX_ITEMS ? largest : rows,
      total,
      ...(notes.length > 0 && { message: notes.join(" ") }),
      nextCursor: null,
    };
  },
};

/** How long records are counted. */
const MAX_MS = 10_000;

interface Kind {
  readonly code: string;
  readonly message: string;
  fits(definition: PropertyDefinition): boolean;
}

const GROUPS: Kind = {
  code: "property_not_grouped",
  message:
    "Records are grouped by a stage, a pipeline, an owner, an enumeration, or true or false.",
  fits: ({ name, type }) =>
    type === "enumeration" ||
    type === "boolean" ||
    ["stage", "pipeline", "owner_id"].includes(name),
};

const NUMBERS: Kind = {
  code: "property_not_number",
  message: "Only a number with a single value is added up.",
  fits: ({ type, multi, readOnly }) => type === "number" && !multi && !readOnly,
};

function propertyIn(
  { properties }: ObjectSchema,
  args: ToolCall["args"],
  path: "group_by" | "sum",
  { code, message, fits }: Kind,
): { readonly definition?: PropertyDefinition } | { readonly issue: Issue } {
  const name = args[path];
  if (typeof name !== "string") return {};
  const definition = properties.get(name);
  const allowed = [...properties.values()].filter(fits).map((one) => one.name);
  if (definition === undefined) {
    const { message: unknown, ...issue } = unknownNameIssue(name, properties.keys(), path);
    return { issue: { ...issue, message: `${unknown} Allowed: ${allowed.join(", ")}.`, allowed } };
  }
  if (fits(definition)) return { definition };
  return { issue: { path, code, message: `${message} Allowed: ${allowed.join(", ")}.`, allowed } };
}

/** What the schema says of a group. */
interface KnownGroup {
  readonly place: number;
  readonly shown: { readonly label: string; readonly pipeline?: object };
}

/** Returns what is known of the groups of a property, by `groupName`, in the order of the stages or options. */
function knownGroups(
  { pipelines }: ObjectSchema,
  by: PropertyDefinition | undefined,
): ReadonlyMap<string, KnownGroup> {
  const isOnly = pipelines.length === 1;
  const stages = pipelines.flatMap((pipeline) => {
    const { key, label } = pipeline;
    const shown = isOnly ? {} : { pipeline: { key, label } };
    return pipeline.stages.map((stage) => ({
      ...{ value: stage.key, label: stage.label, pipeline: key, shown },
    }));
  });
  const places = pipelines.map(({ key: value, label }) => ({ value, label }));
  const options = by?.name === "pipeline" ? places : (by?.options ?? []);
  const others = options.map(({ value, label }) => ({ value, label, pipeline: null, shown: {} }));
  const known = by?.name === "stage" ? stages : others;
  return new Map(
    known.map(({ label, shown, ...group }, place) => [
      groupName(group),
      { place, shown: { label, ...shown } },
    ]),
  );
}

function groupName({ value, pipeline }: Pick<CountedGroup, "value" | "pipeline">): string {
  return JSON.stringify([value, pipeline]);
}

function amountTotals({ convertible }: CountedGroup, rates: Rates): object {
  const { amount, leftOut } = rates.total([...convertible.values()]);
  const sum = amount === null ? null : roundDecimal(amount, currencyDigits(rates.currency));
  return { total: { currency: rates.currency, sum, leftOut } };
}

function sumProperty(group: CountedGroup, name: string, rates: Rates | null): object {
  const { sums, convertible } = group;
  const all = [...(sums.get(name) ?? [])].map(([currency, sum]) => ({ currency, sum }));
  const isMoney = all.some(({ currency }) => currency !== null);
  return {
    sum: all.length === 1 ? all[0]?.sum : null,
    ...(isMoney && { sums: all }),
    ...(rates && convertible.size > 0 && amountTotals(group, rates)),
  };
}
