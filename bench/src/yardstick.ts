/**
 * The baseline for Rapport: a bare Express or node:http handler that runs the same SQL with the same driver and returns
 * the same bytes, without credentials, checks, logs or metrics.
 */

import { readFileSync } from "node:fs";
import { createServer, type IncomingMessage } from "node:http";
import Sqlite from "better-sqlite3";
import express from "express";
import pg from "pg";
import type { RecordedWork, Step } from "./recorder.ts";
import { openBatchStore } from "./yardstick-batch.ts";
import { openStore, type Store } from "./yardstick-store.ts";

const [, , kind = "express", databaseUrl = "", project = "1", recordedFile = ""] = process.argv;
const store = openStore(databaseUrl, Number(project));
const batch = openBatchStore(databaseUrl, Number(project));

/** What the planner may do on Rapport's own connections. */
const PLAN_SETTINGS = ["seqscan", "bitmapscan", "hashjoin", "mergejoin"].map(
  (kind) => `-c enable_${kind}=off`,
);
const NO_WORKERS = "-c max_parallel_workers_per_gather=0";
const CURSOR = "x".repeat(160);

const replay = openReplay(databaseUrl, recordedFile);

type Row = Record<string, unknown>;
type Run = (step: Step) => readonly Row[] | Promise<readonly Row[]>;

/**
 * Returns a function that runs the statements of a recorded question with the driver alone, and returns as many rows
 * as Rapport does, as JSON.
 *
 * @param file of `RecordedWork[]`, read at the first question
 */
function openReplay(url: string, file: string): (work: number, variant: number) => Promise<string> {
  let works: readonly RecordedWork[] | undefined;
  const run = url.startsWith("sqlite:") ? sqliteRunner(url.slice(7)) : postgresRunner(url);
  return async (work, variant) => {
    works ??= JSON.parse(readFileSync(file, "utf8")) as readonly RecordedWork[];
    const recorded = works[work]?.recorded[variant];
    if (recorded === undefined)
      throw new Error(`no statements were recorded for ${work}/${variant}`);
    const { steps, results } = recorded;
    let last: readonly Row[] = [];
    for (const step of steps) {
      const rows = (await run(step)).map(parsed);
      if (rows.length > 0) last = rows;
    }
    const data = { results: last.slice(-results), nextCursor: CURSOR };
    return JSON.stringify({ success: true, message: "Records found.", data });
  };
}

function parsed(row: Row): Row {
  const { properties, payload, changes } = row;
  if (typeof properties === "string") return { ...row, properties: JSON.parse(properties) };
  if (typeof payload === "string") return { ...row, payload: JSON.parse(payload) };
  return typeof changes === "string" ? { ...row, changes: JSON.parse(changes) } : row;
}

function sqliteRunner(file: string): Run {
  const db = new Sqlite(file, { readonly: true });
  db.pragma("cache_size = -65536");
  const prepared = new Map<string, Sqlite.Statement<unknown[], Row>>();
  return ({ sql, values }) => {
    let statement = prepared.get(sql);
    if (statement === undefined) {
      statement = db.prepare<unknown[], Row>(sql);
      prepared.set(sql, statement);
    }
    return statement.all(...values);
  };
}

function postgresRunner(url: string): Run {
  const options = ["-c timezone=UTC", "-c jit=off", NO_WORKERS, ...PLAN_SETTINGS].join(" ");
  const pool = new pg.Pool({ connectionString: url, max: 10, options });
  return async ({ name, sql, values }) =>
    (await pool.query({ name, text: sql, values: [...values] })).rows;
}

const server = kind === "express" ? expressServer(store) : nodeServer(store);
server.listen(0, "127.0.0.1", () => {
  const address = server.address();
  process.stdout.write(`${JSON.stringify(address)}\n`);
});

