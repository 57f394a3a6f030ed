/** The reports, in the order of their links. */
export const REPORT_NAMES = [
  "created",
  "funnel",
  "durations",
  "outcomes",
  "forecast",
  "webhooks",
  "usage",
] as const;
