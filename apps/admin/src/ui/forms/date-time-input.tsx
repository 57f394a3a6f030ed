import { Group, Input, TextInput, type TextInputProps } from "@mantine/core";
import { isDay, withoutMidnight } from "@rapport/model";
import { type ChangeEvent, useId, useState } from "react";
import {
  fromLocalDay,
  fromLocalTime,
  isWholeDay,
  type MomentOfDay,
  toDatetime,
  toLocalTime,
} from "../values/local-time.ts";
import { isIncomplete, TYPED_DAYS } from "./field-errors.ts";

interface DateTimeInputProps
  extends Pick<TextInputProps, "label" | "error" | "description" | "required" | "disabled"> {
  /** Replaces a label that is not shown. */
  readonly "aria-label"?: string | undefined;
  readonly "data-autofocus"?: true | undefined;
  /** ISO 8601 in UTC, or an empty string for none. */
  readonly value: string;
  readonly onChange: (value: string) => void;
  /** What a day without a time stands for: the start or the end of the reader's day. By default it is just a day. */
  readonly wholeDay?: MomentOfDay | undefined;
  /** Distinguishes the time from that of another input. */
  readonly timeLabel?: string;
}

interface Parts {
  readonly day: string;
  readonly time: string;
}

interface Draft extends Parts {
  /** The value that the parts belong to. */
  readonly of: string;
}

/**
 * An input for a day, and a time in the reader's time zone that may be left out. A day that is typed in part changes
 * nothing; see `reportsIncomplete`.
 */
export function DateTimeInput(props: DateTimeInputProps) {
  const { value, onChange, wholeDay, timeLabel = "Time", ...rest } = props;
  const { label, error, description, required, disabled, ...input } = rest;
  const id = useId();
  // A date typed in part is not a value yet, but the field must keep it.
  const [draft, setDraft] = useState<Draft>({ of: value, ...splitMoment(value, wholeDay) });
  const { day, time } = draft.of === value ? draft : splitMoment(value, wholeDay);
  const write = (part: "day" | "time") => (event: ChangeEvent<HTMLInputElement>) => {
    const { value: given } = event.currentTarget;
    const next = { day, time, [part]: given };
    const of = isIncomplete(event.currentTarget) ? value : toMoment(next, wholeDay);
    setDraft({ of, ...next });
    if (of !== value) onChange(of);
  };
  return (
    <Input.Wrapper
      id={id}
      label={label}
      error={error}
      description={description}
      required={required ?? false}
    >
      <Group gap="xs" mt={description ? 5 : 0}>
        <TextInput
          {...input}
          id={id}
          flex="3 1 132px"
          miw={0}
          {...TYPED_DAYS}
          type="date"
          error={Boolean(error)}
          disabled={disabled ?? false}
          value={day}
          onChange={write("day")}
        />
        <TextInput
          flex="2 1 118px"
          miw={0}
          type="time"
          aria-label={timeLabel}
          // With a step of a minute the browser rejects times with seconds.
          step={time.length > 5 ? 1 : 60}
          disabled={disabled ?? false}
          value={time}
          onChange={write("time")}
        />
      </Group>
    </Input.Wrapper>
  );
}

function splitMoment(value: string, wholeDay: MomentOfDay | undefined): Parts {
  if (wholeDay === undefined && isDay(value)) return { day: withoutMidnight(value), time: "" };
  const [day = "", time = ""] = toLocalTime(value).split("T");
  return { day, time: wholeDay !== undefined && isWholeDay(value, wholeDay) ? "" : time };
}

function toMoment({ day, time }: Parts, wholeDay: MomentOfDay | undefined): string {
  if (wholeDay === undefined) return toDatetime(day, time);
  return day === "" || time === "" ? fromLocalDay(day, wholeDay) : fromLocalTime(`${day}T${time}`);
}
