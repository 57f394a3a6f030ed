import { useNavigate } from "@tanstack/react-router";
import { lazy, Suspense } from "react";
import { MergeDialog } from "../../../merge/merge-dialog.tsx";
import { typeNames } from "../../../object-types.ts";
import type { Schema } from "../../../property/use-schema.ts";
import type { Columns } from "../../../records/use-columns.ts";
import type { Asked } from "../../../records/use-records-search.ts";
import type { Table } from "../../../records/use-table.ts";
import { useProjectId } from "../../../shell/use-project.ts";
import { focusNextHeading } from "../../../ui/pages/heading-focus.ts";
import { ExportDialog } from "../export-dialog.tsx";
import type { Selected } from "./selected.ts";
import type { Selection } from "./use-selection.ts";

const others = () => import("./action-dialogs.tsx");

const DIALOGS = {
  edit: lazy(async () => ({ default: (await import("./edit-dialog.tsx")).EditDialog })),
  move: lazy(async () => ({ default: (await others()).MoveDialog })),
  associate: lazy(async () => ({ default: (await others()).AssociateDialog })),
  delete: lazy(async () => ({ default: (await others()).DeleteDialog })),
};

/** What a dialog of the selection bar works on. */
interface BarDialogProps extends SelectionBarProps {
  readonly action: BarAction;
  readonly selected: Selected;
  readonly onClose: () => void;
}

/** The dialog of a button of the selection bar. */
export function BarDialog(props: BarDialogProps) {
  const { action, schema, selection, selected, onClose } = props;
  if (action === "merge") return <Merge {...props} />;
  if (action === "export") return <ExportSelected {...props} />;
  const Dialog = DIALOGS[action];
  return (
    <Suspense>
      <Dialog
        key={schema.name}
        selected={selected}
        schema={schema}
        onStarted={() => {
          onClose();
          selection.clear();
        }}
        onClose={onClose}
      />
    </Suspense>
  );
}

/** Ids that one filter takes. */
const IDS_PER_FILTER = 50;

/** Exports the selected records by their ids, or the whole table. */
function ExportSelected(props: BarDialogProps) {
  const { schema, asked, selection, selected, table, columns, onClose } = props;
  const { name: type } = schema;
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
  const ofIds = {
    ...table,
    input: { ...input, groups },
    count: table.count && { ...table.count, matching: selected.count },
  };
  return <ExportDialog {...{ type, asked, columns, onClose }} table={ofIds} isOfSelected />;
}

function Merge({ schema, selection, onClose }: BarDialogProps) {
  const { name: type } = schema;
  const projectId = useProjectId();
  const navigate = useNavigate();
  return (
    <MergeDialog
      type={type}
      ids={[...selection.ids].toSorted((a, b) => a - b)}
      onClose={onClose}
      onMerged={(primaryId) => {
        onClose();
        selection.clear();
        focusNextHeading();
        void navigate({ to: `/p/${projectId}/${typeNames(type).plural}/${primaryId}` });
      }}
    />
  );
}

/** What can be done with selected records. */
export type BarAction = "edit" | "move" | "associate" | "merge" | "export" | "delete";

/** The selected records of a table. */
export interface SelectionBarProps {
  readonly schema: Schema;
  readonly asked: Asked;
  readonly selection: Selection;
  readonly table: Table;
  readonly columns: Columns;
}
