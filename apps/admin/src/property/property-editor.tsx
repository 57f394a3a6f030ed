import { ActionIcon } from "@mantine/core";
import { IconCheck, IconX } from "@tabler/icons-react";
import { type FocusEvent, type KeyboardEvent, useEffect, useRef, useState } from "react";
import { hasOpenList, useModKey } from "../ui/keyboard.ts";
import classes from "./property-editor.module.css";
import { isChoice, PropertyInput } from "./property-input.tsx";
import {
  type Choice,
  type PropertyData,
  type PropertyDefinition,
  trimmed,
} from "./property-types.ts";

interface PropertyEditorProps {
  readonly definition: PropertyDefinition;
  readonly start: PropertyData;
  readonly choices?: readonly Choice[];
  /** The server's error. */
  readonly error: string | undefined;
  readonly focuses: boolean;
  readonly onSave: (value: PropertyData) => void;
  readonly onCancel: () => void;
}

/**
 * Edits a value in place. Enter or leaving the input saves; a choice saves immediately. Esc closes an open list of
 * suggestions, or else cancels; the list of a choice is the editor itself.
 */
export function PropertyEditor(props: PropertyEditorProps) {
  const { definition, start, choices, error, focuses, onSave, onCancel } = props;
  const form = useRef<HTMLFormElement>(null);
  const modKey = useModKey();
  const [value, setValue] = useState(start);
  // Some inputs report a change only on blur, just before the form's own blur handler.
  const latest = useRef(start);
  const choosing = isChoice(definition, choices);
  useEffect(() => {
    if (!focuses) return;
    const input = form.current?.querySelector<HTMLInputElement>(
      "input:not([type=hidden]), textarea",
    );
    // The editor of a cell scrolls into view as a whole.
    input?.focus({ preventScroll: input.closest("[data-editing-cell]") !== null });
    // Opens the list of choices, or selects the text so that typing replaces it.
    if (choosing) input?.click();
    else if (!/^date/.test(input?.type ?? "")) input?.select();
  }, [focuses, choosing]);

  const change = (given: PropertyData) => {
    latest.current = given;
    setValue(given);
    if (choosing) onSave(given);
  };
  const leave = (event: FocusEvent) => {
    if (event.currentTarget.contains(event.relatedTarget) || !document.hasFocus()) return;
    const isRefused = error !== undefined && latest.current === start;
    // requestSubmit lets the browser reject an incomplete date.
    if (!isRefused) form.current?.requestSubmit();
  };
  const press = (event: KeyboardEvent) => {
    if (event.key === "Escape") {
      event.stopPropagation();
      if (choosing || !hasOpenList(event.currentTarget)) onCancel();
    }
    const isEnter = event.key === "Enter" && (event.ctrlKey || event.metaKey);
    if (isEnter && definition.type === "text") form.current?.requestSubmit();
  };
  return (
    <form
      ref={form}
      className={classes.form}
      aria-label={`Edit ${definition.label}`}
      onBlur={leave}
      onKeyDown={press}
      onSubmit={(event) => {
        event.preventDefault();
        onSave(trimmed(definition, latest.current));
      }}
    >
      <div className={classes.input}>
        <PropertyInput
          definition={definition}
          value={value}
          onChange={change}
          onPick={(picked) => {
            change(picked);
            onSave(picked);
          }}
          hideLabel
          error={error && <span role="alert">{error}</span>}
          {...(choices === undefined ? {} : { choices })}
          {...(definition.type === "text" ? { description: `${modKey} Enter saves.` } : {})}
        />
      </div>
      <div className={classes.buttons}>
        {!choosing && (
          <ActionIcon {...BUTTON} type="submit" aria-label="Save">
            <IconCheck size={16} aria-hidden />
          </ActionIcon>
        )}
        <ActionIcon
          {...BUTTON}
          color="gray"
          // Moving the focus out of the input would save.
          onMouseDown={(event) => event.preventDefault()}
          onClick={onCancel}
          aria-label="Cancel"
        >
          <IconX size={16} aria-hidden />
        </ActionIcon>
      </div>
    </form>
  );
}

const BUTTON = { variant: "subtle", size: 24 } as const;
