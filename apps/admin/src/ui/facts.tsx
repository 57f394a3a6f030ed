import type { ReactNode } from "react";
import classes from "./facts.module.css";

interface FactsProps {
  readonly facts: readonly (readonly [label: string, value: ReactNode])[];
}

/** A list of labels with their values. */
export function Facts({ facts }: FactsProps) {
  return (
    <dl className={classes.facts}>
      {facts.map(([label, value]) => (
        <div key={label} className={classes.fact}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
