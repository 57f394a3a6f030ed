import { CrmError } from "../errors.ts";
import type { Apply } from "../records/batch/apply.ts";
import { applyUpsert } from "../records/batch/upsert.ts";

/** Updates the one live record that has the value of the key property. Creates none. */
export const applyUpdateByKey: Apply = (context, draft, input) => {
  const { key, paths } = input;
  if (key === undefined || (draft.keys.get(key.value) ?? []).length > 0) {
    return applyUpsert(context, draft, input);
  }
  const { title } = context.object;
  const message = `No ${title.toLowerCase()} has this ${key.property}.`;
  const path = paths.conflict(key.property);
  throw new CrmError("NOT_FOUND", message, {
    issues: [{ path, code: "record_not_found", message }],
  });
};
