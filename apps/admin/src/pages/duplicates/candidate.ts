import type { Outputs } from "../../api.ts";

/** Two records that may be the same. */
export type Candidate = Outputs["duplicates"]["list"]["candidates"][number];
