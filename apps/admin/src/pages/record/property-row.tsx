import {
  ActionIcon,
  Badge,
  HoverCard,
  Loader,
  Tooltip,
  UnstyledButton,
  VisuallyHidden,
} from "@mantine/core";
import { withLabels } from "@rapport/model";
import { IconExternalLink, IconHistory, IconPencil } from "@tabler/icons-react";
import { useEffect, useRef, useState } from "react";
import { useValueMark } from "../../live/changed.ts";
import { Markdown } from "../../markdown/markdown.tsx";
import { PropertyEditor } from "../../property/property-editor.tsx";
import {
  isSameValue,
  type PropertyData,
  type PropertyDefinition,
} from "../../property/property-types.ts";
import { linkTo, PropertyValue, valueHref } from "../../property/property-value.tsx";
import { isMissing, REQUIRED } from "../../records/form/form-fields.ts";
import {
  amountCurrency,
  placeChoices,
  type RecordParts,
  useRecordSearch,
} from "../../records/record-model.ts";
import { useSetProperty } from "../../records/use-record-changes.ts";
import { useMay } from "../../session.ts";
import { firstIssueMessage } from "../../ui/pages/error-notice.tsx";
import { hasNoFocus } from "../../ui/pages/heading-focus.ts";
import { useHint } from "../../ui/use-hint.ts";
import classes from "./properties.module.css";
import { LastChanges } from "./property-history.tsx";

interface PropertyRowProps extends RecordParts {
  readonly definition: PropertyDefinition;
}

/** A property with its value, which becomes an input when it is selected. */
export function PropertyRow({ definition, ...parts }: PropertyRowProps) {
  const { name, label, description } = definition;
  const { id, properties } = parts.record;
  const mark = useValueMark(id, properties[name] ?? null);
  return (
    <div className={classes.row} data-changed={mark}>
      <dt className={classes.name}>
        <Tooltip
          label={description}
          disabled={!description}
          multiline
          maw={280}
          position="top-start"
        >
          <span>{label}</span>
        </Tooltip>
      </dt>
      <dd className={classes.value}>
        <EditableValue {...parts} definition={definition} />
        <div className={classes.tools}>
          <HistoryButton {...parts} name={name} label={label} />
        </div>
      </dd>
    </div>
  );
}

function EditableValue({ definition, ...parts }: PropertyRowProps) {
  const { recordKey, record } = parts;
  const { name } = definition;
  const may = useMay("admin") && !definition.readOnly;
  const value = record.properties[name] ?? null;
  const change = useSetProperty(recordKey, { showsError: true });
  const [, noteEdit] = useHint("edit");
  const editing = useEditing();
  // The record as it was when the editing began. What others change meanwhile is not overwritten unseen.
  const seen = useRef(record);
  const choices = placeChoices(parts, definition);
  const [isEmptied, setEmptied] = useState(false);
  const save = (given: PropertyData) => {
    const isRefused = isMissing(recordKey.type, name, given);
    setEmptied(isRefused);
    if (isRefused) return editing.resume(given);
    editing.stop();
    noteEdit();
    if (isSameValue(given, value) && !change.isError) return;
    const done = `Changed ${definition.label} of ${record.name.trim()}.`;
    change.set({ name, value: given, seen: seen.current, done }, () => editing.resume(given));
  };
  if (may && editing.draft !== null) {
    const refusal = change.error
      ? withLabels(firstIssueMessage(change.error), [definition])
      : undefined;
    return (
      <PropertyEditor
        definition={definition}
        start={editing.draft.value}
        error={isEmptied ? REQUIRED : refusal}
        focuses={editing.draft.focuses}
        onSave={save}
        onCancel={() => {
          setEmptied(false);
          change.reset();
          editing.stop();
        }}
        {...(choices === undefined ? {} : { choices })}
      />
    );
  }
  const shown = {
    definition,
    value,
    currency: amountCurrency(record, definition),
    ...(choices === undefined ? {} : { choices }),
  };
  const edit = () => {
    change.reset();
    seen.current = record;
    editing.start(value);
  };
  // Links cannot be in a button.
  const isMarkdown = definition.format === "markdown" && typeof value === "string";
  return (
    <>
      {isMarkdown ? (
        <div className={classes.shown}>
          <Markdown text={value} />
        </div>
      ) : may ? (
        <UnstyledButton ref={editing.button} className={classes.shown} onClick={edit}>
          <VisuallyHidden>Edit {definition.label}: </VisuallyHidden>
          <PropertyValue {...shown} links={false} />
        </UnstyledButton>
      ) : (
        <div className={`${classes.shown} ${definition.readOnly ? classes.derived : ""}`}>
          <PropertyValue {...shown} />
        </div>
      )}
      <div className={classes.tools} role="status">
        {change.isPending && (
          <>
            <Loader size={14} aria-hidden />
            <VisuallyHidden>Saving</VisuallyHidden>
          </>
        )}
        {change.isSuccess && <VisuallyHidden>Saved</VisuallyHidden>}
      </div>
      <div className={classes.tools}>
        {definition.readOnly && <Derived definition={definition} />}
        {may && isMarkdown && (
          <ActionIcon
            ref={editing.button}
            variant="subtle"
            color="gray"
            size={24}
            aria-label={`Edit ${definition.label}`}
            onClick={edit}
          >
            <IconPencil size={15} aria-hidden />
          </ActionIcon>
        )}
        {may && typeof value === "string" && <Follow definition={definition} value={value} />}
      </div>
    </>
  );
}

