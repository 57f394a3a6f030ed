import type { PropertyData } from "../property/property-types.ts";

/** A task as lists of tasks show it. */
export interface Task {
  readonly id: number;
  readonly version: number;
  readonly properties: Readonly<Record<string, PropertyData>>;
}
