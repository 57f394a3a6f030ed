import type { ReportName } from "@rapport/model";
import type { Inputs } from "../api.ts";
import { created } from "./created.ts";
import type { Definition } from "./define.ts";
import { durations } from "./durations.ts";
import { forecast } from "./forecast.ts";
import { funnel } from "./funnel.ts";
import { outcomes } from "./outcomes.ts";
import { usage } from "./usage.ts";
import { webhooks } from "./webhooks.ts";

export type Pin = Inputs["reports"]["pins"]["set"]["pins"][number];

/** The reports, in the order of their links. */
export const REPORTS: Readonly<Record<ReportName, Definition>> = {
  created,
  funnel,
  durations,
  outcomes,
  forecast,
  webhooks,
  usage,
};
