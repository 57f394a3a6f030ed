/** The reports of the admin app, in the order of their links. */
export const REPORT_NAMES = [
  "created",
  "funnel",
  "durations",
  "outcomes",
  "forecast",
  "webhooks",
  "usage",
] as const;

/** Reports that an admin may pin to Home in a project. */
export const MAX_PINS = 12;

export type ReportName = (typeof REPORT_NAMES)[number];
