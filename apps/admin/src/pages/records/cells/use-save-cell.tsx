import { notifications } from "@mantine/notifications";
import { type InfiniteData, useQueryClient } from "@tanstack/react-query";
import { api, type Outputs } from "../../../api.ts";
import { type Saved, type Seen, saveSeen } from "../../../conflict/save-seen.ts";
import type { ObjectType } from "../../../object-types.ts";
import { itemOf } from "../../../property/property-item.ts";
import type { PropertyData } from "../../../property/property-types.ts";
import { useProjectId } from "../../../shell/use-project.ts";
import { useChange } from "../../../ui/forms/use-change.ts";
import { Undo } from "../../../ui/undo.tsx";
import type { Field } from "../fields.ts";
import { refreshRecords } from "../invalidated.ts";
import type { TableRow } from "../use-table.ts";

type Page = Outputs["records"]["list"];
type Item = ReturnType<typeof itemOf>;

interface Edit {
  readonly id: number;
  readonly items: readonly Item[];
  readonly seen: Seen;
}

const UNDO_OFFER_MS = 10_000;
/** Only the last change of a cell offers to be undone, so that offers do not cover the table. */
const NOTICE = "changed cell";

/** Returns a function that saves the value of a cell, which throws what the server refuses, and then offers to undo it. */
export function useSaveCell(type: ObjectType) {
  const projectId = useProjectId();
  const client = useQueryClient();
  const options = {
    mutationKey: api.records.update.mutationKey(),
    mutationFn: ({ id, items, seen }: Edit) => saveSeen({ projectId, type, id }, items, seen),
  };
  const saving = useChange(options, { showsError: true });
  const undoing = useChange(options);

  function show(row: TableRow, name: string, value: PropertyData, saved: Saved): void {
    // Other lists, such as the tasks on Home, have no pages.
    client.setQueriesData<InfiniteData<Page>>(
      { queryKey: api.records.list.infiniteQueryKey() },
      (data) =>
        data && {
          ...data,
          pages: data.pages.map((page) => ({
            ...page,
            records: page.records.map((record) =>
              record.id === row.id
                ? {
                    ...record,
                    ...saved,
                    properties: { ...record.properties, [name]: value as never },
                  }
                : record,
            ),
          })),
        },
    );
    void refreshRecords(client);
  }

  function offerUndo(row: TableRow, field: Field, given: PropertyData, saved: Saved): void {
    const { name, label } = field;
    const items = undone(name).map((one) => itemOf(one, row.properties[one] ?? null));
    const seen = { version: saved.version, properties: { ...row.properties, [name]: given } };
    const undo = async () => {
      await undoing.mutateAsync({ id: row.id, items, seen });
      await refreshRecords(client);
    };
    notifications.hide(NOTICE);
    notifications.show({
      id: NOTICE,
      autoClose: UNDO_OFFER_MS,
      message: (
        <Undo
          text={`Changed ${label} of ${row.name.trim()}.`}
          undo={undo}
          onUndone={() => notifications.hide(NOTICE)}
        />
      ),
    });
  }

  return async (row: TableRow, field: Field, given: PropertyData) => {
    const { name } = field;
    const items = [itemOf(name, given)];
    const saved = await saving.mutateAsync({ id: row.id, items, seen: row });
    show(row, name, given, saved);
    offerUndo(row, field, given, saved);
  };
}

/** Names of the properties that a change of one may change. A record in another pipeline has another stage. */
function undone(name: string): readonly string[] {
  return name === "pipeline" ? ["pipeline", "stage"] : [name];
}
