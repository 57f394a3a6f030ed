import { Link, type LinkProps } from "@tanstack/react-router";
import { formatNumber } from "../../ui/format.ts";
import classes from "./home.module.css";

interface FigureProps {
  readonly to: string;
  /** The list's filters. */
  readonly search?: Readonly<Record<string, string>>;
  readonly count: number;
  readonly label: string;
  /** Whether someone should look at it once it is not 0. */
  readonly isBad?: boolean;
}

/** A number with what it counts, which leads to the list of it. */
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
