import { Button, Select, type SelectProps } from "@mantine/core";
import { type ReactNode, useState } from "react";
import { DateTimeInput } from "../forms/date-time-input.tsx";
import type { MomentOfDay } from "../values/local-time.ts";
import classes from "./filter-grid.module.css";

interface FilterGridProps {
  /** What the filters do, for screen readers. */
  readonly label: string;
  readonly isFiltered: boolean;
  readonly onClear: () => void;
  readonly children: ReactNode;
}

/** The filters above a list, with a button that removes all of them. */
export function FilterGrid({ label, isFiltered, onClear, children }: FilterGridProps) {
  return (
    <search className={classes.filters} aria-label={label}>
      {children}
      {isFiltered && (
        <Button variant="default" size="xs" className={classes.clear} onClick={onClear}>
          Clear filters
        </Button>
      )}
    </search>
  );
}

interface AnySelectProps extends Omit<SelectProps, "label" | "value" | "onChange"> {
  readonly label: string;
  readonly value: string | undefined;
  readonly onChange: (value: string | undefined) => void;
}

/** A filter with choices. Without a choice, everything matches. */
export function AnySelect({ label, value, onChange, ...props }: AnySelectProps) {
  const name = label.toLowerCase();
  return (
    <Select
      {...props}
      label={label}
      placeholder="Any"
      value={value ?? null}
      onChange={(chosen) => onChange(chosen ?? undefined)}
      clearable
      clearButtonProps={{ "aria-label": `Any ${name}` }}
      nothingFoundMessage={`No ${name} matches`}
    />
  );
}

interface MomentFilterProps {
  readonly labels?: readonly [from: string, until: string];
  readonly from: string | undefined;
  readonly to: string | undefined;
  /** Called with the changed time; undefined removes it. */
  readonly onChange: (
    change: { readonly from: string | undefined } | { readonly to: string | undefined },
  ) => void;
}

/** A filter of two times, each of which may be missing. */
export function MomentFilter({ labels, from, to, onChange }: MomentFilterProps) {
  const [fromLabel, untilLabel] = labels ?? ["From", "Until"];
  return (
    <div className={classes.moments}>
      <MomentInput
        label={fromLabel}
        wholeDay="start"
        value={from}
        onChange={(from) => onChange({ from })}
      />
      <MomentInput
        label={untilLabel}
        wholeDay="end"
        value={to}
        onChange={(to) => onChange({ to })}
      />
    </div>
  );
}

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
function MomentInput({ label, wholeDay, value = "", onChange }: MomentInputProps) {
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
