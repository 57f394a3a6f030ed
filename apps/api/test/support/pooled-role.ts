import { randomBytes } from "node:crypto";
import { readFileSync } from "node:fs";
import { runSql } from "@rapport/testing";

/** A role of PostgreSQL with the settings that docs/operations.md gives a role behind PgBouncer. */
export interface PooledRole extends AsyncDisposable {
  /** The URL of the database for this role. */
  readonly url: string;
}

/** Creates such a role. Dispose of it after the database is dropped. */
export async function createPooledRole(url: string): Promise<PooledRole> {
  const guide = readFileSync(new URL("../../../../docs/operations.md", import.meta.url), "utf8");
  const statements = guide.match(/^alter role rapport set .+;$/gm) ?? [];
  const role = `pooled_${randomBytes(8).toString("hex")}`;
  await runSql(url, `create role ${role} superuser login password '${role}'`);
  for (const statement of statements) await runSql(url, statement.replace("rapport", role));
  return {
    url: Object.assign(new URL(url), { username: role, password: role }).href,
    async [Symbol.asyncDispose]() {
      const server = Object.assign(new URL(url), { pathname: "/postgres" });
      await runSql(server.href, `drop role ${role}`);
    },
  };
}
