import { sql } from "kysely";
import { FACTOR_RULE } from "../../columns.ts";
import { sqlStatement, statement } from "../../statement.ts";

/** Returns since when admins need a second factor, if they do. */
export const findRule = statement<object, { changed_at: string }>("factor_rule_find", (query) =>
  query
    .selectFrom("installation_settings")
    .select("changed_at")
    .where("name", "=", sql.lit(FACTOR_RULE)),
);

/** Makes admins need a second factor; returns the setting's name unless they do already. */
export const addRule = sqlStatement<{ at: string }, { name: string }>(
  "factor_rule_add",
  (param) => sql`
    insert into installation_settings (name, value, changed_at)
    values (${sql.lit(FACTOR_RULE)}, 'true', ${param("at")})
    on conflict (name) do nothing returning name`,
);

/** Lets admins sign in without a second factor; returns the setting's name if they needed one. */
export const removeRule = statement<object, { name: string }>("factor_rule_remove", (query) =>
  query
    .deleteFrom("installation_settings")
    .where("name", "=", sql.lit(FACTOR_RULE))
    .returning("name"),
);
