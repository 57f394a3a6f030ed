import type { StoredValue } from "../values/parse-value.ts";
import type { RuleIssue } from "./type-rules.ts";

/** The stored values of a record. */
export type Properties = Readonly<Record<string, StoredValue>>;

/** A change of a record after the rules of its type were applied. */
export interface RuledChange {
  /** Values to write: the given values and the values that the rules set. */
  readonly values: ReadonlyMap<string, StoredValue>;
  readonly issues: readonly RuleIssue[];
}
