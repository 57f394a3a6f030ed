import { setImmediate as nextTurn, setTimeout as sleep } from "node:timers/promises";
import { OBJECT_TYPES, type ObjectType } from "@rapport/core";
import type { AnyJson } from "@rapport/testing";
import { expect } from "vitest";
import type { Answer, TestApp } from "./app.ts";
import { numbered } from "./feed.ts";
import { withReferences } from "./random/references.ts";
import type { RandomRequest } from "./random/request-parts.ts";
import { ADDED } from "./random/values.ts";

/** A project of one server, to which a sequence of requests is sent. */
export interface ComparedProject {
  readonly app: TestApp;
  readonly projectId: number;
  readonly token: string;
  /** Sends a request, follows its pages or its import to the end, and returns the answers without times and random texts. */
  send(request: RandomRequest): Promise<readonly unknown[]>;
}

/** Creates a project with the properties that random requests use. */
export async function comparedProject(app: TestApp): Promise<ComparedProject> {
  const all = await app.caller();
  const { projectId, token } = all;
  const scopes = ["contacts", "companies", "deals"].map((plural) => `crm.${plural}.write`);
  const tokens = {
    all: token,
    writer: (await app.caller({ ...all, scope: scopes.join(" ") })).token,
    key: (await app.workspace({ projectId })).key,
  };
  for (const [type, properties] of Object.entries(ADDED)) {
    const { plural } = OBJECT_TYPES[type as ObjectType];
    for (const json of properties ?? []) {
      const path = `/api/crm/properties/${plural}`;
      const { status, body } = await app.call("POST", path, { token, json });
      expect(status, JSON.stringify(body)).toBe(201);
    }
  }
  const moments: string[] = [];

  async function send(request: RandomRequest): Promise<readonly unknown[]> {
    moments.push(new Date().toISOString());
    await drawNextId(app);
    const ids = await idsOf(app, projectId);
    const valuesOf = (type: string) => (type === "time" ? moments : (ids.get(type) ?? []));
    const { method, path, json, headers = {}, as = "all", file, isUndone } = request;
    const given = withReferences(path, valuesOf);
    const call = (next: { cursor?: string } = {}) => {
      const inQuery = method === "GET" && next.cursor !== undefined;
      const cursor = `${given.includes("?") ? "&" : "?"}cursor=${encodeURIComponent(next.cursor ?? "")}`;
      const body = json && JSON.stringify({ ...json, ...next });
      return app.call(method, inQuery ? given + cursor : given, {
        token: tokens[as],
        headers: {
          ...JSON.parse(withReferences(JSON.stringify(headers), valuesOf)),
          ...(body && { "content-type": "application/json" }),
        },
        ...(body && { body: withReferences(body, valuesOf) }),
      });
    };
    if (path.startsWith("/api/crm/events")) await numbered(app);
    const answers = [await call()];
    const isPaged = method === "GET" || path.endsWith("/search");
    for (let next = isPaged && cursorOf(answers); next; next = cursorOf(answers)) {
      answers.push(await call({ cursor: next }));
    }
    const id = answers[0]?.body.data?.id;
    if (file !== undefined && id !== undefined) {
      answers.push(
        ...(await runImport(app, tokens.all, id, { file, isUndone: isUndone ?? false })),
      );
    }
    return answers.map(plainAnswer);
  }
  return { app, projectId, token, send };
}

/** Waits for the next millisecond, so that times order the changes of two requests in both databases. */
export async function nextMillisecond(): Promise<void> {
  const now = Date.now();
  while (Date.now() === now) await nextTurn();
}

/** PostgreSQL does not use the id of a failed insert again, and SQLite does. Makes both draw the next one. */
async function drawNextId({ deps }: TestApp): Promise<void> {
  if (deps.db.dialect !== "postgres") return;
  const sql = `select setval(pg_get_serial_sequence('records', 'id'), max(id)) from records`;
  await deps.db.transaction((tx) => tx.execute({ name: "draw_next_id", sql }, []));
}

