import { Button, CloseButton, Group, Select, Stack } from "@mantine/core";
import { withLabels } from "@rapport/model";
import { IconPlus } from "@tabler/icons-react";
import { type RefObject, useRef, useState } from "react";
import { typeNames } from "../../../object-types.ts";
import { PropertyInput } from "../../../property/property-input.tsx";
import {
  type PropertyData,
  type PropertyDefinition,
  trimmed,
} from "../../../property/property-types.ts";
import { useFocusValue } from "../../../property/use-focus-value.ts";
import type { Schema } from "../../../property/use-schema.ts";
import { formFields } from "../../../records/form/form-fields.ts";
import { ErrorNotice, failureIssues } from "../../../ui/pages/error-notice.tsx";
import classes from "./change-dialog.module.css";
import { ChangeDialog } from "./change-dialog.tsx";
import type { PreviewedAction, Selected } from "./selected.ts";

export interface DialogProps {
  readonly selected: Selected;
  readonly schema: Schema;
  readonly onStarted: () => void;
  readonly onClose: () => void;
}

type Edit = Extract<PreviewedAction, { kind: "edit" }>["edits"][number];

/** Properties that one change may edit. */
const MAX_EDITS = 20;
const EMPTY: EditDraft = { name: null, how: "set", value: null };

/** Asks which properties of the selected records to set or clear, or what to add to them or take from them. */
export function EditDialog(props: DialogProps) {
  const { schema } = props;
  const [drafts, setDrafts] = useState<readonly EditDraft[]>([EMPTY]);
  const { important, more } = formFields(schema);
  // The stage has an action of its own.
  const isPlace = ({ name }: PropertyDefinition) =>
    schema.pipelines.length > 0 && (name === "pipeline" || name === "stage");
  const properties = [...important, ...more].filter((property) => !isPlace(property));
  const edits = drafts.map((draft) => toEdit(draft, properties));
  const given = edits.filter((edit) => edit !== null);
  const isComplete = given.length === edits.length;
  const change = (index: number, next: EditDraft | null) =>
    setDrafts((before) => before.flatMap((one, i) => (i === index ? (next ?? []) : one)));
  const list = useRef<HTMLDivElement>(null);
  const remove = (index: number) => {
    change(index, null);
    focusLater(list, Math.min(index, drafts.length - 2));
  };
  return (
    <ChangeDialog
      {...props}
      title={`Edit ${typeNames(schema.name).label.toLowerCase()}`}
      verb="Change"
      action={isComplete ? { kind: "edit", edits: given } : null}
      isChanged={drafts.some(({ name }) => name !== null)}
    >
      {(error) => (
        <Stack gap="sm" ref={list}>
          {drafts.map((draft, i) => (
            <EditFields
              // Drafts have no identity of their own; all their state is in them.
              key={i}
              draft={draft}
              properties={properties.filter(
                ({ name }) => name === draft.name || drafts.every((one) => one.name !== name),
              )}
              error={withLabels(errorAt(error, i) ?? "", properties) || undefined}
              onChange={(next) => change(i, next)}
              onRemove={drafts.length === 1 ? null : () => remove(i)}
            />
          ))}
          <div>
            <Button
              variant="default"
              size="compact-sm"
              leftSection={<IconPlus size={15} aria-hidden />}
              disabled={!isComplete || drafts.length === MAX_EDITS}
              onClick={() => setDrafts([...drafts, EMPTY])}
            >
              Edit another property
            </Button>
          </div>
          {error && !isPlaced(error) ? <ErrorNotice error={error} /> : null}
        </Stack>
      )}
    </ChangeDialog>
  );
}

/** Focuses the value of an edit after the next render, or its property if it has no value. */
function focusLater(list: RefObject<HTMLElement | null>, index: number): void {
  requestAnimationFrame(() => {
    const edit = list.current?.querySelectorAll("[data-edit]")[index];
    const inputs = edit?.querySelectorAll<HTMLElement>("input:not([type=hidden]), textarea");
    valueInput([...(inputs ?? [])])?.focus();
  });
}

