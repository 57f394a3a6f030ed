import { type FocusEvent, type KeyboardEvent, useEffect, useLayoutEffect, useRef } from "react";
import { useHold } from "../../../live/live-refetch.ts";
import { AddAssociation } from "../../../records/associations/add-association.tsx";
import { AssociatedList } from "../../../records/associations/associated-list.tsx";
import { useAssociated } from "../../../records/associations/use-associated.ts";
import type { NamedRecord } from "../../../records/record-model.ts";
import { offerUndoOfAssociation, useAssociations } from "../../../records/use-record-changes.ts";
import { useProjectId } from "../../../shell/use-project.ts";
import { LoadMore } from "../../../ui/tables/load-more.tsx";
import classes from "./cell-editor.module.css";
import type { CellEditorProps, Onward } from "./cell-editor.tsx";

interface AssociationEditorProps extends CellEditorProps {
  /** The type of the associated records. */
  readonly other: string;
}

/** Adds and removes associated records over their cell. Enter adds the first one that is found, Esc closes. */
export function AssociationEditor({ schema, other, cell, onClose }: AssociationEditorProps) {
  const { row, field, left, top, width } = cell;
  const recordKey = { projectId: useProjectId(), type: schema.name, id: row.id };
  const box = useRef<HTMLFieldSetElement>(null);
  const isDone = useRef(false);
  const associated = useAssociated(recordKey, other);
  const changes = useAssociations(recordKey);

  // The list below the input may load after it.
  useLayoutEffect(() => {
    box.current?.scrollIntoView({ block: "nearest", inline: "nearest" });
  }, [associated.shown.length]);

  useHold("cell");
  // While a change is saved, the input and the buttons are disabled, so they lose the focus.
  useEffect(() => {
    if (!changes.isPending) box.current?.querySelector("input")?.focus({ preventScroll: true });
  }, [changes.isPending]);

  function close(onward: Onward | null): void {
    if (isDone.current) return;
    isDone.current = true;
    const { activeElement } = document;
    const takesFocus = activeElement === document.body || box.current?.contains(activeElement);
    onClose(onward, takesFocus === true);
  }
  async function add(record: NamedRecord): Promise<void> {
    await changes.add(record);
    offerUndoOfAssociation("Added", record, () => changes.remove(record));
    close(null);
  }
  async function remove(record: NamedRecord): Promise<void> {
    await changes.remove(record);
    associated.removed(record);
    offerUndoOfAssociation("Removed", record, () => changes.add(record));
  }
  const press = (event: KeyboardEvent) => {
    if (event.key === "Escape") close(null);
  };
  const leave = ({ relatedTarget }: FocusEvent) => {
    const isInside = box.current?.contains(relatedTarget) === true;
    if (!isInside && !changes.isPending && document.hasFocus()) close(null);
  };
  const refused = () => undefined;
  return (
    <fieldset
      ref={box}
      className={classes.editor}
      aria-label={`${field.label} of ${row.name}`}
      aria-busy={changes.isPending}
      data-editing-cell
      // A click between the records keeps it open.
      tabIndex={-1}
      style={{ left, top, width }}
      onKeyDown={press}
      onBlur={leave}
    >
      <AddAssociation
        type={other}
        known={associated.known}
        isPending={changes.isPending}
        onAdd={(record) => void add(record).catch(refused)}
        onClose={() => close(null)}
      />
      <AssociatedList
        records={associated.shown}
        isPending={changes.isPending}
        onRemove={(record) => void remove(record).catch(refused)}
      />
      <LoadMore query={associated.more} label="Show more" mt={0} />
    </fieldset>
  );
}
