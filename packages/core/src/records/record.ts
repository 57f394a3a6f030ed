import type { Deps } from "../deps.ts";
import type { StoredValue } from "../values/parse-value.ts";
import type { RuleIssue } from "./type-rules.ts";

export type RecordDeps = Pick<Deps, "db" | "schemas">;

/** For changes that may add records. */
export type AddingDeps = RecordDeps & Pick<Deps, "quotas">;

/** The stored values of a record. */
export type Properties = Readonly<Record<string, StoredValue>>;

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

/** A change of a record after the rules of its type were applied. */
export interface RuledChange {
  /** Values to write: the given values and the values that the rules set. */
  readonly values: ReadonlyMap<string, StoredValue>;
  readonly issues: readonly RuleIssue[];
}
