import type { TickRendererProps } from "@visx/axis";
import classes from "../report.module.css";

/** A name on an axis. The own one of visx is an `svg` of its own, which a picture would cut off. */
export function Tick({ x, y, dy, textAnchor, formattedValue }: TickRendererProps) {
  return (
    <text x={x} y={y} dy={dy} textAnchor={textAnchor} className={classes.tick}>
      {formattedValue}
    </text>
  );
}
