import { Group, Progress, Text } from "@mantine/core";
import type { LinkProps } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { AnchorLink } from "../links.tsx";
import classes from "./job-line.module.css";

interface JobLineProps {
  readonly title: string;
  /** The page of the job. */
  readonly to: Pick<LinkProps, "to" | "params">;
  /** How far it is, or its result. */
  readonly text: string;
  /** Undefined if the job does not run or its progress is unknown. */
  readonly percent: number | undefined;
  readonly actions?: ReactNode;
}

/** An import or a bulk change above a table: its progress or result, and what can be done about it. */
export function JobLine({ title, to, text, percent, actions }: JobLineProps) {
  return (
    <Group component="section" aria-label={title} gap="sm" className={classes.line}>
      <Text fz="sm" fw={500}>
        <AnchorLink inherit c="inherit" {...to}>
          {title}
        </AnchorLink>
      </Text>
      <Text fz="sm" role="status" className="tabular">
        {text}
      </Text>
      {percent !== undefined && (
        <Progress value={percent} className={classes.progress} aria-label={title} />
      )}
      {actions && (
        <Group gap="xs" ml="auto">
          {actions}
        </Group>
      )}
    </Group>
  );
}

/** Returns the state of an undo in words. */
export function undoTitle(state: string): string {
  switch (state) {
    case "done":
      return "Undone";
    case "failed":
      return "Undo failed";
    case "cancelled":
      return "Undo cancelled";
    default:
      return "Being undone";
  }
}
