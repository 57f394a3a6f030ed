import { z } from "zod";
import { requireAnyScope } from "../../access/require-scope.ts";
import type { ObjectSchema, ProjectSchema } from "../../object-schema.ts";
import { cursorIssues, openPosition, sealPosition } from "../../paging.ts";
import { listKinds } from "../../records/associations/kinds.ts";
import { pipelineView, propertyView } from "../../schema/views.ts";
import {
  type Answer,
  answerSchema,
  countFitting,
  fittedPage,
  jsonBytes,
  MAX_BYTES,
} from "./answer.ts";
import { cursor, object } from "./arguments.ts";
import { refuseFaults, type Tool, type ToolCall, typesFor } from "./tool.ts";

const property = z.looseObject({
  name: z.string(),
  type: z.string(),
  options: z.array(z.looseObject({ value: z.string() })).optional(),
});

export const listTypes: Tool = {
  name: "list_types",
  title: "List object types",
  description:
    "Without arguments: the object types that may be used, with their properties, options, pipelines and labels of associations in short. If message says that something is left out, and before a write to a type of the project's own, give object: all about that type, also labels, rules and what a record requires.",
  access: "any",
  isIdempotent: true,
  input: z.strictObject({ object: object.optional(), cursor }),
  output: answerSchema(
    z.looseObject({
      object: z.string().describe("The type in the plural, as the argument object takes it"),
      label: z.string().optional().describe("Its name for people"),
      properties: z.array(property).optional(),
    }),
    "The types; with object, that one",
  ),
  async run(call) {
    refuseFaults(call, ...cursorIssues(call.deps, call.args.cursor));
    const { object } = call;
    if (object === undefined) return overview(call);
    const rights = ["read", "write", "delete"].map((right) => `crm.${object.plural}.${right}`);
    requireAnyScope(call.principal, rights);
    return details(call, object);
  },
};

/** Bytes of an overview that has names only. */
const OVERVIEW_BYTES = 7_900;
/** Properties of all types together of which an overview is tried. More never fit. */
const MAX_SHOWN = 1_500;
/** Characters of a label in it; shorter ones are tried until all types fit. */
const LABEL_CHARACTERS = [60, 20, 0];

async function overview(call: ToolCall): Promise<Answer> {
  const types = typesFor(call.schema, call.principal);
  const start = startOfPage(call, "types");
  const total = types.reduce((sum, { properties }) => sum + properties.size, 0);
  for (const hasOptions of total > MAX_SHOWN || start > 0 ? [] : [true, false]) {
    const results = types.map((type) => inShort(call, type, hasOptions));
    const message = `Labels${hasOptions ? "" : ", options, stages"} and rules are left out. Give object for all about a type.`;
    const answer = { results, nextCursor: null, message };
    if (jsonBytes(answer) <= MAX_BYTES) return answer;
  }
  const shown = LABEL_CHARACTERS.map((length) => types.map((type) => brief(type, length)));
  const message = "Properties are left out. Give object for all about a type.";
  const page = (rows: readonly object[]) => ({
    ...{ results: rows.slice(start), nextCursor: null, message },
  });
  const whole = shown.map(page).find((answer) => jsonBytes(answer) <= OVERVIEW_BYTES);
  if (whole !== undefined) return whole;
  const rows = page(shown.at(-1) ?? []).results;
  const room = { results: rows, nextCursor: cursorAt(call, "types", types.length), message };
  const count = countFitting(room, OVERVIEW_BYTES);
  const nextCursor = cursorAt(call, "types", start + count);
  return { results: rows.slice(0, count), nextCursor, message };
}

/** Shows the names of what `object` shows all about. */
function inShort(call: ToolCall, object: ObjectSchema, hasOptions: boolean): object {
  const { required, pipelines, associationLabels } = describeType(call, object);
  return {
    ...brief(object, LABEL_CHARACTERS[0] ?? 0),
    properties: [...object.properties.values()].map(({ name, type, multi, options = [] }) => ({
      ...{ name, type, ...(multi && { multi }) },
      ...(hasOptions && options.length > 0 && { options: options.map(({ value }) => ({ value })) }),
    })),
    ...(required.length > 0 && { required }),
    ...(pipelines && {
      pipelines: pipelines.map(({ key, stages }) => ({
        key,
        ...(hasOptions && { stages: stages.map((stage) => ({ key: stage.key })) }),
      })),
    }),
    ...(associationLabels && {
      associationLabels: associationLabels.map(({ to, type }) => ({ to, type })),
    }),
  };
}

