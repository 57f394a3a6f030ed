import type { Call, ObjectCall } from "../../call.ts";
import { CrmError, type Issue } from "../../errors.ts";
import { givenProperties, type InputPaths } from "../../input-paths.ts";
import { invalid } from "../errors.ts";
import type { AddingDeps } from "../record.ts";
import { keyProperty } from "../record-key.ts";
import { writeBatch } from "./batch.ts";
import type { BatchError, BatchResult } from "./chunk.ts";
import type { BatchInput, InputItem } from "./input.ts";
import { applyUpsert } from "./upsert.ts";

export interface UpsertInput extends Pick<InputItem, "properties" | "associations"> {
  /** The property by which the record is found. */
  readonly idProperty: string;
}

/**
 * Updates the one live record that has the value of a property, or creates it (specification §23). Two upserts of one
 * value at the same time never make two records.
 *
 * @param paths paths of the input in the request
 * @throws CrmError INVALID_INPUT; AMBIGUOUS if several records have the value; CONFLICT if a unique value is taken
 */
export async function upsertRecord(
  { deps, principal, object }: ObjectCall<AddingDeps>,
  input: UpsertInput,
  paths?: InputPaths,
): Promise<Pick<BatchResult, "status" | "record">> {
  const { idProperty, ...item } = input;
  if ("issue" in keyProperty(object, idProperty, "idProperty")) {
    throw invalid(await checkUpsert({ deps, principal, object }, input, paths));
  }
  const { result, error } = await upsert(
    { deps, principal },
    object.name,
    { item },
    { idProperty, paths },
  );
  if (result !== undefined) return { status: result.status, record: result.record };
  const { code, message, issues, quota } = error as BatchError;
  throw new CrmError(code, message, { issues, quota });
}

/**
 * Lists the faults in the input of an upsert that only the project's data can show. Accepts input of any shape; see
 * checkCreate.
 */
export async function checkUpsert(
  { deps, principal, object }: ObjectCall<AddingDeps>,
  raw: object,
  paths?: InputPaths,
): Promise<readonly Issue[]> {
  const { idProperty: name } = raw as { readonly idProperty?: unknown };
  const found =
    typeof name === "string" && name !== "" ? keyProperty(object, name, "idProperty") : undefined;
  const isFault = found !== undefined && "issue" in found;
  const idProperty = isFault || found === undefined ? undefined : found.definition.name;
  // Malformed, so it is never written.
  const input = { raw, issues: [MALFORMED] };
  const { error } = await upsert({ deps, principal }, object.name, input, { idProperty, paths });
  const issues = (error?.issues ?? []).filter(({ code }) => code !== MALFORMED.code);
  return isFault ? [found.issue, ...issues] : issues;
}

const MALFORMED: Issue = { path: "", code: "malformed", message: "" };

async function upsert(
  { deps, principal }: Call<AddingDeps>,
  type: string,
  input: BatchInput,
  {
    idProperty,
    paths: given,
  }: { readonly idProperty: string | undefined; readonly paths: InputPaths | undefined },
): Promise<{ readonly result: BatchResult | undefined; readonly error: BatchError | undefined }> {
  const { properties } = ("item" in input ? input.item : input.raw) as InputItem;
  const paths = given ?? givenProperties(properties).paths;
  const batch = { inputs: [input], atomic: false, idProperty, paths };
  const { results, errors } = await writeBatch({ deps, principal }, type, batch, applyUpsert);
  return { result: results[0], error: errors[0] };
}
