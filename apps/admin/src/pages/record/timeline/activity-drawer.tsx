import { useMe } from "../../../session.ts";
import { RecordDrawer } from "../../records/record-drawer.tsx";
import { type RecordParts, useRecordSearch } from "../record-model.ts";
import { activityForm } from "./activity-kinds.ts";

/** The side panel in which an activity of the record is written. */
export function ActivityDrawer({ recordKey: { type, id } }: RecordParts) {
  const [search, change] = useRecordSearch();
  const me = useMe();
  const open = activityForm(search.form);
  return (
    <RecordDrawer
      type={open?.kind ?? "note"}
      form={open?.form}
      onClose={() => change({ form: undefined })}
      creation={{ associatedWith: { type, id }, values: { owner_id: me.email } }}
    />
  );
}
