import { type RawBuilder, sql } from "kysely";
import { joinRecord } from "./dialect/access-path.ts";
import type { DialectName } from "./dialect/dialect.ts";

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
