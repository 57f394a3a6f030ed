import { ExportDialog } from "../export/export-dialog.tsx";
import type { BarDialogProps } from "./bar-props.ts";

/** Ids that one filter takes. */
const IDS_PER_FILTER = 50;

/** Exports the selected records by their ids, or the whole table. */
export function ExportSelected(props: BarDialogProps) {
  const { type, asked, selection, selected, table, columns, onClose } = props;
  if (selection.except !== null) {
    return <ExportDialog {...{ type, asked, table, columns, onClose }} />;
  }
  const ids = [...selection.ids];
  const groups = Array.from({ length: Math.ceil(ids.length / IDS_PER_FILTER) }, (_, i) => [
    {
      property: "id",
      operator: "in" as const,
      values: ids.slice(i * IDS_PER_FILTER, (i + 1) * IDS_PER_FILTER),
    },
  ]);
  const { search: _search, ...input } = table.input;
  const [filters = [], ...orGroups] = groups;
  const ofIds = {
    ...table,
    input: { ...input, filters, orGroups },
    count: table.count && { ...table.count, matching: selected.count },
  };
  return <ExportDialog {...{ type, asked, columns, onClose }} table={ofIds} isOfSelected />;
}
