import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { json } from "node:stream/consumers";
import { DIALECTS, trustReceivers } from "@rapport/testing";
import { describe, expect, it, onTestFinished } from "vitest";
import { startApp, type TestApp } from "../support/app.ts";
import { exportApi } from "../support/exports.ts";
import { eventually, receiverOfTest, subscribe } from "../support/webhooks.ts";

type Answer = "accepts" | "fails" | "hangs";

interface SentSpan {
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly name: string;
  readonly attributes: readonly { readonly key: string; readonly value: object }[];
}

interface Export {
  readonly resourceSpans: readonly {
    readonly resource: object;
    readonly scopeSpans: readonly { readonly spans: readonly SentSpan[] }[];
  }[];
}

/** Starts a collector that receives traces by OTLP over HTTP. */
async function startCollector() {
  const exports: Export[] = [];
  let answer: Answer = "accepts";
  let requests = 0;
  const server = createServer(async (req, res) => {
    requests++;
    expect(`${req.method} ${req.url}`).toBe("POST /v1/traces");
    const body = (await json(req)) as Export;
    if (answer === "hangs") return;
    if (answer === "accepts") exports.push(body);
    res.writeHead(answer === "fails" ? 503 : 200, { "content-type": "application/json" });
    res.end("{}");
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return {
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    exports,
    requests: () => requests,
    spans: () =>
      exports.flatMap(({ resourceSpans }) =>
        resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap(({ spans }) => spans)),
      ),
    now(next: Answer) {
      answer = next;
    },
  };
}

async function startTraced(dialect: (typeof DIALECTS)[number], ratio = 1) {
  const collector = await startCollector();
  const traces = { endpoint: collector.endpoint, ratio };
  const app = await startApp({ dialect, settings: { traces } });
  onTestFinished(() => app[Symbol.asyncDispose]());
  return { collector, app };
}

const TRACE = "0af7651916cd43dd8448eb211c80319c";
const CALLER_SPAN = "b7ad6b7169203331";
const traceparent = `00-${TRACE}-${CALLER_SPAN}-01`;

const create = (app: TestApp, token: string, email: string, headers = {}) =>
  app.call("POST", "/api/objects/contacts", {
    token,
    headers,
    json: { properties: [{ internal_name: "email", value: email }] },
  });

describe.each(DIALECTS)("traces on %s", (dialect) => {
  it("have the request, its statements, jobs and webhook attempts, and nothing personal", async () => {
    await trustReceivers();
    const { collector, app } = await startTraced(dialect);
    const { token, projectId } = await app.caller();
    const workspace = await app.workspace({ projectId });
    const receiver = await receiverOfTest();
    await subscribe(workspace, receiver.url, ["contact.created"]);

    const created = await create(app, token, "lovelace@example.com", { traceparent });
    expect(created.status).toBe(201);
    await app.call("GET", "/api/crm/objects/contacts/by/email?value=lovelace@example.com", {
      token,
    });
    await exportApi(app, token).run({ object: "contact", format: "csv" });
    const [received] = await receiver.waitFor(1);
    await eventually(() => {
      const names = collector.spans().map(({ name }) => name);
      expect(names).toEqual(expect.arrayContaining(["job export", "webhook attempt"]));
      expect(names).toContain("GET /api/crm/objects/contacts/by/{internal_name}");
    });

    const ofTrace = collector.spans().filter(({ traceId }) => traceId === TRACE);
    const request = ofTrace.find(({ parentSpanId }) => parentSpanId === CALLER_SPAN);
    expect(request?.name).toBe("POST /api/objects/contacts");
    expect(request?.attributes).toContainEqual({
      key: "rapport.request_id",
      value: { stringValue: created.headers.get("x-request-id") },
    });
    const statements = ofTrace.filter(({ parentSpanId }) => parentSpanId === request?.spanId);
    expect(statements.length).toBeGreaterThan(3);
    expect(statements.every(({ name }) => /^[a-z][a-z_0-9]+$/.test(name))).toBe(true);
    const attempt = collector.spans().find(({ name }) => name === "webhook attempt");
    const { traceId, spanId } = attempt as SentSpan;
    expect(received?.headers.traceparent).toBe(`00-${traceId}-${spanId}-01`);

    const everything = JSON.stringify(collector.exports);
    expect(everything).toContain('"rapport"');
    const secrets = ["lovelace", "example.com", token, workspace.key, "/hook", "?value"];
    expect(secrets.filter((secret) => everything.includes(secret))).toEqual([]);
  });
});

describe("traces", () => {
  it("arrive after a collector that failed works again", async () => {
    const { collector, app } = await startTraced("sqlite");
    collector.now("fails");
    await app.call("GET", "/healthz");
    await eventually(() => expect(collector.requests()).toBeGreaterThan(0));
    collector.now("accepts");
    await eventually(() =>
      expect(collector.spans().map(({ name }) => name)).toContain("GET /healthz"),
    );
  });

  it("hold up neither requests nor the stop if the collector hangs", async () => {
    const { collector, app } = await startTraced("sqlite");
    collector.now("hangs");
    await app.call("GET", "/healthz");
    await eventually(() => expect(collector.requests()).toBeGreaterThan(0));
    expect((await app.call("GET", "/healthz")).status).toBe(200);
    await app.stop();
    expect(collector.spans()).toEqual([]);
  });

  it("are not sent for a ratio of 0, unless the caller has begun one", async () => {
    const { collector, app } = await startTraced("sqlite", 0);
    await app.call("GET", "/readyz");
    await app.call("GET", "/healthz", { headers: { traceparent } });
    await eventually(() => expect(collector.spans()).not.toEqual([]));
    expect(collector.spans().every(({ traceId }) => traceId === TRACE)).toBe(true);
  });
});