function expressServer(store: Store) {
  const app = express();
  app.disable("x-powered-by");
  app.set("etag", false);
  app.use(express.json({ limit: "8mb" }));
  app.get("/api/crm/objects/contacts/:id", async (req, res) => {
    const types = req.query.associations === undefined ? null : "company";
    res.type("application/json").send(found(await store.read(Number(req.params.id), types)));
  });
  app.get("/v1/contacts", async (req, res) => {
    const { lifecycleStage, after, limit } = req.query as Record<string, string | undefined>;
    const page = pageOf(lifecycleStage, after, limit);
    res.type("application/json").send(pageText(await store.list(page)));
  });
  app.all("/replay/:work/:variant", async (req, res) => {
    const { work, variant } = req.params;
    res.type("application/json").send(await replay(Number(work), Number(variant)));
  });
  app.post("/batch/:operation", async (req, res) => {
    const results = await batch(req.params.operation, req.body.inputs);
    const data = { results: results.map((record, index) => ({ index, record })), errors: [] };
    res.type("application/json").send(found(data));
  });
  app.post("/v1/contacts", async (req, res) => {
    res
      .status(201)
      .type("application/json")
      .send(created(await store.create(keyed(req.body))));
  });
  app.post("/api/objects/contacts", async (req, res) => {
    res
      .status(201)
      .type("application/json")
      .send(created(await store.create(req.body)));
  });
  app.patch("/api/crm/objects/contacts/:id", async (req, res) => {
    await store.update(Number(req.params.id), req.body);
    res.type("application/json").send(UPDATED);
  });
  return createServer(app);
}

function nodeServer(store: Store) {
  return createServer(async (req, res) => {
    if (req.url === "/healthz") return void res.end();
    const [path = "", query] = (req.url ?? "").split("?");
    const id = Number(path.slice(path.lastIndexOf("/") + 1));
    let text: string;
    if (path === "/v1/contacts" && req.method === "GET") {
      const given = new URLSearchParams(query);
      const [stage, after, limit] = ["lifecycleStage", "after", "limit"].map((name) =>
        given.get(name),
      );
      text = pageText(
        await store.list(pageOf(stage ?? undefined, after ?? undefined, limit ?? undefined)),
      );
    } else if (path === "/v1/contacts") {
      res.statusCode = 201;
      text = created(await store.create(keyed(JSON.parse(await bodyOf(req)))));
    } else if (req.method === "GET") {
      text = found(await store.read(id, query?.includes("associations") ? "company" : null));
    } else if (req.method === "POST") {
      res.statusCode = 201;
      text = created(await store.create(JSON.parse(await bodyOf(req))));
    } else {
      await store.update(id, JSON.parse(await bodyOf(req)));
      text = UPDATED;
    }
    res.setHeader("Content-Type", "application/json; charset=utf-8");
    res.setHeader("Content-Length", Buffer.byteLength(text));
    res.end(text);
  });
}

async function bodyOf(req: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of req) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString();
}

function pageOf(stage?: string, after?: string, limit?: string) {
  return { stage: stage ?? null, after: Number(after ?? 0), limit: Number(limit ?? 50) + 1 };
}

function pageText(rows: object[]): string {
  return JSON.stringify({
    status: "success",
    data: rows.slice(0, -1),
    pagination: { nextCursor: rows.length > 1 ? "x".repeat(160) : null },
  });
}

/** Converts a contact of the Workspace API to properties for the same statements. Ignores the idempotency key. */
function keyed(body: Record<string, string>) {
  const names = { email: "email", firstName: "firstname", lastName: "lastname" } as const;
  const properties = Object.entries(names).map(([field, internal_name]) => ({
    internal_name,
    value: body[field] as string,
  }));
  return { properties, associations: [] };
}

const UPDATED = JSON.stringify({ success: true, message: "Contact updated.", data: null });

function found(data: object): string {
  return JSON.stringify({ success: true, message: "Contact found.", data });
}

function created(data: object): string {
  return JSON.stringify({ success: true, message: "Contact created.", data });
}
