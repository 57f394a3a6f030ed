import { CrmError } from "../../errors.ts";
import { RESTORABLE_DAYS } from "../../retention.ts";
import { takePlaces } from "../associations/limits.ts";
import { invalid } from "../errors.ts";
import { type Apply, checkVersion, requireRecordLeft, takeUniqueValues } from "./apply.ts";
import { missingRecordError, pathIn } from "./input.ts";

/** Restores a record, as `restoreRecord` does. The batch needs `deletedSince`. */
export const applyRestore: Apply = (context, draft, input) => {
  const { object, at, erased, merged, unread, returning } = context;
  const type = object.name;
  const { id, index, issues } = input;
  if (id === undefined || issues.length > 0) throw invalid(issues);
  const row = draft.records.get(id);
  if (!row || row.deleted_at === null) {
    if (erased.has(id) || merged.has(id) || unread.has(id)) {
      throw missingRecordError(type, id, index, context);
    }
    const message = `No ${type} with id ${id} was deleted in the last ${RESTORABLE_DAYS} days.`;
    throw new CrmError("NOT_FOUND", message);
  }
  checkVersion(context, draft, input, row);
  requireRecordLeft(context, draft);
  for (const { type, id: other, kind } of returning.get(id) ?? []) {
    takePlaces(draft.places, id, { type, id: other, kinds: [kind], path: pathIn(index, "id") });
  }
  takeUniqueValues(context, draft, { id, before: {}, after: row.properties }, input);
  const restored = { ...row, version: row.version + 1, updated_at: at, deleted_at: null };
  draft.replace(index, row, restored);
  const change = { type, action: "restored", row: restored } as const;
  return { index, status: "updated", row: restored, change, targets: [] };
};
