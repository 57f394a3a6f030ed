import type { Outputs } from "../../api.ts";

export type Client = Outputs["access"]["clients"]["list"][number];
export type Key = Outputs["access"]["keys"]["list"][number];
export type Admin = Outputs["access"]["admins"]["list"][number];
export type Member = Outputs["access"]["members"]["list"][number];
