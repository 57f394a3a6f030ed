import type { ColumnTypes } from "./column-types.ts";

/**
 * Records that were merged before are found by their emails and domains too; see `mergedRows` of the package core. Only
 * values that SQL compares as the program does: short ones in ASCII.
 */
export const statements = ({ dialect }: ColumnTypes): readonly string[] =>
  [
    ["contact", "email"],
    ["company", "domain"],
  ].map(
    ([type, property]) => `insert into record_index (project_id, type, property, value, record_id)
      select project_id, type, '~merged:${property}', lower(properties ->> '${property}'), id
      from records
      where merged_into is not null and erased_at is null and type = '${type}'
        and length(properties ->> '${property}') < 60
        and ${isAscii(`properties ->> '${property}'`)[dialect]}
      on conflict do nothing`,
  );

function isAscii(text: string) {
  return {
    sqlite: `(${text}) not glob '*[^ -~]*'`,
    postgres: `(${text}) ~ '^[ -~]+$'`,
  };
}
