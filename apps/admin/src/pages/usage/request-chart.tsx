import { useMemo } from "react";
import { Chart } from "../../reports/chart/chart.tsx";
import { FigureTable } from "../../reports/figure-table.tsx";
import { type RequestSpan, timeFigure } from "../../reports/usage.ts";
import { useProjectId } from "../../shell/use-project.ts";
import type { Period } from "./search.ts";
import classes from "./usage.module.css";

const HEIGHT_PX = 200;

interface RequestChartProps {
  readonly spans: readonly RequestSpan[];
  readonly period: Period;
}

/** Requests per hour or day, stacked by outcome, and the same as a table. */
export function RequestChart({ spans, period }: RequestChartProps) {
  const projectId = useProjectId();
  const figure = useMemo(
    () => timeFigure(projectId, period === "24h" ? "hour" : "day", spans),
    [projectId, spans, period],
  );
  return (
    <>
      <Chart figure={figure} label="API usage" height={HEIGHT_PX} />
      <details>
        <summary className={classes.summary}>Show as a table</summary>
        <FigureTable figure={figure} label="Requests" />
      </details>
    </>
  );
}
