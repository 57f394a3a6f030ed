import { withLabels } from "@rapport/model";
import { type InfiniteData, useQueryClient } from "@tanstack/react-query";
import { type KeyboardEvent, useLayoutEffect, useRef, useState } from "react";
import { api, type Outputs } from "../../../api.ts";
import { type Saved, type Seen, saveSeen } from "../../../conflict/save-seen.ts";
import { refetch } from "../../../invalidation.ts";
import { useHold } from "../../../live/live-refetch.ts";
import { propertyChoices } from "../../../property/choices.ts";
import { PropertyEditor } from "../../../property/property-editor.tsx";
import { isSameValue, type PropertyData, propertyItem } from "../../../property/property-types.ts";
import type { Schema } from "../../../property/use-schema.ts";
import type { Field } from "../../../records/fields.ts";
import { isMissing, REQUIRED } from "../../../records/form/form-fields.ts";
import { useOfferUndo } from "../../../records/use-offer-undo.tsx";
import type { TableRow } from "../../../records/use-table.ts";
import { useProjectId } from "../../../shell/use-project.ts";
import { useChange } from "../../../ui/forms/use-change.ts";
import { firstIssueMessage } from "../../../ui/pages/error-notice.tsx";
import classes from "./cell-editor.module.css";

/** A cell that is being edited, as it was when the editing began. */
export interface EditedCell {
  readonly row: TableRow;
  readonly index: number;
  readonly field: Field;
  /** Where the focus goes afterwards. */
  readonly stop: string;
  /** The place of the cell within the frame of the table, in pixels. */
  readonly left: number;
  readonly top: number;
  readonly width: number;
}

/** The key that moves the focus on after an edit. */
export type Onward = "ArrowDown" | "ArrowUp" | "ArrowRight" | "ArrowLeft";

export interface CellEditorProps {
  readonly schema: Schema;
  readonly cell: EditedCell;
  /**
   * @param onward where the focus goes; null to stay at the cell
   * @param takesFocus false if the admin has focused something else meanwhile
   */
  readonly onClose: (onward: Onward | null, takesFocus: boolean) => void;
}

interface Refused {
  readonly value: PropertyData;
  readonly message: string;
}

/**
 * Edits a value over its cell. Enter and Tab save and move on, Esc cancels. It belongs to the table and not to the row, so
 * it stays with what was typed if the row moves, is scrolled out of view or is deleted.
 */
export function CellEditor({ schema, cell, onClose }: CellEditorProps) {
  const { name: type } = schema;
  const { row, field } = cell;
  const saveCell = useSaveCell(type);
  const box = useRef<HTMLFieldSetElement>(null);
  const onward = useRef<Onward | null>(null);
  const isDone = useRef(false);
  const [isSaving, setSaving] = useState(false);
  const [refused, setRefused] = useState<Refused | null>(null);
  const value = row.properties[field.name] ?? null;
  const { pipeline } = row.properties;
  const choices = propertyChoices(
    field,
    schema,
    typeof pipeline === "string" ? pipeline : undefined,
  );
  useHold("cell");
  const isOfPipeline = field.name === "pipeline" || field.name === "stage";

  // Scrolls what was added below the cell into view: the input, and an error.
  useLayoutEffect(() => {
    box.current?.scrollIntoView({ block: "nearest", inline: "nearest" });
  });

  function close(to: Onward | null): void {
    isDone.current = true;
    const { activeElement } = document;
    const takesFocus = activeElement === document.body || box.current?.contains(activeElement);
    onClose(to, takesFocus === true);
  }
  async function save(given: PropertyData): Promise<void> {
    if (isSaving || isDone.current) return;
    if (isSameValue(given, value)) return close(onward.current);
    if (isMissing(type, field.name, given)) {
      return setRefused({ value: given, message: REQUIRED });
    }
    setSaving(true);
    try {
      await saveCell(row, field, given);
      close(onward.current);
    } catch (error) {
      setRefused({
        value: given,
        message: withLabels(firstIssueMessage(error), schema.properties),
      });
      setSaving(false);
    }
  }
  const press = (event: KeyboardEvent) => {
    const { key, shiftKey } = event;
    onward.current = null;
    if (key === "Enter") onward.current = shiftKey ? "ArrowUp" : "ArrowDown";
    if (key !== "Tab") return;
    const [day, time] = box.current?.querySelectorAll<HTMLInputElement>("input") ?? [];
    // A day is followed by its time.
    if (time?.type === "time" && event.target === (shiftKey ? time : day)) return;
    event.preventDefault();
    onward.current = shiftKey ? "ArrowLeft" : "ArrowRight";
    const input = document.activeElement as HTMLElement;
    // Leaving the input saves. Some inputs take what was typed only then.
    input.blur();
    if (!isDone.current && refused !== null) input.focus();
  };
  return (
    <fieldset
      ref={box}
      className={classes.editor}
      aria-label={`${field.label} of ${row.name}`}
      aria-busy={isSaving}
      data-editing-cell
      style={{ left: cell.left, top: cell.top, width: cell.width }}
      onKeyDownCapture={press}
    >
      <PropertyEditor
        key={refused === null ? "" : JSON.stringify(refused.value)}
        definition={field}
        start={refused === null ? value : refused.value}
        error={refused?.message}
        focuses
        onSave={(given) => void save(given)}
        onCancel={() => close(null)}
        {...(isOfPipeline && choices !== null ? { choices } : {})}
      />
    </fieldset>
  );
}

type Page = Outputs["records"]["list"];
type Item = ReturnType<typeof propertyItem>;

interface Edit {
  readonly id: number;
  readonly items: readonly Item[];
  readonly seen: Seen;
}

/** Returns a function that saves the value of a cell, which throws what the server refuses, and then offers to undo it. */
function useSaveCell(type: string) {
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
    void refetch("records");
  }

  return async (row: TableRow, field: Field, given: PropertyData) => {
    const { name } = field;
    const items = [propertyItem(name, given)];
    const saved = await saving.mutateAsync({ id: row.id, items, seen: row });
    show(row, name, given, saved);
    const text = `Changed ${field.label} of ${row.name.trim()}.`;
    offerUndo({ text, recordKey: { projectId, type, id: row.id }, saved });
  };
}
