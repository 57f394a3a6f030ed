import { TextInput } from "@mantine/core";
import { fromLocalTime, toLocalTime } from "../values/local-time.ts";

interface MomentInputProps {
  readonly label: string;
  /** ISO 8601 in UTC. */
  readonly value: string | undefined;
  readonly onChange: (value: string | undefined) => void;
}

/** An input for a time in the reader's time zone. */
export function MomentInput({ label, value, onChange }: MomentInputProps) {
  const shown = toLocalTime(value ?? "").slice(0, 16);
  return (
    <TextInput
      // Shows a value that changes from outside, such as by a link or a cleared filter.
      key={value ?? "none"}
      type="datetime-local"
      label={label}
      max="9999-12-31T23:59"
      defaultValue={shown}
      onBlur={({ currentTarget: { value: typed, validity } }) => {
        if (!validity.badInput && typed !== shown) onChange(fromLocalTime(typed) || undefined);
      }}
      onKeyDown={({ key, currentTarget }) => {
        if (key === "Enter") currentTarget.blur();
      }}
    />
  );
}
