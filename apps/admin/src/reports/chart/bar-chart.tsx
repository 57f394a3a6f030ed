import { AxisBottom } from "@visx/axis";
import { Group } from "@visx/group";
import { scaleLinear } from "@visx/scale";
import type { PointerEvent } from "react";
import type { Figure, Row } from "../figure.ts";
import classes from "../report.module.css";
import { below, type DrawingProps, drawnValue, seriesAt } from "./drawing.tsx";

/** The most pixels across a bar. */
const MAX_BAR = 18;
/** Width of a character of a name. */
const CHARACTER = 6.8;
const MAX_NAME_WIDTH = 190;
/** Room for the figure after a bar. */
const AFTER = 64;
const BOTTOM = 26;
/** Height of the axis below the bars. */
export const BELOW_BARS = BOTTOM + 4;
const TICKS = 4;

/** Returns the height of a row with its name. */
export function rowHeight({ rows }: Figure, isSmall: boolean): number {
  if (isSmall) return 20;
  return rows.length > 12 ? 28 : 36;
}

/** Bars beside their names, from top to bottom. */
export function BarChart({ figure, width, height, svgRef, at, setPlace }: DrawingProps) {
  const { rows, series, formatTick, isLayered = false } = figure;
  const step = (height - BELOW_BARS) / Math.max(rows.length, 1);
  const bar = Math.min(MAX_BAR, step * 0.65);
  const longest = Math.max(...rows.map(({ tick }) => tick.length), 4) * CHARACTER + 12;
  const left = Math.min(longest, MAX_NAME_WIDTH, width * 0.4);
  const isSingle = isLayered || series.length === 1;
  const barLength = ({ cells }: Row) => {
    const values = series.map((_, i) => drawnValue(cells, i));
    return isLayered ? Math.max(...values) : values.reduce((sum, value) => sum + value, 0);
  };
  const x = scaleLinear({
    domain: [0, Math.max(...rows.map(barLength), 0) || 1],
    range: [0, Math.max(width - left - (isSingle ? AFTER : 8), 1)],
  });
  const ticks = x.ticks(width < 500 ? 2 : TICKS).filter((tick) => formatTick(tick) !== "");
  const place = (event: PointerEvent) => {
    const box = event.currentTarget.getBoundingClientRect();
    const row = Math.floor((event.clientY - box.top) / step);
    const value = x.invert(event.clientX - box.left - left);
    setPlace(row >= 0 && row < rows.length ? { row, series: seriesAt(figure, row, value) } : null);
  };
  return (
    <svg
      ref={svgRef}
      width={width}
      height={height}
      className={classes.svg}
      onPointerMove={place}
      aria-hidden
    >
      {at !== null && (
        <rect y={at.row * step} width={width} height={step} rx={4} className={classes.active} />
      )}
      <Group left={left}>
        {ticks.map((tick) => (
          <line
            key={tick}
            x1={x(tick)}
            x2={x(tick)}
            y2={rows.length * step}
            className={tick === 0 ? classes.base : classes.line}
          />
        ))}
        {rows.map((row, i) => {
          let before = 0;
          const top = i * step + (step - bar) / 2;
          return (
            <g key={row.key}>
              <text x={-10} y={top + bar / 2} dy="0.35em" textAnchor="end" className={classes.name}>
                {cut(row.tick, left)}
              </text>
              {series.map((one, j) => {
                const value = drawnValue(row.cells, j);
                if (value === 0) return null;
                const from = isLayered ? 0 : before;
                before += value;
                return (
                  <g key={one.key}>
                    <rect
                      x={x(from)}
                      y={top}
                      width={Math.max(x(from + value) - x(from) - (isSingle ? 0 : 1), 1)}
                      height={bar}
                      rx={2}
                      className={classes.mark}
                      data-fill={one.colour}
                    />
                    {isLayered && j > 0 && value < barLength(row) && (
                      <rect x={x(value)} y={top} width={2} height={bar} className={classes.gap} />
                    )}
                  </g>
                );
              })}
              {isSingle && (
                <text
                  x={x(barLength(row)) + 6}
                  y={top + bar / 2}
                  dy="0.35em"
                  className={classes.tick}
                >
                  {row.cells[0]?.text}
                </text>
              )}
            </g>
          );
        })}
        <AxisBottom
          scale={x}
          top={height - BELOW_BARS}
          tickValues={ticks}
          tickFormat={(tick) => formatTick(Number(tick))}
          {...below(-left, width - left)}
        />
      </Group>
    </svg>
  );
}

/** Cuts a name that has no room. */
function cut(name: string, width: number): string {
  const most = Math.max(Math.floor((width - 12) / CHARACTER), 4);
  return name.length <= most ? name : `${name.slice(0, most - 1)}…`;
}
