import type { Deps } from "../deps.ts";
import type { StoredValue } from "../values/parse-value.ts";
import type { Properties } from "./ruled-change.ts";

export type RecordDeps = Pick<Deps, "db" | "schemas">;

/** For changes that may add records. */
export type AddingDeps = RecordDeps & Pick<Deps, "quotas">;

/** A record as the services return it to a surface. */
export interface CrmRecord {
  readonly id: number;
  readonly createdAt: string;
  readonly updatedAt: string;
  readonly properties: Properties;
}

export function withoutNulls(values: ReadonlyMap<string, StoredValue>): Properties {
  return Object.fromEntries([...values].filter(([, value]) => value !== null));
}