interface Draft {
  readonly value: PropertyData;
  readonly focuses: boolean;
}

/** The state of editing a value, and its focus. */
function useEditing() {
  const [draft, setDraft] = useState<Draft | null>(null);
  const button = useRef<HTMLButtonElement>(null);
  const returns = useRef(false);
  const isEditing = draft !== null;
  useEffect(() => {
    if (!isEditing && returns.current) button.current?.focus();
    returns.current = false;
  }, [isEditing]);
  return {
    draft,
    button,
    start: (value: PropertyData) => setDraft({ value, focuses: true }),
    stop: () => {
      // Leaves the focus alone if the admin has moved on.
      returns.current = document.activeElement?.closest("form, body")?.tagName === "FORM";
      setDraft(null);
    },
    /** Reopens the editor with a refused value. Leaves the focus alone if the admin has moved on. */
    resume: (value: PropertyData) => {
      const focuses = document.activeElement === button.current || hasNoFocus();
      setDraft({ value, focuses });
    },
  };
}

function Derived({ definition: { description } }: { readonly definition: PropertyDefinition }) {
  return (
    <Tooltip label={description ?? "Derived from other values, so it cannot be edited."}>
      <Badge variant="default" tt="none" fw={500}>
        Derived
      </Badge>
    </Tooltip>
  );
}

function Follow(props: { readonly definition: PropertyDefinition; readonly value: string }) {
  const href = valueHref(props.definition, props.value);
  if (href === null) return null;
  return (
    <ActionIcon
      component="a"
      {...linkTo(href)}
      variant="subtle"
      color="gray"
      size={24}
      aria-label={`Open ${props.value}`}
    >
      <IconExternalLink size={15} aria-hidden />
    </ActionIcon>
  );
}

interface HistoryButtonProps extends RecordParts {
  readonly name: string;
  readonly label: string;
}

/** Shows the last values under the pointer, and the whole history in a drawer. */
function HistoryButton({ name, label, ...parts }: HistoryButtonProps) {
  const [{ history }, change] = useRecordSearch();
  return (
    <HoverCard
      openDelay={250}
      position="bottom-end"
      width={300}
      shadow="md"
      withRoles={false}
      disabled={history !== undefined}
    >
      <HoverCard.Target>
        <ActionIcon
          className={classes.history}
          variant="subtle"
          color="gray"
          size={24}
          aria-label={`History of ${label}`}
          onClick={() => change({ history: name })}
        >
          <IconHistory size={15} aria-hidden />
        </ActionIcon>
      </HoverCard.Target>
      <HoverCard.Dropdown data-history={name}>
        <LastChanges {...parts} property={name} />
      </HoverCard.Dropdown>
    </HoverCard>
  );
}
