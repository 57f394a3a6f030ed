import { TextInput } from "@mantine/core";

interface MomentInputProps {
  readonly label: string;
  /** ISO 8601 in UTC. */
  readonly value: string | undefined;
  readonly onChange: (value: string | undefined) => void;
}

/** An input for a time in the reader's time zone. */
export function MomentInput({ label, value, onChange }: MomentInputProps) {
  return (
    <TextInput
      // Shows a value that changes from outside, such as by a link or a cleared filter.
      key={value ?? "none"}
      type="datetime-local"
      label={label}
      max="9999-12-31T23:59"
      defaultValue={value === undefined ? "" : localTime(new Date(value))}
      onBlur={({ currentTarget: { value: typed } }) => {
        const next = typed === "" ? undefined : new Date(typed).toISOString();
        if (next !== value) onChange(next);
      }}
      onKeyDown={({ key, currentTarget }) => {
        if (key === "Enter") currentTarget.blur();
      }}
    />
  );
}

function localTime(at: Date): string {
  const shifted = new Date(at.getTime() - at.getTimezoneOffset() * 60_000);
  return shifted.toISOString().slice(0, 16);
}
