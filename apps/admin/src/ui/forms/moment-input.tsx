import { useState } from "react";
import type { MomentOfDay } from "../values/local-time.ts";
import { DateTimeInput } from "./date-time-input.tsx";

interface MomentInputProps {
  readonly label: string;
  /** What a day without a time stands for. */
  readonly wholeDay: MomentOfDay;
  /** ISO 8601 in UTC. */
  readonly value: string | undefined;
  /** Called on Enter, and when the focus leaves the input. */
  readonly onChange: (value: string | undefined) => void;
}

/** An input for a day and a time, in the reader's time zone, that applies only what is typed completely. */
export function MomentInput({ label, wholeDay, value = "", onChange }: MomentInputProps) {
  // A value that changes from outside, such as by a link or a cleared filter, replaces what is typed.
  const [draft, setDraft] = useState({ of: value, typed: value });
  const typed = draft.of === value ? draft.typed : value;
  const apply = () => typed !== value && onChange(typed || undefined);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: listens to the events of the inputs inside.
    <div
      onBlur={({ currentTarget, relatedTarget }) => {
        if (!currentTarget.contains(relatedTarget)) apply();
      }}
      onKeyDown={({ key }) => {
        if (key === "Enter") apply();
      }}
    >
      <DateTimeInput
        label={label}
        timeLabel={`Time of “${label}”`}
        wholeDay={wholeDay}
        value={typed}
        onChange={(next) => setDraft({ of: value, typed: next })}
      />
    </div>
  );
}
