import { sql } from "kysely";
import { FACTOR_RULE } from "../../columns.ts";
import { forUpdate } from "../../dialect/locks.ts";
import { insertRows } from "../../inserts.ts";
import type { Row } from "../../schema.ts";
import { deleteRows, sqlStatement, statement, updateRows } from "../../statement.ts";

export type SecondFactorRow = Omit<Row<"second_factors">, "created_at">;

export const insertFactor = insertRows("second_factors", [
  "user_id",
  "secret",
  "last_step",
  "created_at",
  "failures",
]);

const columns = sql`
  user_id, secret, last_step, confirmed_at, failures, blocked_until, next_secret`;

export const findFactor = sqlStatement<{ user: number }, SecondFactorRow>(
  "second_factor_find",
  (param) => sql`select ${columns} from second_factors where user_id = ${param("user")}`,
);

/** Does what `findFactor` does, and locks the row. */
export const lockFactor = sqlStatement<{ user: number }, SecondFactorRow>(
  "second_factor_lock",
  (param, dialect) => sql`
    select ${columns} from second_factors where user_id = ${param("user")} ${forUpdate(dialect)}`,
);

/** Lists the admins who have a confirmed factor. */
export const listConfirmed = statement<object, { user_id: number }>(
  "second_factors_confirmed",
  (query) =>
    query.selectFrom("second_factors").select("user_id").where("confirmed_at", "is not", null),
);

/** Notes the step of a code that was used, and confirms a new factor. */
export const acceptStep = statement<{ user: number; step: number; at: string }, never>(
  "second_factor_accept",
  (query, param) =>
    query
      .updateTable("second_factors")
      .set((eb) => ({
        last_step: param("step"),
        failures: 0,
        blocked_until: null,
        confirmed_at: eb.fn.coalesce("confirmed_at", param("at")),
      }))
      .where("user_id", "=", param("user")),
);

/** Keeps a secret that replaces the present one once a code of it was entered. */
export const saveNextSecret = updateRows("second_factor_save_next", "second_factors", {
  set: { next_secret: "secret" },
  where: { user_id: "user" },
});

/** Replaces the secret with the next one, and notes the step of its first code. */
export const useNextSecret = statement<{ user: number; step: number }, never>(
  "second_factor_use_next",
  (query, param) =>
    query
      .updateTable("second_factors")
      .set((eb) => ({
        secret: eb.fn.coalesce("next_secret", "secret"),
        next_secret: null,
        last_step: param("step"),
        failures: 0,
        blocked_until: null,
      }))
      .where("user_id", "=", param("user")),
);

/** Saves the number of wrong codes in a row, and until when further codes are refused. */
export const saveFailures = updateRows("second_factor_failures", "second_factors", {
  set: { failures: "failures", blocked_until: "until" },
  where: { user_id: "user" },
});

/** Deletes an admin's factor; returns its admin if there was one. */
export const deleteFactor = deleteRows(
  "second_factor_delete",
  "second_factors",
  { user_id: "user" },
  ["user_id"],
);

export const insertRecoveryCodes = insertRows("recovery_codes", ["user_id", "hash"]);

/** Deletes a recovery code, because it is valid once. Returns its admin if the code existed. */
export const takeRecoveryCode = deleteRows(
  "recovery_code_take",
  "recovery_codes",
  { user_id: "user", hash: "hash" },
  ["user_id"],
);

export const countRecoveryCodes = statement<{ user: number }, { count: number }>(
  "recovery_codes_count",
  (query, param) =>
    query
      .selectFrom("recovery_codes")
      .select((eb) => eb.fn.countAll<number>().as("count"))
      .where("user_id", "=", param("user")),
);

export const deleteRecoveryCodes = deleteRows("recovery_codes_delete", "recovery_codes", {
  user_id: "user",
});

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
