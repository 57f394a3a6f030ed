import { Title } from "@mantine/core";
import { IconAlertTriangle } from "@tabler/icons-react";
import { Link, type LinkProps } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { formatNumber } from "../../ui/values/format.ts";
import classes from "./home.module.css";

/** A line with the state of a part of the platform. */
export function PlatformState({
  title,
  isBad = false,
  children,
}: {
  readonly title: string;
  /** True if it needs attention. */
  readonly isBad?: boolean;
  readonly children: ReactNode;
}) {
  return (
    <section aria-label={title} className={classes.state}>
      {isBad && (
        <IconAlertTriangle
          size={16}
          role="img"
          aria-label="Needs attention"
          className={classes.alertIcon}
        />
      )}
      <Title order={2} fz="inherit">
        {title}
      </Title>
      {children}
    </section>
  );
}

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
      <strong className={isBad && count > 0 ? classes.bad : undefined}>
        {formatNumber(count)}
      </strong>
      <span className={classes.what}>{label}</span>
    </Link>
  );
}
