import { useMemo } from "react";
import { Chart } from "../../reports/chart/chart.tsx";
import { FigureTable } from "../../reports/figure-table.tsx";
import { timeFigure } from "../../reports/usage.ts";
import { useProjectId } from "../../shell/use-project.ts";
import { columnsOf, type HourlyUsage } from "./columns-of-period.ts";
import type { Period } from "./search.ts";
import classes from "./usage.module.css";

const HEIGHT_PX = 200;

interface RequestChartProps {
  readonly hours: readonly HourlyUsage[];
  readonly period: Period;
}

/** Requests per hour or day, stacked by outcome, and the same as a table. */
export function RequestChart({ hours, period }: RequestChartProps) {
  const projectId = useProjectId();
  const figure = useMemo(
    () => timeFigure(projectId, period === "24h" ? "hour" : "day", columnsOf(hours, period)),
    [projectId, hours, period],
  );
  return (
    <>
      <Chart figure={figure} label="Requests" height={HEIGHT_PX} />
      <details>
        <summary className={classes.summary}>Show as a table</summary>
        <FigureTable figure={figure} label="Requests" />
      </details>
    </>
  );
}
