import type { TickRendererProps } from "@visx/axis";
import type { RefObject } from "react";
import type { Cell, Figure } from "../figure.ts";
import classes from "../report.module.css";
import type { Place } from "./use-cursor.ts";

/** What a drawing of a chart takes. */
export interface DrawingProps {
  readonly figure: Figure;
  readonly width: number;
  readonly height: number;
  readonly svgRef?: RefObject<SVGSVGElement | null> | undefined;
  /** The place that the pointer or the keyboard is at. */
  readonly at: Place | null;
  readonly setPlace: (place: Place | null) => void;
}

/** Returns what is drawn of a series: its value, if it is above zero. */
export function drawnValue(cells: readonly Cell[], series: number): number {
  return Math.max(cells[series]?.value ?? 0, 0);
}

/** A name on an axis. The own one of visx is an `svg` of its own, which a picture would cut off. */
function Tick({ x, y, dx, dy, textAnchor, formattedValue }: TickRendererProps) {
  return (
    <text x={x} y={y} dx={dx} dy={dy} textAnchor={textAnchor} className={classes.tick}>
      {formattedValue}
    </text>
  );
}

/** An axis of names or figures without lines. */
export const AXIS = { hideAxisLine: true, hideTicks: true, tickComponent: Tick } as const;
/** Width of a character of a name on an axis. */
export const CHARACTER = 6.4;

/** Returns the settings of an axis below a drawing. Names near an edge move inwards instead of leaving the drawing. */
export function below(leftEdge: number, rightEdge: number) {
  const tickLabelProps = (_: unknown, index: number, ticks: readonly object[]) => {
    const { to, formattedValue = "" } = ticks[index] as PlacedTick;
    const half = (formattedValue.length * CHARACTER) / 2;
    const x = Math.min(Math.max(to.x, leftEdge + half), Math.max(rightEdge - half, leftEdge));
    return { textAnchor: "middle", dx: x - to.x, dy: "0.5em" } as const;
  };
  return { ...AXIS, tickLength: 6, tickLabelProps };
}

/** What visx gives for a tick beyond what its types say. */
interface PlacedTick {
  readonly to: { readonly x: number };
  readonly formattedValue?: string;
}

/** Returns the series of a bar or column that has a value, of layers the front one; null beyond it. */
export function seriesAt(
  { rows, series, isLayered }: Figure,
  row: number,
  value: number,
): number | null {
  const values = series.map((_, i) => drawnValue(rows[row]?.cells ?? [], i));
  if (value < 0) return null;
  if (isLayered) {
    const front = values.findLastIndex((one) => value <= one);
    return front < 0 ? null : front;
  }
  let end = 0;
  for (const [i, one] of values.entries()) {
    end += one;
    if (value < end) return i;
  }
  return null;
}
