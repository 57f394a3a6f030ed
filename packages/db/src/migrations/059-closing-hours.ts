import { EXISTING } from "./054-sums.ts";
import type { ColumnTypes } from "./column-types.ts";

/**
 * Sums by the hour of the close date. Where records were added up without them, all are noted again, and counted one by one
 * until they are added up. No released version adds up without them.
 */
export const statements = (t: ColumnTypes): readonly string[] =>
  t.dialect === "sqlite" ? AGAIN : [ON_POSTGRES];

const PROJECTS = "select project_id from record_sums";

const AGAIN: readonly string[] = [
  `delete from sum_changes where project_id in (${PROJECTS})`,
  ...EXISTING.map((text) => `${text} and project_id in (${PROJECTS})`),
  "delete from record_sums",
];

/** Keeps writers out, so that no record is noted twice. Databases on several nodes have no sums. */
const ON_POSTGRES = `do $$ begin
  if exists (select from record_sums) then
    lock table records, record_index in share row exclusive mode;
    ${AGAIN.map((text) => `${text};`).join("\n    ")}
  end if;
end $$`;
