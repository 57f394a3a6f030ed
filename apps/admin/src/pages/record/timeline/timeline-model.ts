import type { ActivityType } from "@rapport/model";
import type { Inputs, Outputs } from "../../../api.ts";

export type TimelineKind = NonNullable<Inputs["records"]["timeline"]["kind"]>;
export type TimelineItem = Outputs["records"]["timeline"]["items"][number];
/** A note, a task, a call or another activity in a timeline. */
export type Activity = Extract<TimelineItem, { kind: ActivityType }>;
