import { Popover } from "@mantine/core";
import { type KeyboardEvent, type ReactElement, useState } from "react";
import type { Schema } from "../../../property/use-schema.ts";
import type { Filter } from "../search.ts";
import { FilterForm } from "./filter-form.tsx";

interface FilterEditorProps {
  readonly type: string;
  readonly schema: Schema;
  readonly pipeline: string | undefined;
  readonly filter?: Filter;
  readonly onSave: (filter: Filter) => void;
  /** The button that toggles the editor. */
  readonly target: (toggle: () => void) => ReactElement;
}

/** A button whose popover edits a filter. */
export function FilterEditor({ onSave, target, ...form }: FilterEditorProps) {
  const [opened, setOpened] = useState(false);
  const save = (filter: Filter) => {
    setOpened(false);
    onSave(filter);
  };
  const closeOnEscape = ({ key, currentTarget }: KeyboardEvent<HTMLElement>) => {
    // The popover would close before the list.
    if (key === "Escape" && !hasOpenList(currentTarget)) setOpened(false);
  };
  return (
    <Popover
      opened={opened}
      onChange={setOpened}
      position="bottom-start"
      width={300}
      shadow="md"
      trapFocus
      returnFocus
      closeOnEscape={false}
    >
      <Popover.Target>{target(() => setOpened((before) => !before))}</Popover.Target>
      <Popover.Dropdown onKeyDownCapture={closeOnEscape}>
        <FilterForm {...form} onSave={save} />
      </Popover.Dropdown>
    </Popover>
  );
}

function hasOpenList(part: HTMLElement): boolean {
  // The list itself is elsewhere in the page.
  return part.querySelector("[aria-haspopup=listbox][aria-expanded=true]") !== null;
}
