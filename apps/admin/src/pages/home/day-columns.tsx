import { type ObjectType, TYPES } from "../../object-types.ts";
import { formatDay } from "../../ui/format.ts";
import { StackedColumns } from "../../ui/stacked-columns.tsx";
import { colourOf } from "./colour.ts";
import type { PerDay } from "./per-day.ts";

interface DayColumnsProps {
  readonly perDay: PerDay;
  readonly types: readonly ObjectType[];
}

/** A stacked column for each day. */
export function DayColumns({ perDay: { days, series }, types }: DayColumnsProps) {
  const columns = days.map(({ day }, i) => ({
    key: day,
    label: formatDay(day),
    parts: types.map((type) => ({
      key: type,
      label: TYPES[type].label,
      colour: colourOf(type),
      count: series[type][i] ?? 0,
    })),
  }));
  return <StackedColumns columns={columns} />;
}
