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
  /** Milliseconds since 1970 at which the last column ends. */
  readonly now: number;
}

/** Requests per hour or day, stacked by outcome, and the same as a table. */
export function RequestChart({ hours, period, now }: RequestChartProps) {
  const projectId = useProjectId();
  const figure = useMemo(() => {
    const columns = columnsOf(hours, period, new Date(now));
    return timeFigure(projectId, period === "24h" ? "hour" : "day", columns);
  }, [projectId, hours, period, now]);
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
