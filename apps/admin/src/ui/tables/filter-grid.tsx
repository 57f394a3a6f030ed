import { Button, Select, type SelectProps } from "@mantine/core";
import type { ReactNode } from "react";
import { MomentInput } from "../forms/moment-input.tsx";
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
        <Button variant="subtle" px="xs" className={classes.clear} onClick={onClear}>
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
