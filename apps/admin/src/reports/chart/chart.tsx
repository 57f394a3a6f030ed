import { VisuallyHidden } from "@mantine/core";
import { useElementSize } from "@mantine/hooks";
import { AxisBottom, AxisLeft } from "@visx/axis";
import { Group } from "@visx/group";
import { scaleBand, scaleLinear } from "@visx/scale";
import type { PointerEvent, RefObject } from "react";
import type { Figure, Series } from "../figure.ts";
import classes from "../report.module.css";
import { BarChart, BELOW_BARS, rowHeight } from "./bar-chart.tsx";
import { AXIS, below, CHARACTER, type DrawingProps, drawnValue, seriesAt } from "./drawing.tsx";
import { type Place, useCursor } from "./use-cursor.ts";

interface ChartProps {
  readonly figure: Figure;
  /** Name for screen readers. */
  readonly label: string;
  readonly height?: number;
  /** Whether bars stand closer together. */
  readonly isSmall?: boolean;
  /** Receives the drawing. */
  readonly svgRef?: RefObject<SVGSVGElement | null>;
}

/**
 * A chart with its legend. The arrow keys move through it, and Enter opens the rows that a figure counts. Show a table of
 * the same figures beside it, because screen readers read only what the keys have reached.
 */
export function Chart({ figure, label, height = 260, isSmall = false, svgRef }: ChartProps) {
  const { ref, width } = useElementSize();
  const { at, setPlace, open, onKeyDown, leads } = useCursor(figure);
  const isBars = figure.kind === "bars";
  const tall = isBars ? figure.rows.length * rowHeight(figure, isSmall) + BELOW_BARS : height;
  const Drawing = isBars ? BarChart : ColumnChart;
  return (
    <div>
      {figure.series.length > 1 && <Legend series={figure.series} />}
      {/* biome-ignore lint/a11y/useSemanticElements: no element stands for a chart that the keyboard explores */}
      <div
        ref={ref}
        className={classes.chart}
        role="group"
        aria-roledescription="chart"
        aria-label={`${label}. ${figure.unit}. Move with the arrow keys, open the rows with Enter.`}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: the arrow keys move through it
        tabIndex={0}
        data-leads={leads}
        onKeyDown={onKeyDown}
        onClick={open}
        onBlur={() => setPlace(null)}
        onPointerLeave={() => setPlace(null)}
      >
        {width > 0 && <Drawing {...{ figure, width, at, setPlace, svgRef }} height={tall} />}
        {at !== null && <Tip figure={figure} at={at} width={width} />}
        <VisuallyHidden aria-live="polite">{at !== null && tipText(figure, at)}</VisuallyHidden>
      </div>
    </div>
  );
}

const TOP = 12;
const BOTTOM = 26;
/** Pixels between two lines, about. */
const STEP = 44;

