import { importTemplates, setAccount } from "@rapport/core";
import {
  type Dialect,
  type GraphPlatform,
  type GraphTemplate,
  startGraphPlatform,
} from "@rapport/testing";
import { expect } from "vitest";
import { type Answer, type Caller, startApp, type TestApp } from "./app.ts";

export const SYNC = "/templates/sync-status";
export const WABA_ID = "102290129340398";
export const ACCESS_TOKEN = "EAAGmRapportNeverShowsThis0123456789";

type Request = Parameters<TestApp["call"]>[2];

export interface SyncCaller extends Caller {
  /** Sends POST /templates/sync-status and checks that the response does not contain the account's token. */
  sync(request?: Request, query?: string): Promise<Answer>;
}

export interface Syncing extends AsyncDisposable {
  readonly app: TestApp;
  readonly platform: GraphPlatform;
  /** Creates a client of a new tenant that has the platform's account and these templates. */
  tenant(local?: readonly GraphTemplate[]): Promise<SyncCaller>;
  /** Returns all rows that a failed sync must not change. */
  contents(): Promise<Readonly<Record<string, readonly object[]>>>;
}

/** Starts a server and a platform to sync with. On disposal, checks that no log line contains the account's token. */
export async function startSyncing(
  dialect: Dialect,
  remote: readonly GraphTemplate[] = [],
  pageSize?: number,
): Promise<Syncing> {
  const size = pageSize === undefined ? {} : { pageSize };
  const account = { wabaId: WABA_ID, accessToken: ACCESS_TOKEN };
  const platform = await startGraphPlatform({ ...account, templates: remote, ...size });
  const app = await startApp({ dialect, graphUrl: platform.url });
  const rows = async (table: "templates" | "template_history" | "events") => {
    const all = await app.deps.db.kysely.selectFrom(table).selectAll().orderBy("id").execute();
    // The worker changes `pending` at any time, when it creates deliveries.
    return all.map((row) => ({ ...row, pending: undefined }));
  };

  return {
    app,
    platform,
    async tenant(local = []) {
      const caller = await app.caller();
      await setAccount(app.deps, caller.tenantId, account);
      await importTemplates(app.deps, caller.tenantId, local);
      return { ...caller, sync: (request, query) => sync(app, caller.token, request, query) };
    },
    async contents() {
      return {
        templates: await rows("templates"),
        history: await rows("template_history"),
        events: await rows("events"),
      };
    },
    async [Symbol.asyncDispose]() {
      await platform[Symbol.asyncDispose]();
      await app[Symbol.asyncDispose]();
      expect(app.logged.join("\n")).not.toContain(ACCESS_TOKEN);
    },
  };
}

async function sync(app: TestApp, token: string, request: Request = {}, query = "") {
  const answer = await app.call("POST", `${SYNC}${query}`, { token, ...request });
  const told = JSON.stringify([answer.body, [...answer.headers]]);
  expect(told).not.toContain(ACCESS_TOKEN);
  return answer;
}

export function template(name: string, more: Partial<GraphTemplate> = {}): GraphTemplate {
  return { name, language: "en_US", status: "APPROVED", category: "UTILITY", ...more };
}

export function templates(count: number, more: Partial<GraphTemplate> = {}): GraphTemplate[] {
  return Array.from({ length: count }, (_, i) => template(`template_${i}`, more));
}

export async function accountOf(app: TestApp, tenantId: number) {
  return app.deps.db.kysely
    .selectFrom("messaging_accounts")
    .selectAll()
    .where("tenant_id", "=", tenantId)
    .executeTakeFirstOrThrow();
}
