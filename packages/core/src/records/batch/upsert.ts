import { invalid } from "../errors.ts";
import { type Apply, applyCreate, type BatchContext, checkTargets, updateRow } from "./apply.ts";
import { batchFull, type CheckedInput } from "./input.ts";
import { notOne } from "./not-one.ts";

/** Updates the one live record that has the value of the key property, or creates a record (specification §23). */
export const applyUpsert: Apply = (context, draft, input) => {
  const { key } = input;
  // Which rules apply depends on the record.
  if (key === undefined) throw invalid(checkTargets(context, input, []).issues);
  const ids = draft.keys.get(key.value) ?? [];
  const [id] = ids;
  const row = ids.length === 1 && id !== undefined ? draft.records.get(id) : undefined;
  if (row)
    return updateRow(context, draft, withoutOtherSpelling(context, input, key.property), row);
  if (ids.length === 1 && id !== undefined && context.unread.has(id)) throw batchFull(input.index);
  if (ids.length > 1) {
    const { issues } = checkTargets(context, input, []);
    if (issues.length > 0) throw invalid(issues);
    throw notOne(context.type, key.property, ids, input.paths.conflict(key.property));
  }
  const step = applyCreate(context, draft, input);
  draft.keys.set(key.value, [step.row.id]);
  return step;
};

/** An email and a phone number keep their spelling, so that two systems that spell it differently do not take turns. */
function withoutOtherSpelling(
  { schema }: BatchContext,
  input: CheckedInput,
  name: string,
): CheckedInput {
  const type = schema.properties.get(name)?.type;
  if (type !== "email" && type !== "phone") return input;
  const values = new Map(input.values);
  values.delete(name);
  return { ...input, values };
}
