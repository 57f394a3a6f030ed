import { Group, NumberInput, Select, Stack } from "@mantine/core";
import { PERIOD_UNITS } from "@rapport/model";
import { IN_POPOVER } from "./in-popover.ts";
import { periodWords } from "./period.ts";

interface PeriodValueProps {
  /** A period such as `last-7-days`; an empty text for none. */
  readonly value: string;
  readonly onChange: (value: string) => void;
}

const COUNTED: Readonly<Record<string, string>> = {
  last: "in the last …",
  next: "in the next …",
  older: "more than … ago",
};

const NAMED = [
  ...["today", "yesterday", "tomorrow", "past", "future"],
  ...["week", "month", "quarter", "year"].flatMap((unit) =>
    ["this", "last", "next"].map((side) => `${side}-${unit}`),
  ),
];

const DATA = [
  ...Object.entries(COUNTED).map(([value, label]) => ({ value, label })),
  ...NAMED.map((value) => ({ value, label: periodWords(value) })),
];

const MAX_COUNT = 9_999;

/** The input for a period relative to today. */
export function PeriodValue({ value, onChange }: PeriodValueProps) {
  const [side = "", count = "", unit] = value.split("-");
  const isCounted = unit !== undefined;
  return (
    <Stack gap="xs">
      <Select
        {...IN_POPOVER}
        label="Period"
        placeholder="Choose a period"
        data={DATA}
        value={isCounted ? side : value === "" ? null : value}
        allowDeselect={false}
        onChange={(chosen) =>
          chosen !== null &&
          onChange(
            chosen in COUNTED ? `${chosen}-${isCounted ? count : 7}-${unit ?? "days"}` : chosen,
          )
        }
      />
      {isCounted && (
        <Group grow gap="xs">
          <NumberInput
            label="Number"
            min={1}
            max={MAX_COUNT}
            clampBehavior="strict"
            allowDecimal={false}
            allowNegative={false}
            value={Number(count)}
            onChange={(next) => next !== "" && onChange(`${side}-${next}-${unit}`)}
          />
          <Select
            {...IN_POPOVER}
            label="Unit"
            data={[...PERIOD_UNITS]}
            value={unit}
            allowDeselect={false}
            onChange={(chosen) => onChange(`${side}-${count}-${chosen}`)}
          />
        </Group>
      )}
    </Stack>
  );
}
