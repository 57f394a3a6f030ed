import type { Inputs, Outputs } from "../../../api.ts";

export type TimelineKind = NonNullable<Inputs["records"]["timeline"]["kind"]>;
export type TimelineItem = Outputs["records"]["timeline"]["items"][number];
/** A note or a task in a timeline. */
export type Activity = Extract<TimelineItem, { kind: "note" | "task" }>;
