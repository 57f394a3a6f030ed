import {
  IconAlertTriangle,
  IconCircleCheck,
  IconCircleMinus,
  IconCircleX,
  IconClock,
  type IconProps,
} from "@tabler/icons-react";
import type { ComponentType, ReactNode } from "react";
import classes from "./mark.module.css";

export type Tone = "good" | "busy" | "warn" | "bad" | "idle";

const ICONS: Readonly<Record<Tone, ComponentType<IconProps>>> = {
  good: IconCircleCheck,
  busy: IconClock,
  warn: IconAlertTriangle,
  bad: IconCircleX,
  idle: IconCircleMinus,
};

/** A status in words, with an icon that differs in shape and colour. */
export function Mark({ tone, children }: { readonly tone: Tone; readonly children: ReactNode }) {
  const Icon = ICONS[tone];
  return (
    <span className={classes.mark} data-tone={tone}>
      <Icon size={16} stroke={2} className={classes.icon} aria-hidden />
      <span>{children}</span>
    </span>
  );
}
