import { Link, type LinkProps } from "@tanstack/react-router";
import { formatNumber } from "../../ui/values/format.ts";
import classes from "./home.module.css";

interface FigureProps {
  readonly to: string;
  /** Filters of the list. */
  readonly search?: Readonly<Record<string, string | number>>;
  readonly count: number;
  readonly label: string;
  /** True if a count above 0 needs attention. */
  readonly isBad?: boolean;
}

/** A number with its label, linked to the list. */
export function Figure({ count, label, isBad = false, ...link }: FigureProps) {
  return (
    <Link {...(link as LinkProps)} className={classes.figure}>
      <span className={classes.count} data-bad={isBad && count > 0}>
        {formatNumber(count)}
      </span>
      <span className={classes.what}>{label}</span>
    </Link>
  );
}
