import { setTimeout as delay } from "node:timers/promises";
import type { Database } from "@rapport/db";
import { expect } from "vitest";
import type { Answer, TestApp } from "./app.ts";

/** An export in a response. */
export interface Exported {
  readonly id: number;
  readonly state: string;
  readonly rows: number;
  readonly bytes: number;
  readonly failure: string | null;
}

export interface ExportApi {
  create(json: object, headers?: Record<string, string>): Promise<Answer>;
  read(id: number): Promise<Answer>;
  /** Creates an export and waits until it has ended. */
  run(json: object): Promise<Exported>;
  file(
    id: number,
    options?: { method?: string; headers?: Record<string, string> },
  ): Promise<Response>;
  /** Creates an export, waits until it is done, and returns its file as text. */
  text(json: object): Promise<string>;
}

/** Calls the operations of exports with one token. */
export function exportApi(app: TestApp, token: string): ExportApi {
  const create: ExportApi["create"] = (json, headers = {}) =>
    app.call("POST", "/api/crm/exports", { token, json, headers });
  const read: ExportApi["read"] = (id) => app.call("GET", `/api/crm/exports/${id}`, { token });
  const file: ExportApi["file"] = (id, { method = "GET", headers = {} } = {}) =>
    fetch(`${app.url}/api/crm/exports/${id}/file`, {
      method,
      headers: { authorization: `Bearer ${token}`, ...headers },
    });
  async function run(json: object): Promise<Exported> {
    const created = await create(json);
    expect(created.status, JSON.stringify(created.body)).toBe(201);
    const { id } = created.body.data;
    for (;;) {
      const { data } = (await read(id)).body;
      if (data.state !== "waiting" && data.state !== "running") return data;
      await delay(50);
    }
  }
  return {
    create,
    read,
    run,
    file,
    async text(json) {
      const { id, state } = await run(json);
      expect(state).toBe("done");
      return bytesOf(await file(id)).then((bytes) => bytes.toString("utf8"));
    },
  };
}

/** Rows that one statement inserts; SQLite has a limit of parameters. */
const ROWS = 1_000;

/**
 * Inserts contacts with the emails `c0@example.com`, `c1@…`, each created a second after the one before.
 *
 * @param shared properties that each of them has too
 */
export async function insertContacts(
  { kysely }: Database,
  projectId: number,
  count: number,
  shared: Readonly<Record<string, string>> = {},
): Promise<void> {
  for (let start = 0; start < count; start += ROWS) {
    const rows = Array.from({ length: Math.min(ROWS, count - start) }, (_, i) => {
      const at = new Date(Date.UTC(2026, 0, 1) + (start + i) * 1_000).toISOString();
      const properties = JSON.stringify({ ...shared, email: `c${start + i}@example.com` });
      return {
        ...{ project_id: projectId, type: "contact", properties, version: 1 },
        ...{ created_at: at, updated_at: at },
      };
    });
    await kysely.insertInto("records").values(rows).execute();
  }
}

/** Returns the body of a response as bytes, without decoding. */
export async function bytesOf(response: Response): Promise<Buffer> {
  return Buffer.from(await response.arrayBuffer());
}
