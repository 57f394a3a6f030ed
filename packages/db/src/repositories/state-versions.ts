import { sql } from "kysely";
import { statement, updateRows } from "../statement.ts";

/** `catalogue` is the stored name of the schemas, which older versions use too. */
export type VersionedState = "access" | "catalogue" | "quotas";

/** Invalidates the caches of `name` in every process. */
export const bumpVersion = updateRows("state_bump", "state_versions", {
  set: { version: sql`version + 1` },
  where: { name: "name" },
});

export const listVersions = statement<object, { name: VersionedState; version: number }>(
  "state_versions",
  (query) => query.selectFrom("state_versions").select(["name", "version"]),
);
