import { type RawBuilder, sql } from "kysely";
import { joinRecord } from "./dialect/access-path.ts";
import type { DialectName } from "./dialect/dialect.ts";
import { isLarger, textBeginnings } from "./dialect/json.ts";
import type { StoredProperties } from "./schema.ts";

/** A record with the values that names need. */
export interface RecordTexts {
  readonly id: number;
  readonly type: string;
  /**
   * All properties of a record of at most 8 KiB. Of a larger one, which may have 1 MiB, only the wanted properties that are
   * texts, and of each the first 1,000 characters.
   */
  readonly properties: StoredProperties;
}

/** Bytes. Reading so many whole takes half the time of choosing some of the properties. */
const WHOLE = 8_192;
const CHARACTERS = 1_000;

/**
 * Returns the column `properties` of a `RecordTexts`, for the `select` of a statement.
 *
 * @param names JSON array of the names of the wanted properties
 */
export function recordTexts(
  dialect: DialectName,
  table: string,
  names: RawBuilder<unknown>,
): RawBuilder<unknown> {
  const column = sql.ref(`${table}.properties`);
  const texts = textBeginnings(dialect, column, names, CHARACTERS);
  return sql`case when ${isLarger(dialect, column, WHOLE)} then ${texts} else ${column} end as properties`;
}

/**
 * Returns when the record `r`, or the last one that it was merged into, was erased; null if neither was. The values of a
 * merged record may outlive those of its primary record for a while.
 *
 * @param project of the record, as a parameter
 */
export function erasedAt(
  dialect: DialectName,
  project: RawBuilder<unknown>,
): RawBuilder<string | null> {
  return sql`case when r.merged_into is null then r.erased_at else (
    with recursive chain (next, erased_at) as (
      select r.merged_into, r.erased_at
      union all
      select r.merged_into, r.erased_at from chain ${joinRecord(dialect, project, sql`chain.next`)})
    select max(erased_at) from chain) end`;
}
