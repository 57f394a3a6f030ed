import type { ReactNode } from "react";
import classes from "./facts.module.css";

interface FactsProps {
  readonly facts: readonly (readonly [label: string, value: ReactNode])[];
  /** Smallest width of a fact in px: facts are then side by side, each below its label. */
  readonly columnPx?: number;
}

/** A list of labels with their values. */
export function Facts({ facts, columnPx }: FactsProps) {
  const style = columnPx === undefined ? {} : { "--column": `${columnPx}px` };
  return (
    <dl className={classes.facts} data-columns={columnPx !== undefined} style={style as object}>
      {facts.map(([label, value]) => (
        <div key={label} className={classes.fact}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
