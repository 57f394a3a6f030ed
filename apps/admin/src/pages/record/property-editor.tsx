import { ActionIcon } from "@mantine/core";
import { IconCheck, IconX } from "@tabler/icons-react";
import { type FocusEvent, type KeyboardEvent, useEffect, useRef, useState } from "react";
import { isChoice, PropertyInput } from "../../property/property-input.tsx";
import { trimmed } from "../../property/property-item.ts";
import type { Choice, PropertyData, PropertyDefinition } from "../../property/property-types.ts";
import { useModKey } from "../../ui/use-mod-key.ts";
import classes from "./properties.module.css";

interface PropertyEditorProps {
  readonly definition: PropertyDefinition;
  readonly start: PropertyData;
  readonly choices?: readonly Choice[];
  /** The server's refusal of what stands there. */
  readonly error: string | undefined;
  readonly focuses: boolean;
  readonly onSave: (value: PropertyData) => void;
  readonly onGiveUp: () => void;
}

/** The input in place of a value: Enter or leaving it saves, Esc gives up; choosing saves at once. */
export function PropertyEditor(props: PropertyEditorProps) {
  const { definition, start, choices, error, focuses, onSave, onGiveUp } = props;
  const form = useRef<HTMLFormElement>(null);
  const modKey = useModKey();
  const [value, setValue] = useState(start);
  // Inputs that take what was typed as they lose the focus say so before the form hears of it.
  const latest = useRef(start);
  const choosing = isChoice(definition, choices);
  useEffect(() => {
    if (!focuses) return;
    const input = form.current?.querySelector<HTMLInputElement>(
      "input:not([type=hidden]), textarea",
    );
    input?.focus();
    // What can be chosen is shown at once; what was typed before is typed over.
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
    // A date of which only a part is filled in is no value yet: the browser says so.
    if (!isRefused) form.current?.requestSubmit();
  };
  const press = (event: KeyboardEvent) => {
    if (event.key === "Escape") {
      event.stopPropagation();
      onGiveUp();
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
          // Taking the focus from the input would save.
          onMouseDown={(event) => event.preventDefault()}
          onClick={onGiveUp}
          aria-label="Give up"
        >
          <IconX size={16} aria-hidden />
        </ActionIcon>
      </div>
    </form>
  );
}

const BUTTON = { variant: "subtle", size: 24 } as const;
