import type { Series } from "../figure.ts";
import classes from "../report.module.css";

/** The names and colours of the series. */
export function Legend({ series }: { readonly series: readonly Series[] }) {
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
