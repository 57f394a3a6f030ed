import type { Schema } from "../../../property/use-schema.ts";
import type { Selected } from "../../changes/selected.ts";
import type { Columns } from "../use-columns.ts";
import type { Asked } from "../use-records-search.ts";
import type { Table } from "../use-table.ts";
import type { Selection } from "./use-selection.ts";

/** What can be done with selected records. */
export type BarAction = "edit" | "move" | "associate" | "merge" | "export" | "delete";

/** The selected records of a table. */
export interface SelectionBarProps {
  readonly type: string;
  readonly schema: Schema;
  readonly asked: Asked;
  readonly selection: Selection;
  readonly table: Table;
  readonly columns: Columns;
}

/** What a dialog of the selection bar works on. */
export interface BarDialogProps extends SelectionBarProps {
  readonly action: BarAction;
  readonly selected: Selected;
  readonly onClose: () => void;
}
