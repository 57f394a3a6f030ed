import { type InfiniteData, useQueryClient } from "@tanstack/react-query";
import { api, type Outputs } from "../../../api.ts";
import { type Saved, type Seen, saveSeen } from "../../../conflict/save-seen.ts";
import { itemOf } from "../../../property/property-item.ts";
import type { PropertyData } from "../../../property/property-types.ts";
import { useProjectId } from "../../../shell/use-project.ts";
import { useChange } from "../../../ui/forms/use-change.ts";
import type { Field } from "../fields.ts";
import { refreshRecords } from "../invalidated.ts";
import { useOfferUndo } from "../use-offer-undo.tsx";
import type { TableRow } from "../use-table.ts";

type Page = Outputs["records"]["list"];
type Item = ReturnType<typeof itemOf>;

interface Edit {
  readonly id: number;
  readonly items: readonly Item[];
  readonly seen: Seen;
}

/** Returns a function that saves the value of a cell, which throws what the server refuses, and then offers to undo it. */
export function useSaveCell(type: string) {
  const projectId = useProjectId();
  const client = useQueryClient();
  const saving = useChange(
    {
      mutationKey: api.records.update.mutationKey(),
      mutationFn: ({ id, items, seen }: Edit) => saveSeen({ projectId, type, id }, items, seen),
    },
    { showsError: true },
  );
  const offerUndo = useOfferUndo();

  function show(row: TableRow, name: string, value: PropertyData, saved: Saved): void {
    const { updatedAt, version } = saved;
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
                    ...{ updatedAt, version },
                    properties: { ...record.properties, [name]: value as never },
                  }
                : record,
            ),
          })),
        },
    );
    void refreshRecords(client);
  }

  return async (row: TableRow, field: Field, given: PropertyData) => {
    const { name } = field;
    const items = [itemOf(name, given)];
    const saved = await saving.mutateAsync({ id: row.id, items, seen: row });
    show(row, name, given, saved);
    const text = `Changed ${field.label} of ${row.name.trim()}.`;
    offerUndo({ text, recordKey: { projectId, type, id: row.id }, saved });
  };
}