async function idsOf({ deps }: TestApp, projectId: number) {
  const rows = await deps.db.kysely
    .selectFrom("records")
    .select(["id", "type", "deleted_at", "merged_into"])
    .where("project_id", "=", projectId)
    .orderBy("id")
    .execute();
  const ids = new Map<string, number[]>();
  const add = (name: string, id: number) => ids.set(name, [...(ids.get(name) ?? []), id]);
  for (const { id, type, deleted_at, merged_into } of rows) {
    add(type, id);
    if (merged_into !== null) {
      add(`${type}merged`, id);
      add(`${type}primary`, merged_into);
    } else if (deleted_at !== null) add(`${type}deleted`, id);
  }
  return ids;
}

function cursorOf(answers: readonly Answer[]): string | null {
  const { data, pagination } = answers.at(-1)?.body ?? {};
  if (data?.hasMore === false) return null;
  return data?.nextCursor ?? pagination?.nextCursor ?? null;
}

async function runImport(
  app: TestApp,
  token: string,
  id: number,
  { file, isUndone }: { readonly file: string; readonly isUndone: boolean },
): Promise<readonly Answer[]> {
  const path = `/api/crm/imports/${id}`;
  const sent = await app.call("PUT", `${path}/data`, { token, body: file });
  const ended = await stateAfter(app, token, path, ({ state }) => state);
  const refused = await app.call("GET", `${path}/refused`, { token });
  if (!isUndone) return [sent, ended, refused];
  const undone = await app.call("POST", `${path}/undo`, { token });
  const restored = await stateAfter(app, token, path, ({ undo }) => undo?.state);
  return [sent, ended, refused, undone, restored];
}

async function stateAfter(
  app: TestApp,
  token: string,
  path: string,
  stateOf: (data: AnyJson) => string | undefined,
): Promise<Answer> {
  for (;;) {
    const answer = await app.call("GET", path, { token });
    if (stateOf(answer.body.data) !== "running") return answer;
    await sleep(20);
  }
}

const HEADERS = ["content-type", "etag", "allow", "idempotent-replayed", "preference-applied"];
const TIME = /\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z/g;
const EVENT = /\bmsg_[0-9a-f]{32}\b/g;
const CLIENT = /\brpc[0-9A-Za-z]{21}\b/g;
/** Times of the server are at most this far from now, and times of requests further. */
const MONTH_MS = 30 * 86_400_000;
const RANDOM = new Set(["requestId", "nextCursor", "asOf"]);
/** Objects whose version is the id of their event. PostgreSQL does not use the id of a failed insert again. */
const NUMBERED_BY_EVENT = new Set<unknown>(["schema", "association"]);

function plainAnswer({ status, headers, body }: Answer) {
  const shown = HEADERS.map((name) => headers.get(name)).filter((value) => value !== null);
  return { status, headers: shown, body: plain(body) };
}

/** Returns a value without times of the server, and without cursors and random ids, which differ between two servers. */
export function plain(value: unknown): unknown {
  if (typeof value === "string") {
    return value
      .replaceAll(TIME, (time) =>
        Math.abs(Date.parse(time) - Date.now()) < MONTH_MS ? "<time>" : time,
      )
      .replaceAll(EVENT, "<event>")
      .replaceAll(CLIENT, "<client>");
  }
  if (Array.isArray(value)) return value.map(plain);
  if (typeof value !== "object" || value === null) return value;
  const isVersioned = !NUMBERED_BY_EVENT.has((value as { object?: unknown }).object);
  const members = Object.entries(value).filter(([name]) => isVersioned || name !== "version");
  return Object.fromEntries(
    members.map(([name, member]) => [
      name,
      RANDOM.has(name) && typeof member === "string" ? `<${name}>` : plain(member),
    ]),
  );
}