/** Returns the first input of the value, because a datetime has two. It follows the property and the action. */
function valueInput(inputs: readonly HTMLElement[]): HTMLElement | undefined {
  return inputs[2] ?? inputs.at(-1);
}

const PLACE = /^action\.edits\.(\d+)\./;

function errorAt(error: unknown, index: number): string | undefined {
  return failureIssues(error).find(({ path }) => PLACE.exec(path)?.[1] === String(index))?.message;
}

function isPlaced(error: unknown): boolean {
  const issues = failureIssues(error);
  return issues.length > 0 && issues.every(({ path }) => PLACE.test(path));
}

/** Returns the edit of a draft; null if it is not complete. */
function toEdit(
  { name, how, value }: EditDraft,
  properties: readonly PropertyDefinition[],
): Edit | null {
  const definition = properties.find((property) => property.name === name);
  if (definition === undefined) return null;
  const { name: internal_name } = definition;
  if (how === "clear") return { internal_name, how };
  const given = trimmed(definition, value);
  if (given === null) return null;
  if (typeof given !== "object") return { internal_name, how, value: given };
  return given.length === 0 ? null : { internal_name, how, values: [...given] };
}

/** What an admin has chosen to do with one property. */
export interface EditDraft {
  readonly name: string | null;
  readonly how: "set" | "clear" | "add" | "remove";
  readonly value: PropertyData;
}

interface EditFieldsProps {
  readonly draft: EditDraft;
  /** Properties to choose from. */
  readonly properties: readonly PropertyDefinition[];
  readonly error: string | undefined;
  readonly onChange: (draft: EditDraft) => void;
  /** Null if it is the only one. */
  readonly onRemove: (() => void) | null;
}

const HOW = [
  { value: "set", label: "Set to" },
  { value: "clear", label: "Clear" },
] as const;
const HOW_SEVERAL = [
  { value: "add", label: "Add" },
  { value: "remove", label: "Remove" },
  { value: "set", label: "Replace with" },
  { value: "clear", label: "Clear" },
] as const;

/** The fields of one edit: the property, what to do with it, and the value. */
export function EditFields({ draft, properties, error, onChange, onRemove }: EditFieldsProps) {
  const { name, how, value } = draft;
  const part = useRef<HTMLDivElement>(null);
  const focusValue = useFocusValue(part, name, valueInput);
  const definition = properties.find((property) => property.name === name);
  const choose = (chosen: string | null) => {
    const next = properties.find((property) => property.name === chosen);
    if (next === undefined) return;
    focusValue();
    onChange({ name: next.name, how: next.multi ? "add" : "set", value: null });
  };
  return (
    <Stack ref={part} data-edit gap="xs" className={onRemove === null ? "" : classes.edit}>
      <Group gap="xs" align="flex-end" wrap="nowrap">
        <Select
          label="Property"
          placeholder="Choose a property"
          searchable
          selectFirstOptionOnChange
          allowDeselect={false}
          flex={1}
          data-autofocus
          // An added one takes the focus from the button that added it, which is disabled now.
          autoFocus={onRemove !== null && name === null}
          data={properties.map((property) => ({ value: property.name, label: property.label }))}
          value={name}
          onChange={choose}
          nothingFoundMessage="No property matches"
        />
        {definition !== undefined && (
          <Select
            label="Action"
            allowDeselect={false}
            w={130}
            data={definition.multi ? [...HOW_SEVERAL] : [...HOW]}
            value={how}
            onChange={(chosen) => onChange({ ...draft, how: (chosen ?? how) as EditDraft["how"] })}
          />
        )}
        {onRemove !== null && (
          <CloseButton mb={4} aria-label="Remove this property" onClick={onRemove} />
        )}
      </Group>
      {definition !== undefined && how !== "clear" && (
        <PropertyInput
          key={definition.name}
          definition={definition}
          value={value}
          error={error}
          required
          onChange={(next) => onChange({ ...draft, value: next })}
        />
      )}
    </Stack>
  );
}
