import type { ObjectType } from "@rapport/core";

export interface DemoRecord {
  /** Name that the associations of later records use. */
  readonly key: string;
  readonly type: ObjectType;
  readonly properties: Readonly<Record<string, string | number | string[]>>;
  readonly associatedWith: readonly string[];
}

/** Returns a time some days after today, or before it. */
export type Day = (offset: number, hour?: number) => string;
