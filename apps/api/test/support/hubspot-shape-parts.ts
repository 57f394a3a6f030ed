import { z } from "zod";

/* Parts of answers that operations of all kinds have, as HubSpot documents them. */

export const time = z.iso.datetime();
const texts = z.record(z.string(), z.array(z.string()));

/** `Error`, the answer to every request that failed. `policyName` and `errorType` are those of its limits. */
export const error = z.strictObject({
  status: z.literal("error"),
  message: z.string().min(1),
  correlationId: z.uuid(),
  category: z.string().min(1),
  subCategory: z.string().optional(),
  context: texts.optional(),
  links: z.record(z.string(), z.string()).optional(),
  errors: z
    .array(
      z.strictObject({
        message: z.string().min(1),
        code: z.string().optional(),
        in: z.string().optional(),
        context: texts.optional(),
        subCategory: z.string().optional(),
      }),
    )
    .optional(),
  policyName: z.string().optional(),
  errorType: z.string().optional(),
});

/** `StandardError`, an error of a batch. */
const standardError = z.strictObject({
  status: z.string(),
  category: z.string(),
  message: z.string(),
  context: texts,
  errors: error.shape.errors.unwrap(),
  links: z.record(z.string(), z.string()),
  id: z.string().optional(),
  // The documents say that it is an object; HubSpot answers a text.
  subCategory: z.string().optional(),
});

const next = z.strictObject({ after: z.string().min(1), link: z.string().optional() });
export const paging = z.strictObject({ next: next.optional() }).optional();

/** `BatchResponse…`, with errors if it is 207 */
function batchOf(item: z.ZodType, hasErrors: boolean): z.ZodType {
  const whole = z.strictObject({
    status: z.enum(["PENDING", "PROCESSING", "CANCELED", "COMPLETE"]),
    results: z.array(item),
    requestedAt: time.optional(),
    startedAt: time,
    completedAt: time,
    links: z.record(z.string(), z.string()).optional(),
  });
  if (!hasErrors) return whole;
  return whole.extend({ numErrors: z.int().positive(), errors: z.array(standardError).min(1) });
}

/** Nothing. */
export const empty = z.literal("");

export const batches = (status: number, item: z.ZodType) => ({
  [status]: batchOf(item, false),
  207: batchOf(item, true),
});