/** Shows a type, with its label if that says more than its name. */
function brief({ plural, pluralTitle }: ObjectSchema, length: number): object {
  const says = pluralTitle.toLowerCase().replaceAll(/\W+/g, "_") !== plural;
  const isCut = pluralTitle.length > length;
  const label = isCut ? `${pluralTitle.slice(0, length).toWellFormed()}…` : pluralTitle;
  return { object: plural, ...(says && length > 0 && { label }) };
}

/** Shows all of a type. Its properties may need several answers. */
async function details(call: ToolCall, object: ObjectSchema): Promise<Answer> {
  const start = startOfPage(call, object.name);
  const head = start === 0 ? describeType(call, object) : {};
  const properties = [...object.properties.values()].map((one) => compact(propertyView(one)));
  // A page of properties, as if each of them was a result.
  const read = async (limit: number) => ({
    head,
    results: properties.slice(start, start + limit),
    nextCursor: null,
  });
  const page = await fittedPage(properties.length, read, MAX_BYTES - ROOM_BYTES);
  const end = start + page.results.length;
  const { results, head: shownHead, ...rest } = page;
  return {
    ...rest,
    results: [{ object: object.plural, ...(shownHead as object), properties: results }],
    nextCursor: end < properties.length ? cursorAt(call, object.name, end) : null,
  };
}

/** For what is around the properties. */
const ROOM_BYTES = 1_000;

function describeType({ schema, principal }: ToolCall, object: ObjectSchema) {
  const { name, title, pluralTitle, description, nameProperties, rules, pipelines } = object;
  // Most types have no labels, and a project has up to 12,000 pairs of types.
  const labelled = new Set(
    schema.labels
      .filter(({ type, toType }) => type === name || toType === name)
      .flatMap(({ type, toType }) => [type, toType]),
  );
  const others = typesFor(schema, principal, ["read", "write"]).filter((other) =>
    labelled.has(other.name),
  );
  const labels = others.flatMap((other) =>
    listKinds(object, other)
      .slice(1)
      .map(({ type, most, label }) => ({
        to: other.plural,
        type,
        label: label?.key === type ? label.label : label?.inverseLabel,
        ...(most !== null && { most }),
      })),
  );
  return {
    ...{ name, label: pluralTitle, singular: title },
    ...(description !== null && { description }),
    may: ["read", "write", "delete"].filter((right) =>
      principal.scopes.has(`crm.${object.plural}.${right}`),
    ),
    nameProperties,
    // Sets of properties. A record has a value of at least one of each.
    required: rules.required ?? [],
    ...(pipelines.length > 0 && {
      pipelines: pipelines.map(pipelineView).map(({ stages, isDefault, ...pipeline }) => ({
        ...pipeline,
        ...(isDefault && { isDefault }),
        stages: stages.map(({ key, label, closed, probability }) => ({
          ...{ key, label },
          ...(closed && { closed }),
          ...(probability !== null && { probability }),
        })),
      })),
    }),
    ...(labels.length > 0 && { associationLabels: labels }),
  };
}

/** Leaves out what a property does not have. */
function compact({ internal_name: name, builtIn: _, ...view }: ReturnType<typeof propertyView>) {
  const { label, options, ...rest } = view;
  const isSaid = label.toLowerCase().replaceAll(/\W+/g, "_") === name;
  const shown = Object.entries(rest).filter(([, value]) => value !== null && value !== false);
  return {
    name,
    ...(!isSaid && { label }),
    ...Object.fromEntries(shown),
    ...(options.length > 0 && {
      options: options.map(({ value, label }) =>
        label.toLowerCase() === value ? { value } : { value, label },
      ),
    }),
  };
}

/** A cursor is of one version of the schema, because its places are positions in lists. */
const identity = ({ version }: ProjectSchema, list: string) => ({
  list: "agents.types",
  filter: { list, version },
});

function startOfPage(call: ToolCall, list: string): number {
  const cursor = call.args.cursor as string | undefined;
  return openPosition<number>(call, identity(call.schema, list), cursor) ?? 0;
}

function cursorAt(call: ToolCall, list: string, place: number): string {
  return sealPosition(call, identity(call.schema, list), place);
}
