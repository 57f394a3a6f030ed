import { z } from "zod";
import { MAX_ISSUES } from "../../../errors.ts";
import type { BatchInput, BatchInputs, InputItem } from "../../../records/batch/input.ts";
import { toIssues, unfoldUnions, withExample } from "../../input-issues.ts";
import { orRequired } from "../../schemas.ts";
import type { Front } from "../front.ts";
import { recordId } from "../schemas.ts";
import { associationItem, createInput, labelKey, scalar } from "./record-input.ts";
import { writtenRecord } from "./record-schemas.ts";

const MAX_INPUTS = 1_000;

/** Name of the property that finds records. */
export function idProperty(front: Front) {
  const { examples } = front;
  return z
    .string(orRequired("This must name an indexed property."))
    .min(1, { error: "This must name an indexed property." })
    .meta({
      description:
        "Internal name of an indexed property with a single value, which finds the record",
      example: examples.key,
    });
}

/** Whether one failed input undoes the batch. */
export const atomic = z
  .boolean({ error: "This must be true or false." })
  .default(false)
  .meta({ description: "Whether one failed input undoes all; false if omitted" });

const ifVersion = z
  .int({ error: "A version is a positive whole number." })
  .positive({ error: "A version is a positive whole number." })
  .optional()
  .meta({ description: "The version that the record must have", example: 3 });

/** Schemas of one input, by operation (specification §23). */
export const INPUTS = {
  create: createInput.meta({ id: "CreateInput" }),
  read: z
    .strictObject({
      id: recordId.optional(),
      value: scalar.optional().meta({ description: "With `idProperty`: the value to find" }),
    })
    .meta({ id: "ReadInput" }),
  upsert: z
    .strictObject({
      properties: createInput.shape.properties,
      associations: createInput.shape.associations,
    })
    .meta({ id: "UpsertInput" }),
  update: z
    .strictObject({ id: recordId, properties: createInput.shape.properties, ifVersion })
    .meta({ id: "UpdateInput" }),
  delete: z.strictObject({ id: recordId, ifVersion }).meta({ id: "DeleteInput" }),
  associate: z
    .strictObject({ id: recordId, ...associationItem.shape })
    .meta({ id: "AssociateInput" }),
  dissociate: z
    .strictObject({
      id: recordId,
      to: associationItem.shape.to,
      type: labelKey
        .describe("Key of the label to end; the association and all its labels if omitted")
        .optional(),
    })
    .meta({ id: "DissociateInput" }),
} as const;

/** Returns the schema of `inputs`. */
export function batchInputs<Item extends z.ZodType>(item: Item) {
  return z
    .array(item)
    .min(1, { error: "Give at least one input." })
    .max(MAX_INPUTS, { error: `Give at most ${MAX_INPUTS.toLocaleString("en")} inputs.` })
    .meta({ description: "The inputs, which act in this order" });
}

/**
 * Returns the inputs of a request that is malformed elsewhere, or an empty list if `inputs` is not a list. Ignores inputs
 * above the limit.
 */
export function readRawInputs(item: z.ZodType, raw: unknown): readonly BatchInput[] {
  const { inputs } = (raw ?? {}) as { readonly inputs?: unknown };
  return Array.isArray(inputs) ? lazyInputs(item, inputs).slice(0, MAX_INPUTS) : [];
}

/** Returns inputs that are parsed when they are read. */
export function lazyInputs(item: z.ZodType, given: readonly unknown[]): BatchInputs {
  return {
    length: given.length,
    slice: (start, end) => given.slice(start, end).map((one) => parseInput(item, one)),
  };
}

function parseInput(item: z.ZodType, given: unknown): BatchInput {
  const { success, data, error } = item.safeParse(given);
  if (success) return { item: data as InputItem };
  const issues = unfoldUnions(error.issues).slice(0, MAX_ISSUES).flatMap(toIssues);
  return { raw: given, issues: issues.map((issue) => withExample(item, issue)) };
}

const index = z.int().nonnegative().meta({ description: "Position of the input, from 0" });

export const batchResult = z
  .object({
    index,
    status: z
      .enum(["created", "updated", "unchanged", "found", "deleted"])
      .describe("What the input did"),
    record: writtenRecord.describe("The record after the input"),
  })
  .meta({ id: "BatchResult" });

const batchError = z
  .object({
    index,
    code: z.string().meta({ description: "Error code, for programs", example: "NOT_FOUND" }),
    message: z.string().describe("What went wrong and how to fix it"),
    issues: z
      .array(
        z
          .looseObject({ path: z.string(), code: z.string(), message: z.string() })
          // Described with the errors of the API: openapi/openapi.ts.
          .meta({ id: "Issue" }),
      )
      .describe("One entry per fault of the input"),
    quota: z.string().optional().describe("Of QUOTA: what the tenant has too many of"),
    limit: z.int().optional().describe("Of QUOTA: how many the tenant may have"),
    used: z.int().optional().describe("Of QUOTA: how many the tenant has"),
  })
  .meta({ id: "BatchError" });

/** `data` of a batch (specification §23). */
export const batchAnswer = z
  .object({
    results: z.array(batchResult).describe("The inputs that succeeded, in order"),
    errors: z.array(batchError).describe("The inputs that failed, in order; they changed nothing"),
  })
  .meta({ id: "BatchAnswer" });
