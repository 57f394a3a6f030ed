import type { Outputs } from "../../api.ts";

export type BinnedRecord = Outputs["records"]["bin"]["records"][number];
