import type { Figure } from "../figure.ts";
import classes from "../report.module.css";
import type { Place } from "./use-cursor.ts";

interface TipProps {
  readonly figure: Figure;
  readonly at: Place;
  /** Of the chart. */
  readonly width: number;
}

/** The figures of the row that the pointer or the keyboard is at. */
export function Tip({ figure, at, width }: TipProps) {
  const row = figure.rows[at.row];
  if (row === undefined) return null;
  const shown = partsOf(figure, at.row);
  // Beside the row, on the side that has more room.
  const middle = ((at.row + 0.5) / figure.rows.length) * width;
  const isRight = figure.kind === "bars" || middle < width / 2;
  const side =
    figure.kind === "bars"
      ? { right: 0, top: `${((at.row + 1) / figure.rows.length) * 100}%` }
      : isRight
        ? { left: Math.min(middle + 48, width * 0.7) }
        : { right: Math.min(width - middle + 16, width * 0.7) };
  return (
    <div className={classes.tip} style={side} aria-hidden>
      <strong>{row.label}</strong>
      {shown.map(({ key, label, colour, text, index }) => (
        <div key={key} className={classes.tipRow} data-active={index === at.series}>
          <span className={`${classes.swatch} ${classes.mark}`} data-fill={colour} />
          <span>{label}</span>
          <span>{text}</span>
        </div>
      ))}
      {shown.length === 0 && <div>None</div>}
    </div>
  );
}

/** Returns the same as a text for screen readers. */
export function tipText(figure: Figure, at: Place): string {
  const all = partsOf(figure, at.row);
  const parts = at.series === null ? all : all.filter(({ index }) => index === at.series);
  const texts = parts.map(({ label, text }) => `${label} ${text}`);
  return `${figure.rows[at.row]?.label}: ${texts.join(", ") || "none"}`;
}

function partsOf({ series, rows }: Figure, row: number) {
  return series
    .map((one, index) => ({ ...one, index, cell: rows[row]?.cells[index] }))
    .filter(({ cell }) => cell !== undefined && (cell.value !== 0 || series.length < 4))
    .map(({ cell, ...rest }) => ({ ...rest, text: cell?.text ?? "" }));
}
