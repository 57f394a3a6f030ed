import { TextInput, type TextInputProps } from "@mantine/core";
import { useState } from "react";
import { TYPED } from "../ui/values/typed-decimal.ts";

interface NumberInputProps extends Omit<TextInputProps, "value" | "onChange"> {
  /** A decimal for the API, or a text that is none. */
  readonly value: string;
  readonly onChange: (decimal: string) => void;
}

/** An input for a decimal. It shows and takes the format in which pages show numbers. */
export function NumberInput({ value, onChange, ...props }: NumberInputProps) {
  const [typed, setTyped] = useState(() => TYPED.write(value));
  // Keeps what was typed as long as it stands for the value.
  const text = TYPED.read(typed) === value ? typed : TYPED.write(value);
  return (
    <TextInput
      inputMode="decimal"
      {...props}
      value={text}
      onChange={({ currentTarget }) => {
        setTyped(currentTarget.value);
        onChange(TYPED.read(currentTarget.value));
      }}
    />
  );
}
