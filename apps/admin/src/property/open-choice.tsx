import { Autocomplete, type AutocompleteProps } from "@mantine/core";
import { useState } from "react";
import { SUGGESTS } from "../ui/forms/suggests.tsx";
import { type Choice, labelOf } from "./property-types.ts";

interface OpenChoiceProps extends Omit<AutocompleteProps, "value" | "onChange" | "data"> {
  readonly choices: readonly Choice[];
  readonly value: string;
  readonly onChange: (value: string) => void;
  /** Called with the value of a suggestion that is picked. */
  readonly onPick?: ((value: string) => void) | undefined;
}

/** A text input with suggestions. A suggestion's label is converted to its value; other text is the value itself. */
export function OpenChoice({ choices, value, onChange, onPick, ...frame }: OpenChoiceProps) {
  const [typed, setTyped] = useState(() => labelOf(choices, value));
  const [opening] = useState(typed);
  const valueFor = (text: string) => choices.find(({ label }) => label === text)?.value ?? text;
  return (
    <Autocomplete
      {...SUGGESTS}
      {...frame}
      // Shows all suggestions until the text changes.
      {...(typed === opening ? { filter: ({ options }) => options } : {})}
      data={[...new Set(choices.map(({ label }) => label))]}
      onOptionSubmit={(label) => onPick?.(valueFor(label))}
      value={valueFor(typed) === value ? typed : labelOf(choices, value)}
      onChange={(text) => {
        setTyped(text);
        onChange(valueFor(text));
      }}
    />
  );
}
