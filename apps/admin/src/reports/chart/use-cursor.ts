import { useNavigate } from "@tanstack/react-router";
import { type KeyboardEvent, useState } from "react";
import type { Figure, Target } from "../figure.ts";

/** The row of a figure that the pointer or the keyboard is at, and the series in it; a series of null is all of them. */
export interface Place {
  readonly row: number;
  readonly series: number | null;
}

/** Keys that move along the rows, and those that move along the series, by their step. */
const KEYS = {
  columns: [
    { ArrowLeft: -1, ArrowRight: 1 },
    { ArrowDown: -1, ArrowUp: 1 },
  ],
  bars: [
    { ArrowUp: -1, ArrowDown: 1 },
    { ArrowLeft: -1, ArrowRight: 1 },
  ],
} as const satisfies Record<Figure["kind"], readonly Readonly<Record<string, number>>[]>;

/** Moves through a chart with the pointer and the keyboard, and opens what a figure counts. */
export function useCursor(figure: Figure) {
  const [place, setPlace] = useState<Place | null>(null);
  const navigate = useNavigate();
  // A live report may have fewer rows now.
  const at = place !== null && place.row < figure.rows.length ? place : null;
  const open = () => {
    const target = at === null ? undefined : placeTarget(figure, at);
    if (target !== undefined) void navigate(target as never);
  };

  function onKeyDown(event: KeyboardEvent): void {
    const [rows, series] = KEYS[figure.kind].map(
      (steps: Readonly<Record<string, number>>) => steps[event.key],
    );
    if (rows !== undefined) setPlace(moved(figure, at, rows));
    else if (series !== undefined && at !== null) setPlace(nextSeries(figure, at, series));
    else if (event.key === "Enter" && at !== null) open();
    else if (event.key === "Escape" && at !== null) setPlace(null);
    else return;
    event.preventDefault();
  }
  const leads = at !== null && placeTarget(figure, at) !== undefined;
  return { at, setPlace, open, onKeyDown, leads };
}

function moved({ rows, kind }: Figure, at: Place | null, step: number): Place {
  const last = rows.length - 1;
  // The latest column comes first, because it is the most interesting one.
  const start = kind === "columns" ? last : 0;
  return at === null
    ? { row: start, series: null }
    : { row: Math.min(Math.max(at.row + step, 0), last), series: at.series };
}

function nextSeries({ series }: Figure, at: Place, step: number): Place {
  const last = series.length - 1;
  const next = at.series === null ? (step > 0 ? 0 : last) : at.series + step;
  return { ...at, series: Math.min(Math.max(next, 0), last) };
}

/** Returns what the series at a place leads to; without a series, what the only one does. */
function placeTarget({ rows, series }: Figure, { row, series: own }: Place): Target | undefined {
  return rows[row]?.cells[own ?? (series.length === 1 ? 0 : -1)]?.link;
}
