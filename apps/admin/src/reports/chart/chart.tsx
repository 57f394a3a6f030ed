import { VisuallyHidden } from "@mantine/core";
import { useElementSize } from "@mantine/hooks";
import type { RefObject } from "react";
import type { Figure } from "../figure.ts";
import classes from "../report.module.css";
import { BarChart, rowHeightOf } from "./bar-chart.tsx";
import { ColumnChart } from "./column-chart.tsx";
import { Legend } from "./legend.tsx";
import { Tip, tipText } from "./tip.tsx";
import { useCursor } from "./use-cursor.ts";

interface ChartProps {
  readonly figure: Figure;
  /** Name for screen readers. */
  readonly label: string;
  readonly height?: number;
  /** Receives the drawing. */
  readonly svgRef?: RefObject<SVGSVGElement | null>;
}

/**
 * A chart with its legend. The arrow keys move through it, and Enter opens the rows that a figure counts. Show a table of
 * the same figures beside it, because screen readers read only what the keys have reached.
 */
export function Chart({ figure, label, height = 260, svgRef }: ChartProps) {
  const { ref, width } = useElementSize();
  const { at, setPlace, open, onKeyDown, leads } = useCursor(figure);
  const isBars = figure.kind === "bars";
  const tall = isBars ? figure.rows.length * rowHeightOf(figure) + 30 : height;
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
