import type { Outputs } from "../../api.ts";
import { typeKeys, typeNames } from "../../object-types.ts";
import { TIME_ZONE } from "../../ui/values/local-time.ts";
import { asShown, assignColours, countTotal, type Definition } from "../define.ts";
import { chosen, countCell, countTick, type Figure, type Shown } from "../figure.ts";
import { between, recordsLink } from "../links.ts";
import { PAST_PERIODS, spanNames, UNIT_NAMES } from "../spans.ts";

const PERIODS = [
  ...PAST_PERIODS,
  { value: "this-month", label: "This month" },
  { value: "last-month", label: "Last month" },
  { value: "this-quarter", label: "This quarter" },
  { value: "last-quarter", label: "Last quarter" },
  { value: "this-year", label: "This year" },
] as const;
const UNITS = [
  { value: "day", label: "By day" },
  { value: "week", label: "By week" },
  { value: "month", label: "By month" },
] as const;
type Unit = (typeof UNITS)[number]["value"];
const typeOptions = () => [
  { value: "all", label: "All types" },
  ...typeKeys().map((type) => ({ value: type, label: typeNames(type).label })),
];

export const created: Definition = {
  title: "Records created",
  lead: "Records by the time of their creation, without deleted ones.",
  empty: "No records were created in this period.",
  query(project, settings) {
    const period = chosen(PERIODS, settings.period);
    // A year of days would be columns too thin to see.
    const isLong = period === "12m" || period === "this-year";
    const units = isLong ? UNITS.slice(1).toReversed() : UNITS;
    const unit = chosen(units, settings.unit);
    const types = typeOptions();
    const type = chosen(types, settings.type);
    const input = {
      ...{ period, unit, timeZone: TIME_ZONE },
      ...(type !== "all" && { type: type }),
    };
    const choices: Shown["choices"] = [
      { name: "period", label: "Period", options: PERIODS, value: period },
      { name: "unit", label: "Columns", options: units, value: unit },
      { name: "type", label: "Object type", options: types, value: type },
    ];
    const select = (answer: Answer): Shown => {
      const figure = toFigure(unit, answer);
      return { figure, choices, isEmpty: figure.series.length === 0, asOf: answer.asOf };
    };
    return asShown(project.reports.created.queryOptions(input, { select }));
  },
};

type Answer = Outputs["reports"]["created"];

function toFigure(unit: Unit, { spans, series }: Answer): Figure {
  const made = series.filter(({ counts }) => counts.some((count) => count > 0));
  const colours = assignColours(made.map(({ type }) => type));
  const rows = spans.map(({ key, starts, ends }, i) => ({
    ...{ key, ...spanNames(unit, key) },
    cells: made.map(({ type, counts }) =>
      countCell(counts[i] ?? 0, recordsLink(type, between("created_at", starts, ends))),
    ),
  }));
  return {
    kind: "columns",
    rowHead: UNIT_NAMES[unit],
    series: made.map(({ type }) => ({
      ...{ key: type, label: typeNames(type).label, colour: colours.get(type) ?? "1" },
    })),
    more: [],
    rows,
    total: made.map((_, i) => countTotal(rows, i)),
    unit: "Records",
    formatTick: countTick,
    isNewestFirst: true,
  };
}
