/**
 * The baseline for Rapport: a bare Express or node:http handler that runs the same SQL with the same driver and returns
 * the same bytes, without credentials, checks, logs or metrics.
 */
import { createServer, type IncomingMessage } from "node:http";
import express from "express";
import { openBatchStore } from "./yardstick-batch.ts";
import { openReplay } from "./yardstick-replay.ts";
import { openStore, type Store } from "./yardstick-store.ts";

const [, , kind = "express", databaseUrl = "", project = "1", recordedFile = ""] = process.argv;
const store = openStore(databaseUrl, Number(project));
const batch = openBatchStore(databaseUrl, Number(project));
const replay = openReplay(databaseUrl, recordedFile);
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
