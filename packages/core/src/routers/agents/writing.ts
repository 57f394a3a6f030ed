import { z } from "zod";
import { type Answer, answerSchema } from "./answer.ts";
import {
  type Args,
  asList,
  associations,
  id,
  ids,
  label,
  object,
  properties,
  records,
  target,
  to,
} from "./arguments.ts";
import { requireObject, type Tool, type ToolCall, toolOperations } from "./tool.ts";

const written = answerSchema(
  z.looseObject({
    index: z.int().describe("Position of the record or id in the call, from 0"),
    status: z.string().describe("created, updated, unchanged or deleted"),
    record: z.looseObject({ id: z.int() }),
  }),
  "What was done; errors has the others, which changed nothing",
);

const FAILS_ALONE = "A record that is refused does not stop the others: see errors.";

export const createRecords: Tool = {
  name: "create_records",
  title: "Create records",
  description: `Creates records of one type, each with its associations. Give idempotency_key if the call may be repeated. To import without duplicates use upsert_records. ${FAILS_ALONE}`,
  access: "write",
  isIdempotent: false,
  input: z.strictObject({
    object,
    records: records({ properties, associations }),
    idempotency_key: z
      .string()
      .min(1)
      .max(255)
      .optional()
      .describe(
        "Any text of your own, 1 to 255 characters. Within 24 hours the same call with the same key is done once",
      ),
  }),
  output: written,
  paths: [[/^inputs\b/, "records"]],
  run: (call) => write(call, "create", asList(call.args.records).map(withTargets)),
};

export const updateRecords: Tool = {
  name: "update_records",
  title: "Update records",
  description: `Sets the named properties of records; others stay. A deal moves when its stage is set, by key or label. Associations are changed by associate_records. ${FAILS_ALONE}`,
  access: "write",
  isIdempotent: true,
  input: z.strictObject({ object, records: records({ id, properties }) }),
  output: written,
  paths: [[/^inputs\b/, "records"]],
  run: (call) => write(call, "update", asList(call.args.records)),
};

export const upsertRecords: Tool = {
  name: "upsert_records",
  title: "Create or update records",
  description: `Updates the record that has the value of the key property, or creates it, so that no duplicates arise. The value is among the properties of each record. ${FAILS_ALONE}`,
  access: "write",
  isIdempotent: true,
  input: z.strictObject({
    object,
    key: z
      .strictObject({
        property: z
          .string()
          .describe(
            "An indexed property with a single value that each record gives, such as email",
          ),
        value: z
          .union([z.string(), z.number(), z.boolean()])
          .optional()
          .describe("The value, if the properties of a single record do not have it"),
      })
      .meta({ example: { property: "email" } }),
    records: records({ properties, associations }),
  }),
  output: written,
  paths: [
    [/^idProperty/, "key.property"],
    [/^inputs\b/, "records"],
  ],
  run(call) {
    const { key, records } = call.args;
    const { property, value } = (key ?? {}) as Args;
    const inputs = asList(records).map(withTargets);
    return write(
      call,
      "upsert",
      inputs.map((one) => withKey(one, property, value)),
      {
        idProperty: property,
      },
    );
  },
};

const PAIR_PATHS = [
  [/^inputs\.(\d+)\.id/, "ids.$1"],
  [/^inputs\.\d+\.(to|type)/, "$1"],
  [/^inputs\b/, "ids"],
] as const;

export const associateRecords: Tool = {
  name: "associate_records",
  title: "Associate records",
  description:
    "Associates records of one type with another record, also with a label such as decision_maker (list_types has the labels). Does nothing for those that are associated already.",
  access: "write",
  isIdempotent: true,
  input: z.strictObject({ object, ids, to, type: label }),
  output: written,
  paths: PAIR_PATHS,
  run: (call) => write(call, "associate", pairs(call.args)),
};

export const dissociateRecords: Tool = {
  name: "dissociate_records",
  title: "Dissociate records",
  description:
    "Ends associations of records of one type with another record: all of each, or with type only the one with that label. The records stay.",
  access: "write",
  isIdempotent: true,
  input: z.strictObject({
    object,
    ids,
    to,
    type: label.describe("Only this label; all if left out"),
  }),
  output: written,
  paths: PAIR_PATHS,
  run: (call) => write(call, "dissociate", pairs(call.args)),
};

export const deleteRecords: Tool = {
  name: "delete_records",
  title: "Delete records",
  description:
    "Deletes records of one type. People can restore them for 90 days. A record that is deleted already is an error.",
  access: "delete",
  isIdempotent: true,
  input: z.strictObject({ object, ids }),
  output: written,
  paths: PAIR_PATHS,
  run: (call) =>
    write(
      call,
      "delete",
      asList(call.args.ids).map((id) => ({ id })),
    ),
};

type Verb = "create" | "update" | "upsert" | "delete" | "associate" | "dissociate";

async function write(
  call: ToolCall,
  verb: Verb,
  inputs: readonly unknown[],
  more: object = {},
): Promise<Answer> {
  let isReplayed = false;
  const key = call.args.idempotency_key;
  const onReplay = () => {
    isReplayed = true;
  };
  const operations = toolOperations(call, { key, onReplay }).objects.batch;
  const input = { object: requireObject(call).plural, inputs, ...more };
  const { data, message } = await operations[verb](input);
  const results = data.results.map(({ record, ...result }) => {
    const { associations: _, ...shown } = record as { id: number; associations?: unknown };
    return { ...result, record: shown };
  });
  return {
    message: isReplayed ? `${message} An earlier call with this idempotency_key did it.` : message,
    results,
    ...(data.errors.length > 0 && { errors: data.errors }),
    nextCursor: null,
  };
}

function withTargets(given: unknown): unknown {
  const { associations } = (given ?? {}) as Args;
  if (!Array.isArray(associations)) return given;
  const named = associations.map((one) =>
    typeof one === "object" && one !== null ? { ...one, to: target((one as Args).to) } : one,
  );
  return { ...(given as object), associations: named };
}

/** Adds the value of the key to the properties of a record, unless they have it. */
function withKey(given: unknown, property: unknown, value: unknown): unknown {
  const { properties } = (given ?? {}) as Args;
  if (value === undefined || typeof property !== "string") return given;
  if (typeof properties !== "object" || properties === null) return given;
  return { ...(given as object), properties: { [property]: value, ...properties } };
}

function pairs({ ids, to, type }: Args): readonly unknown[] {
  return asList(ids).map((id) => ({ id, to: target(to), ...(type !== undefined && { type }) }));
}
