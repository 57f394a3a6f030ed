import type { ObjectCall } from "../../call.ts";
import { CrmError } from "../../errors.ts";
import { givenProperties, type InputPaths } from "../../input-paths.ts";
import { invalid } from "../errors.ts";
import type { AddingDeps } from "../record.ts";
import { keyProperty } from "../record-key.ts";
import { writeBatch } from "./batch.ts";
import { findFaults } from "./check.ts";
import type { BatchError, BatchResult } from "./chunk.ts";
import type { Gathered, InputItem } from "./input.ts";
import { applyUpsert } from "./upsert.ts";

export interface UpsertInput extends Pick<InputItem, "properties" | "associations"> {
  /** The property by which the record is found. */
  readonly idProperty: string;
}

/**
 * Updates the one live record that has the value of a property, or creates it (specification §23). Two upserts of one
 * value at the same time never make two records.
 *
 * @param options.paths paths of the input in the request
 * @param options.gathered the batch that it is part of, if any
 * @throws CrmError INVALID_INPUT; AMBIGUOUS if several records have the value; CONFLICT if a unique value is taken
 */
export async function upsertRecord(
  call: ObjectCall<AddingDeps>,
  input: UpsertInput,
  {
    paths: given,
    gathered,
  }: { readonly paths?: InputPaths; readonly gathered?: Gathered | undefined } = {},
): Promise<Pick<BatchResult, "status" | "record">> {
  const { idProperty, ...item } = input;
  const paths = given ?? givenProperties(item.properties).paths;
  if ("issue" in keyProperty(call.object, idProperty, "idProperty")) {
    throw invalid(await findFaults(call, applyUpsert, input, paths));
  }
  if (gathered !== undefined) return await gathered.write({ item, paths });
  const batch = { inputs: [{ item }], atomic: false, idProperty, paths };
  const { results, errors } = await writeBatch(call, call.object.name, batch, applyUpsert);
  const [result] = results;
  if (result !== undefined) return { status: result.status, record: result.record };
  const { code, message, issues, quota } = errors[0] as BatchError;
  throw new CrmError(code, message, { issues, quota });
}
