import { addAll } from "@rapport/model";
import type { UseQueryOptions } from "@tanstack/react-query";
import { typeKeys } from "../object-types.ts";
import type { ProjectApi } from "../shell/use-project.ts";
import {
  type Cell,
  type Colour,
  countCell,
  type Row,
  type Settings,
  type Shown,
} from "./figure.ts";
import { type Amount, amountsCell, type Measure, NO_AMOUNT, totalCell } from "./money.ts";
import { roundedMoney } from "./totals.tsx";

/** A report as the pages know it. */
export interface Definition {
  readonly title: string;
  /** One line: what is counted. */
  readonly lead: string;
  /** Shown if there is nothing to draw. */
  readonly empty: string;
  /** Returns the options of a query that selects what the report shows. */
  readonly query: (project: ProjectApi, settings: Settings) => ShownQuery;
}

export type ShownQuery = UseQueryOptions<unknown, Error, Shown>;

/** Forgets the type of the answer of a procedure, so that all reports have queries of one type. */
export function asShown(options: { readonly queryKey: readonly unknown[] }): ShownQuery {
  return options as unknown as ShownQuery;
}

const COUNT = 12;

/** Returns the colours of types: the usual one of each, or the next that no other has, as long as there is one. */
export function assignColours(types: readonly string[]): ReadonlyMap<string, Colour> {
  const colours = new Map<string, Colour>();
  for (const type of types) {
    const first = typeKeys().indexOf(type);
    const used = new Set(colours.values());
    const all = Array.from({ length: COUNT }, (_, i) => numbered(first + i));
    colours.set(type, all.find((one) => !used.has(one)) ?? numbered(first));
  }
  return colours;
}

/** Returns the colour of an entry of a list. */
export function numbered(index: number): Colour {
  return String((index % COUNT) + 1) as Colour;
}

/** A column that cannot be added up. */
export const NO_TOTAL: Cell = { value: 0, text: "", raw: "" };

/** Adds up the counts of a column. */
export function countTotal(rows: readonly Row[], column: number): Cell {
  return countCell(rows.reduce((sum, { cells }) => sum + (cells[column]?.value ?? 0), 0));
}

/** Adds up the amounts of a column exactly. A column without amounts has no total. */
export function amountTotal(rows: readonly Row[], column: number, measure: Measure): Cell {
  const { currency, isTotal } = measure;
  const cells = rows.flatMap((row) => row.cells[column] ?? []);
  const raw = addAll(cells.map((cell) => cell.raw));
  if (cells.every(({ text }) => text === NO_AMOUNT)) return { value: 0, text: NO_AMOUNT, raw };
  if (isTotal) return totalCell(raw, currency ?? "");
  return { value: Number(raw), text: roundedMoney(raw, currency), raw };
}

/** Adds up amounts by their currencies. */
export function amountsTotal(amounts: readonly Amount[]): Cell {
  const byCurrency = Map.groupBy(amounts, ({ currency }) => currency);
  return amountsCell(
    [...byCurrency].map(([currency, own]) => ({
      currency,
      amount: addAll(own.map(({ amount }) => amount)),
    })),
  );
}