/** Stacked columns on an axis of time. */
function ColumnChart({ figure, width, height, svgRef, at, setPlace }: DrawingProps) {
  const { rows, series, formatTick } = figure;
  const highest = Math.max(...rows.map((row) => stackHeight(figure, row.cells)), 0);
  const steps = Math.min(Math.floor((height - TOP - BOTTOM) / STEP) + 1, 4);
  const y = scaleLinear({
    domain: [0, highest || 1],
    range: [height - TOP - BOTTOM, 0],
    nice: steps,
  });
  const ticks = y.ticks(steps).filter((tick) => formatTick(tick) !== "");
  const left = Math.max(...ticks.map((tick) => formatTick(tick).length), 2) * CHARACTER + 10;
  const x = scaleBand({
    domain: rows.map(({ key }) => key),
    range: [0, Math.max(width - left, 1)],
    paddingInner: rows.length > 60 ? 0.15 : 0.25,
    paddingOuter: 0.1,
  });
  const thick = Math.min(x.bandwidth(), 48);
  const place = (event: PointerEvent) => {
    const box = event.currentTarget.getBoundingClientRect();
    const row = Math.floor((event.clientX - box.left - left) / x.step());
    const value = y.invert(event.clientY - box.top - TOP);
    const isInside = row >= 0 && row < rows.length;
    setPlace(isInside ? { row, series: seriesAt(figure, row, value) } : null);
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
      <Group left={left} top={TOP}>
        {ticks.map((tick) => (
          <line
            key={tick}
            x2={width - left}
            y1={y(tick)}
            y2={y(tick)}
            className={tick === 0 ? classes.base : classes.line}
          />
        ))}
        {at !== null && (
          <rect
            x={at.row * x.step()}
            width={x.step()}
            height={height - TOP - BOTTOM}
            className={classes.active}
          />
        )}
        {rows.map((row) => {
          let below = 0;
          const middle = (x(row.key) ?? 0) + (x.bandwidth() - thick) / 2;
          return series.map((one, i) => {
            const value = drawnValue(row.cells, i);
            if (value === 0) return null;
            const [from, to] = [y(below), y(below + value)];
            below += value;
            return (
              <rect
                key={`${row.key} ${one.key}`}
                x={middle}
                y={to}
                width={thick}
                // A gap tells neighbours apart without their colours.
                height={Math.max(from - to - (i < series.length - 1 ? 1 : 0), 1)}
                rx={1}
                className={classes.mark}
                data-fill={one.colour}
              />
            );
          });
        })}
        <AxisLeft
          scale={y}
          tickValues={ticks}
          tickFormat={(tick) => formatTick(Number(tick))}
          {...AXIS}
          tickLength={4}
          tickLabelProps={{ textAnchor: "end", dy: "0.33em" }}
        />
        <AxisBottom
          scale={x}
          top={height - TOP - BOTTOM}
          tickValues={chooseTicks(figure, x.step())}
          tickFormat={(key) => rows.find((row) => row.key === key)?.tick ?? ""}
          {...below(-left, width - left)}
        />
      </Group>
    </svg>
  );
}

function stackHeight({ series }: Figure, cells: Figure["rows"][number]["cells"]): number {
  return series.reduce((sum, _, i) => sum + drawnValue(cells, i), 0);
}

/** Pixels between two names on an axis. */
const BETWEEN = 12;

/** Returns the columns with a name on the axis: as many as there is room for, the last one among them. */
function chooseTicks({ rows }: Figure, step: number): string[] {
  const longest = Math.max(...rows.map(({ tick }) => tick.length), 1) * CHARACTER;
  // The last name moves inwards instead of leaving the drawing.
  const moved = Math.max((longest - step) / 2, 0);
  const every = Math.max(Math.ceil((longest + moved + BETWEEN) / step), 1);
  return rows.filter((_, i) => (rows.length - 1 - i) % every === 0).map(({ key }) => key);
}

interface TipProps {
  readonly figure: Figure;
  readonly at: Place;
  /** Width of the chart in pixels. */
  readonly width: number;
}

/** The figures of the row that the pointer or the keyboard is at. */
function Tip({ figure, at, width }: TipProps) {
  const row = figure.rows[at.row];
  if (row === undefined) return null;
  const shown = rowParts(figure, at.row);
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
function tipText(figure: Figure, at: Place): string {
  const all = rowParts(figure, at.row);
  const parts = at.series === null ? all : all.filter(({ index }) => index === at.series);
  const texts = parts.map(({ label, text }) => `${label} ${text}`);
  return `${figure.rows[at.row]?.label}: ${texts.join(", ") || "none"}`;
}

function rowParts({ series, rows }: Figure, row: number) {
  return series
    .map((one, index) => ({ ...one, index, cell: rows[row]?.cells[index] }))
    .filter(({ cell }) => cell !== undefined && (cell.value !== 0 || series.length < 4))
    .map(({ cell, ...rest }) => ({ ...rest, text: cell?.text ?? "" }));
}

/** The names and colours of the series. */
function Legend({ series }: { readonly series: readonly Series[] }) {
  return (
    <ul className={classes.legend}>
      {series.map(({ key, label, colour }) => (
        <li key={key} className={classes.entry}>
          <span className={`${classes.swatch} ${classes.mark}`} data-fill={colour} aria-hidden />
          {label}
        </li>
      ))}
    </ul>
  );
}
