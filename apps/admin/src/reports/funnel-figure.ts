import type { Outputs } from "../api.ts";
import { typeNames } from "../object-types.ts";
import { compactMoney } from "../ui/values/format.ts";
import { countCell, countTick, type Figure } from "./figure.ts";
import { between, isOneOf, recordsLink } from "./links.ts";
import { amountCell, amountsCell } from "./money.ts";
import { amountsTotal, amountTotal, countTotal, NO_TOTAL } from "./total.ts";

export type FunnelAnswer = Outputs["reports"]["funnel"];
type Stage = FunnelAnswer["stages"][number];

const SHARE = new Intl.NumberFormat(undefined, { style: "percent", maximumFractionDigits: 1 });

/** Returns the figure of a funnel: of each stage the records in it and those that came at least that far. */
export function funnelFigure(projectId: number, type: string, answer: FunnelAnswer): Figure {
  const { stages } = answer;
  const first = stages.find(({ isLost }) => !isLost)?.reached ?? 0;
  const hasAmounts = stages.some(({ amounts }) => amounts !== undefined);
  const linkTo = linker(projectId, type, answer);
  const later = (stage: Stage) => {
    const rest = stages.slice(stages.indexOf(stage)).filter(({ isLost }) => !isLost);
    return stage.isLost ? [stage.key] : rest.map(({ key }) => key);
  };
  const rows = stages.map((stage) => ({
    ...{ key: stage.key, label: stage.label, tick: stage.label },
    cells: [
      countCell(stage.reached, linkTo(later(stage))),
      countCell(stage.count, linkTo([stage.key])),
      shareCell(stage, first),
      ...(hasAmounts ? [amountsCell(stage.amounts ?? [])] : []),
    ],
  }));
  return {
    kind: "bars",
    rowHead: "Stage",
    series: [
      { key: "reached", label: "In this stage or a later one", colour: "lighter" },
      { key: "count", label: "In this stage", colour: "good" },
    ],
    more: ["Share of all", ...(hasAmounts ? ["Amount in this stage"] : [])],
    rows,
    total: [
      NO_TOTAL,
      countTotal(rows, 1),
      NO_TOTAL,
      ...(hasAmounts ? [amountsTotal(stages.flatMap(({ amounts }) => amounts ?? []))] : []),
    ],
    unit: typeNames(type).label,
    formatTick: countTick,
    isLayered: true,
  };
}

/** Returns the figure of the amounts of one currency in each stage. */
export function amountFigure(
  projectId: number,
  type: string,
  answer: FunnelAnswer,
  currency: string | null,
): Figure {
  const linkTo = linker(projectId, type, answer);
  const rows = answer.stages.map(({ key, label, count, amounts = [] }) => ({
    ...{ key, label, tick: label },
    cells: [amountCell(amounts, currency, linkTo([key])), countCell(count, linkTo([key]))],
  }));
  const label = currency === null ? "Amount" : `Amount in ${currency}`;
  return {
    kind: "bars",
    rowHead: "Stage",
    series: [{ key: "amount", label, colour: "good" }],
    more: ["In this stage"],
    rows,
    total: [amountTotal(rows, 0, currency), countTotal(rows, 1)],
    unit: label,
    formatTick: compactMoney(currency),
  };
}

/** Returns the currencies of the records of a funnel by code, amounts without one last. */
export function currenciesOf({ stages }: FunnelAnswer): readonly (string | null)[] {
  const all = stages.flatMap(({ amounts = [] }) => amounts.map(({ currency }) => currency));
  const codes = all.filter((currency) => currency !== null).toSorted();
  return [...new Set([...codes, ...(all.includes(null) ? [null] : [])])];
}

/** Returns a function that links to the records in stages. */
function linker(projectId: number, type: string, { pipeline, createdFrom }: FunnelAnswer) {
  return (keys: readonly string[]) =>
    recordsLink(projectId, type, [
      { property: "pipeline", operator: "eq", value: pipeline.key },
      isOneOf("stage", keys),
      ...between("created_at", createdFrom, null),
    ]);
}

/** Lost records are in no later stage, so they have no share. */
function shareCell({ isLost, reached }: Stage, first: number) {
  if (isLost || first === 0) return { value: 0, text: "–", raw: "" };
  const share = reached / first;
  return { value: share, text: SHARE.format(share), raw: share.toFixed(4) };
}
