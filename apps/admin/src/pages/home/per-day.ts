import type { Outputs } from "../../api.ts";

/** Numbers of records created on each day, by object type. */
export type PerDay = Outputs["home"]["figures"]["createdPerDay"];

/** A day in the reader's time zone. */
export type Day = PerDay["days"][number];
