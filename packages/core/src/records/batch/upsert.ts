import type { RecordRow, recordIndex } from "@rapport/db";
import { CrmError } from "../../errors.ts";
import type { ObjectSchema } from "../../object-schema.ts";
import { wholeKey } from "../../record-index/index-key.ts";
import { invalid } from "../errors.ts";
import { type Apply, applyCreate, type BatchContext, checkTargets, updateRow } from "./apply.ts";
import { batchFull, type CheckedInput } from "./input.ts";

/** Updates the one live record that has the value of the key property, or creates a record (specification §23). */
export const applyUpsert: Apply = (context, draft, input) => {
  const { key } = input;
  // Which rules apply depends on the record.
  if (key === undefined) throw invalid(checkTargets(context, input, []).issues);
  const ids = draft.keys.get(key.value) ?? [];
  const [id] = ids;
  const row = ids.length === 1 && id !== undefined ? draft.records.get(id) : undefined;
  if (row) return updateRow(context, draft, keepingKey(context, input, key, row), row);
  if (ids.length === 1 && id !== undefined && context.unread.has(id)) throw batchFull(input.index);
  if (ids.length > 1) {
    const { issues } = checkTargets(context, input, []);
    if (issues.length > 0) throw invalid(issues);
    throw noSingleRecord(context.object, key.property, ids, input.paths.conflict(key.property));
  }
  const step = applyCreate(context, draft, input);
  draft.keys.set(key.value, [step.row.id]);
  return step;
};

/** Returns the refusal of a value that no record has, or several. */
export function noSingleRecord(
  { name, plural }: ObjectSchema,
  property: string,
  ids: readonly number[],
  path: string,
): CrmError {
  if (ids.length === 0) {
    const message = `There is no ${name} with this ${property} in this project.`;
    return CrmError.ofIssue("NOT_FOUND", { path, code: "record_not_found", message });
  }
  const message = `Several ${plural} have this ${property}. Choose one by its id.`;
  const conflictingIds = ids.map(String);
  return CrmError.ofIssue("AMBIGUOUS", { path, code: "value_ambiguous", message, conflictingIds });
}

/**
 * Leaves out the key's value where the record keeps its own. An email and a phone number keep their spelling, so that two
 * systems that spell it differently do not take turns. So does a record that was found by another value: an additional
 * email, or a value of a record that was merged into it.
 */
function keepingKey(
  { object }: BatchContext,
  input: CheckedInput,
  key: recordIndex.UniqueKey,
  { properties }: RecordRow,
): CheckedInput {
  const definition = object.properties.get(key.property);
  const own = properties[key.property] ?? null;
  if (definition === undefined) return input;
  const isOwn = own !== null && !Array.isArray(own) && wholeKey(definition, own) === key.value;
  if (isOwn && definition.type !== "email" && definition.type !== "phone") return input;
  const values = new Map(input.values);
  values.delete(key.property);
  return { ...input, values };
}
