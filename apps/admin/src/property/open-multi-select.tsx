import { MultiSelect, type MultiSelectProps } from "@mantine/core";
import { useEffect, useReducer, useRef, useState } from "react";
import { ColoredChoice } from "../ui/values/chip.tsx";
import type { Choice } from "./property-types.ts";

interface OpenMultiSelectProps extends Omit<MultiSelectProps, "data" | "value"> {
  readonly choices: readonly Choice[];
  /** True if only the choices are allowed; otherwise typed text is allowed too. */
  readonly isClosed: boolean;
  readonly value: string[];
}

/** A select of several choices by their labels, and of typed values unless the list is closed. */
export function OpenMultiSelect({ choices, isClosed, value, ...props }: OpenMultiSelectProps) {
  const [typed, setTyped] = useState("");
  const [isOpen, setIsOpen] = useState(false);
  const isEnter = useRef(false);
  const [, drawAgain] = useReducer((count: number) => count + 1, 0);
  // A list that opens with its input gets its id only afterwards, and the input would name another one as its list.
  useEffect(() => {
    if (isOpen) drawAgain();
  }, [isOpen]);
  const data = [...choices];
  for (const text of [...value, isClosed ? "" : typed.trim()]) {
    const isNew = text !== "" && !data.some((one) => one.value === text || one.label === text);
    if (isNew) data.push({ value: text, label: text });
  }
  return (
    <MultiSelect
      {...props}
      data={data}
      value={value}
      searchable
      selectFirstOptionOnChange
      hidePickedOptions
      onSearchChange={setTyped}
      dropdownOpened={isOpen}
      onDropdownOpen={() => setIsOpen(true)}
      onDropdownClose={() => setIsOpen(false)}
      onKeyDown={({ key }) => {
        isEnter.current = key === "Enter";
      }}
      // With the list open, another Enter would choose another value instead of submitting the form.
      onOptionSubmit={() => {
        if (isEnter.current) setIsOpen(false);
        isEnter.current = false;
      }}
      renderOption={({ option: { value: one, label } }) => {
        const choice = choices.find((choice) => choice.value === one);
        if (choice === undefined) return `Use “${label}”`;
        if (choice.color === undefined) return label;
        return <ColoredChoice color={choice.color}>{label}</ColoredChoice>;
      }}
      nothingFoundMessage="No value matches"
    />
  );
}
