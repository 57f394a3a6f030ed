import type { LinkProps } from "@tanstack/react-router";
import { compactMoney } from "../ui/values/format.ts";
import type { Converted, Reporting } from "./totals.tsx";

/** A colour of report.module.css. */
export type Colour =
  | "1"
  | "2"
  | "3"
  | "4"
  | "5"
  | "6"
  | "7"
  | "8"
  | "9"
  | "10"
  | "11"
  | "12"
  | "good"
  | "bad"
  | "fault"
  | "rest"
  | "lighter";

export type Target = Pick<LinkProps, "to" | "params" | "search">;

/** One value of a report, in three forms: for the chart, for the table, and for the CSV file. */
export interface Cell {
  /** What a chart draws. A floating-point number is exact enough for that. */
  readonly value: number;
  /** Text in the table. */
  readonly text: string;
  /** Text in the CSV file. */
  readonly raw: string;
  /** The table of exactly what is counted. */
  readonly link?: Target;
}

export interface Series {
  readonly key: string;
  readonly label: string;
  readonly colour: Colour;
}

export interface Row {
  readonly key: string;
  readonly label: string;
  /** Label on the axis. */
  readonly tick: string;
  /** One of each series, then one of each further column. */
  readonly cells: readonly Cell[];
}

/** What a report shows: a chart and a table of the same figures. */
export interface Figure {
  /** Columns are on an axis of time; bars lie beside their names. */
  readonly kind: "columns" | "bars";
  /** What the rows are, such as "Day". */
  readonly rowHead: string;
  readonly series: readonly Series[];
  /** Further columns of the table that are not drawn. */
  readonly more: readonly string[];
  /** Heads of all these columns in the file, if cells of the table have a unit. */
  readonly fileHeads?: readonly string[];
  readonly rows: readonly Row[];
  /** The sums of the columns, if they can be added up. The file has none, because programs add up themselves. */
  readonly total?: readonly Cell[];
  /** What is drawn, such as "Amount in EUR". */
  readonly unit: string;
  readonly formatTick: (value: number) => string;
  /** Whether the bars of a row lie on top of each other instead of one after the other. */
  readonly isLayered?: boolean;
  /** Whether the table begins with the last row. */
  readonly isNewestFirst?: boolean;
}

/** A choice of what a report shows. */
export interface Choice {
  readonly name: keyof Settings;
  readonly label: string;
  readonly options: readonly { readonly value: string; readonly label: string }[];
  readonly value: string;
}

/** Query parameters of a report. A parameter that is missing has its default. */
export interface Settings {
  readonly period?: string | undefined;
  readonly unit?: string | undefined;
  readonly type?: string | undefined;
  /** Key of the pipeline. */
  readonly pipeline?: string | undefined;
  readonly by?: string | undefined;
  readonly measure?: string | undefined;
}

/** A report with what the server answered. */
export interface Shown {
  readonly figure: Figure;
  readonly choices: readonly Choice[];
  /** Whether there is nothing to draw. */
  readonly isEmpty: boolean;
  /** When the figures were counted, if not now. */
  readonly asOf?: string;
  /** The currency of totals in the figure, and what they leave out; undefined without totals. */
  readonly totals?:
    | { readonly reporting: Reporting; readonly leftOut: Converted["leftOut"] }
    | undefined;
  /** What the reader must know about the figures. */
  readonly note?: string | undefined;
}

/** Returns a count as a cell. Only counts above 0 lead anywhere. */
export function countCell(count: number, link?: Target): Cell {
  const cell = { value: count, text: NUMBER.format(count), raw: String(count) };
  return count > 0 && link !== undefined ? { ...cell, link } : cell;
}

const NUMBER = new Intl.NumberFormat();

/** Formats a count on an axis. */
export function countTick(value: number): string {
  return Number.isInteger(value) ? compactMoney(null)(value) : "";
}

/** Returns the value of a setting if it is one of the options, otherwise the first option. */
export function chosen<const Value extends string>(
  options: readonly { readonly value: Value }[],
  given: string | undefined,
): Value {
  const option = options.find(({ value }) => value === given) ?? options[0];
  if (option === undefined) throw new Error("a setting has no options");
  return option.value;
}
