import type { recordScan, recordsById } from "@rapport/db";
import type { ObjectType } from "@rapport/model";
import type { WordQuery } from "../words/query.ts";

/** A record as a search examines it. */
export type Row = recordsById.ScannedRecord;

/** A record as a search reads it together with others: a large one without its properties. */
export type ScannedRow = recordsById.Light<Row>;

/**
 * A way to find records without examining all of them. It finds every record that meets the condition. If it
 * is exact, it finds each of them once, and no other.
 */
export type Lookup =
  | { readonly by: "ids"; readonly ids: readonly number[] }
  | {
      readonly by: "keys";
      readonly ranges: readonly recordScan.KeyRange[];
      readonly isExact: boolean;
    }
  | { readonly by: "words"; readonly query: WordQuery }
  | { readonly by: "associated"; readonly type: ObjectType; readonly ids: readonly number[] };

/** A condition that a record's own row answers. Its answers are the same on both databases. */
export interface RowCondition {
  readonly kind: "row";
  /** Name in the request. */
  readonly name: string;
  readonly lookup: Lookup | null;
  /** Range of ids that can match. */
  readonly ids?: recordScan.IdRange;
  /** For a condition on the creation time: the time, and the side on which the records are. */
  readonly created?: { readonly side: "after" | "before"; readonly moment: string };
  /** Whether it asks for records that have no value. */
  readonly isAbsence?: boolean;
  matches(row: Row): boolean;
}

/** A condition on a record's associations. The database answers it for many records at once. */
export interface AssociationCondition {
  readonly kind: "association";
  /** Type of the associated records. */
  readonly other: ObjectType;
  /** Ids of which one must be associated; any will do if null. */
  readonly targets: readonly number[] | null;
  /** Whether it asks for records without such an association. */
  readonly isAbsence: boolean;
  readonly lookup: Lookup | null;
}

export type Condition = RowCondition | AssociationCondition;

/** Conditions that a record meets all of. */
export type Group = readonly Condition[];
