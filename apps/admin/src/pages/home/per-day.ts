import type { Outputs } from "../../api.ts";

/** Numbers of records created on each of the last 30 days in UTC, by object type. */
export type PerDay = Outputs["home"]["figures"]["createdPerDay"];
