import { Select } from "@mantine/core";
import { MomentFilter } from "../../ui/tables/filter-grid.tsx";
import type { FiltersProps } from "./filters-props.ts";
import { DEFAULT_RANGE, RANGES, type Range } from "./search.ts";

export function TimeFilter({ search, onChange }: FiltersProps) {
  const { from, to } = search;
  const isCustom = from !== undefined || to !== undefined;
  return (
    <>
      <Select
        label="When"
        data={[
          ...Object.entries(RANGES).map(([value, { label }]) => ({ value, label })),
          { value: "custom", label: "Custom range" },
        ]}
        value={isCustom ? "custom" : (search.range ?? DEFAULT_RANGE)}
        onChange={(value) =>
          onChange(value === "custom" ? { range: undefined, from: monthAgo() } : rangeOf(value))
        }
        allowDeselect={false}
      />
      {isCustom && <MomentFilter from={from} to={to} onChange={onChange} />}
    </>
  );
}

function rangeOf(value: string | null) {
  const range = value === DEFAULT_RANGE ? undefined : (value as Range);
  return { range, from: undefined, to: undefined };
}

function monthAgo(): string {
  const at = new Date();
  at.setDate(at.getDate() - 30);
  at.setHours(0, 0, 0, 0);
  return at.toISOString();
}
