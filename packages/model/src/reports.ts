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

export type ReportName = (typeof REPORT_NAMES)[number];
