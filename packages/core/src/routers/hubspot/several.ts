import type { CrmError } from "../../errors.ts";
import { invalid } from "../../records/errors.ts";
import { thrownError } from "../app.ts";
import { standardError } from "./errors.ts";
import {
  type HubspotAnswer,
  type HubspotCall,
  type Members,
  objectInPath,
  repeated,
  toMembers,
} from "./operation.ts";

export const MAX_INPUTS = 1_000;

/**
 * Returns the inputs of a batch. One that is no object has no members.
 *
 * @throws CrmError INVALID_INPUT unless there are 1 to 1,000
 */
export function inputsIn({ body }: Pick<HubspotCall, "body">): readonly Members[] {
  const { inputs } = toMembers(body);
  if (Array.isArray(inputs) && inputs.length >= 1 && inputs.length <= MAX_INPUTS) {
    return inputs.map(toMembers);
  }
  const message = `inputs must be a list of 1 to ${MAX_INPUTS.toLocaleString("en")} inputs.`;
  throw invalid([{ path: "inputs", code: "value_invalid", message }]);
}

/**
 * Returns the answer to a batch: 207 if a part of it failed.
 *
 * @param status if all succeeded
 */
export function batchAnswer(
  { startedAt }: { readonly startedAt: string },
  status: number,
  results: readonly object[],
  errors: readonly object[],
): HubspotAnswer {
  const completedAt = new Date().toISOString();
  const failed = errors.length > 0 ? { numErrors: errors.length, errors } : {};
  return {
    status: errors.length > 0 ? 207 : status,
    body: { status: "COMPLETE", results, ...failed, startedAt, completedAt },
  };
}

/** Does the same for each input, one after the other. A failed one does not stop the others. */
export async function tryEach(
  call: HubspotCall,
  inputs: readonly Members[],
  status: number,
  run: (input: Members) => Promise<object>,
): Promise<HubspotAnswer> {
  const startedAt = new Date().toISOString();
  const object = objectInPath(call);
  const results: object[] = [];
  const errors: object[] = [];
  for (const input of inputs) {
    try {
      results.push(await run(input));
    } catch (thrown) {
      const error = inputErrorOrThrow(thrown);
      errors.push(standardError(error, object, { ids: [repeated(input.name)] }));
    }
  }
  return batchAnswer({ startedAt }, status, results, errors);
}

/** Returns the error of one input of a batch. Rethrows errors that concern the whole request, such as a missing scope. */
export function inputErrorOrThrow(thrown: unknown): CrmError {
  const error = thrownError(thrown);
  if (!OF_ONE.has(error.code)) throw thrown;
  return error;
}

const OF_ONE: ReadonlySet<string> = new Set([
  ...["INVALID_INPUT", "NOT_FOUND", "CONFLICT", "IN_USE", "ERASED", "MERGED", "QUOTA"],
  ...["ASSOCIATION_LIMIT", "AMBIGUOUS", "VERSION_MISMATCH"],
]);

/** Does the same for each input, one after the other, until one fails. */
export async function doEach(
  inputs: readonly Members[],
  run: (input: Members) => Promise<void>,
): Promise<HubspotAnswer> {
  for (const input of inputs) await run(input);
  return { status: 204 };
}
