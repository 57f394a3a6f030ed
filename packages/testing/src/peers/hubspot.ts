import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { json } from "node:stream/consumers";

/** What HubSpot answers instead of the data. */
export type HubspotReply =
  | {
      readonly status: number;
      readonly body?: object;
      readonly headers?: Readonly<Record<string, string>>;
    }
  /** Breaks the connection in the middle of the body. */
  | { readonly cut: true };

export interface HubspotRecord {
  readonly id: string;
  readonly properties: Readonly<Record<string, string | null>>;
  readonly archived?: boolean;
}

/** The data of an account, by the plural of each object type. */
export interface HubspotData {
  readonly properties: Record<string, readonly Record<string, unknown>[]>;
  readonly pipelines: Record<string, readonly object[]>;
  readonly objects: Record<string, HubspotRecord[]>;
  /** Pairs of ids with the ids of their labels, by `{from}/{to}`. */
  readonly associations: Record<
    string,
    (readonly [from: string, to: string, ...labels: number[]])[]
  >;
  /** Labels of associations by `{from}/{to}`, and by their ids. */
  readonly labels?: Readonly<Record<string, Readonly<Record<number, string>>>>;
  /** The schemas of custom objects. Their `objectTypeId` is the plural by which the rest names them. */
  readonly schemas?: readonly object[];
  /**
   * Types that the token may not read; `schemas` for those of custom objects, and `objects/tickets` for tickets whose
   * properties it may read.
   */
  readonly forbidden?: readonly string[];
}

export interface HubspotServer extends AsyncDisposable {
  /** `http://127.0.0.1:PORT` */
  readonly url: string;
  /** Changes apply to later requests. */
  readonly data: HubspotData;
  /** The requests so far, oldest first: method and path with its query. */
  readonly requests: readonly string[];
  /** Sets the reply to the `n`th request from now, and to `times` requests in all. */
  fail(n: number, reply: HubspotReply, times?: number): void;
}

interface Options {
  readonly token: string;
  readonly data: HubspotData;
  readonly portalId?: number;
  /** Associations of one object on a page. */
  readonly associationPage?: number;
  /** Called before each answer. */
  readonly onRequest?: () => Promise<unknown>;
}

/** Limits of the real API. */
const MAX_PAGE = 100;
const MAX_BATCH = 100;
const MAX_ASSOCIATION_INPUTS = 1_000;
const ALWAYS = ["createdate", "hs_lastmodifieddate", "hs_object_id"];

/** Starts the reading side of HubSpot's CRM API with one account, on a free port of 127.0.0.1. */
export async function startHubspot(options: Options): Promise<HubspotServer> {
  const requests: string[] = [];
  const plans: { from: number; to: number; reply: HubspotReply }[] = [];
  const server = createServer(async (request, response) => {
    requests.push(`${request.method} ${request.url}`);
    const n = requests.length;
    await options.onRequest?.();
    const plan = plans.findLast(({ from, to }) => n >= from && n < to);
    if (plan !== undefined) return misbehave(response, plan.reply);
    // A client that is killed breaks its request off.
    const answer = await answerTo(request, options).catch(() => undefined);
    if (answer === undefined) response.destroy();
    else send(response, answer);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    data: options.data,
    requests,
    fail(n, reply, times = 1) {
      const from = requests.length + n;
      plans.push({ from, to: from + times, reply });
    },
    async [Symbol.asyncDispose]() {
      const closed = once(server, "close");
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}

interface Sent {
  readonly status: number;
  readonly body: object;
  readonly headers?: Readonly<Record<string, string>>;
}

function send(response: ServerResponse, { status, body, headers = {} }: Sent): void {
  response.writeHead(status, { "content-type": "application/json;charset=utf-8", ...headers });
  response.end(JSON.stringify(body));
}

function misbehave(response: ServerResponse, reply: HubspotReply): void {
  if ("cut" in reply) {
    response.writeHead(200, { "content-type": "application/json", "content-length": "1000" });
    response.write('{"results":[');
    setImmediate(() => response.destroy());
    return;
  }
  const { status, headers = {} } = reply;
  send(response, { status, headers, body: reply.body ?? { status: "error", message: "failed" } });
}

async function answerTo(request: IncomingMessage, options: Options): Promise<Sent> {
  const { token, data, portalId = 1234567 } = options;
  const url = new URL(request.url ?? "", "http://localhost");
  if (request.headers.authorization !== `Bearer ${token}`) {
    return failure(401, "INVALID_AUTHENTICATION", "Authentication credentials not found.");
  }
  const body = request.method === "POST" ? ((await json(request)) as Body) : undefined;
  if (url.pathname === "/account-info/v3/details") return ok({ portalId, accountType: "STANDARD" });
  const isSchemas = url.pathname === "/crm-object-schemas/v3/schemas";
  const [, area = "", type = "", rest = ""] =
    /^\/crm\/v[34]\/(properties|pipelines|objects|associations)\/([\w-]+)(?:\/(.+))?$/.exec(
      url.pathname,
    ) ?? [];
  const asked = isSchemas ? ["schemas"] : [type, `${area}/${type}`];
  if (data.forbidden?.some((one) => asked.includes(one))) {
    return failure(403, "MISSING_SCOPES", "This app hasn't been granted all required scopes.");
  }
  if (isSchemas) return ok({ results: data.schemas ?? [] });
  if (data.properties[type] === undefined) {
    return failure(404, "OBJECT_NOT_FOUND", `Unable to infer object type from: ${type}`);
  }
  if (area === "properties") return ok({ results: data.properties[type] });
  if (area === "pipelines") return ok({ results: data.pipelines[type] ?? [] });
  if (area === "objects" && rest === "") return list(data, type, url.searchParams);
  if (area === "objects" && rest === "batch/read") return batchRead(data, type, body);
  const [to = "", ...action] = rest.split("/");
  if (area === "associations" && action.join("/") === "batch/read") {
    return associations(options, type, to, body);
  }
  if (area === "associations" && action.join("/") === "labels")
    return labels(data, `${type}/${to}`);
  return failure(404, "OBJECT_NOT_FOUND", "No such path");
}

function labels(data: HubspotData, pair: string): Sent {
  const own = Object.entries(data.labels?.[pair] ?? {}).map(([typeId, label]) => ({
    ...{ category: "USER_DEFINED", typeId: Number(typeId), label },
  }));
  return ok({ results: [PLAIN, ...own] });
}

/** The type of an association without a label. */
const PLAIN = { category: "HUBSPOT_DEFINED", typeId: 1, label: null };

interface Body {
  readonly inputs?: readonly { readonly id: string; readonly after?: string }[];
  readonly properties?: readonly string[];
}

function list(data: HubspotData, type: string, query: URLSearchParams): Sent {
  const limit = Number(query.get("limit") ?? 10);
  if (limit > MAX_PAGE) {
    return failure(400, "VALIDATION_ERROR", `Invalid input: limit must be at most ${MAX_PAGE}`);
  }
  const archived = query.get("archived") === "true";
  const after = Number(query.get("after") ?? 0);
  const all = (data.objects[type] ?? [])
    .filter((one) => (one.archived ?? false) === archived && Number(one.id) > after)
    .toSorted((a, b) => Number(a.id) - Number(b.id));
  const page = all.slice(0, limit);
  const names = (query.get("properties") ?? "").split(",");
  const results = page.map((one) => shown(one, names));
  if (all.length <= limit) return ok({ results });
  const last = page.at(-1)?.id ?? "";
  return ok({ results, paging: { next: { after: last, link: `?after=${last}` } } });
}

function batchRead(data: HubspotData, type: string, body: Body | undefined): Sent {
  const inputs = body?.inputs ?? [];
  if (inputs.length > MAX_BATCH) {
    return failure(400, "VALIDATION_ERROR", `A batch has at most ${MAX_BATCH} inputs`);
  }
  const wanted = new Set(inputs.map(({ id }) => id));
  const found = (data.objects[type] ?? []).filter((one) => wanted.has(one.id) && !one.archived);
  return ok({
    status: "COMPLETE",
    results: found.map((one) => shown(one, body?.properties ?? [])),
  });
}

function shown({ id, properties, archived = false }: HubspotRecord, names: readonly string[]) {
  const at = "2024-03-01T10:00:00.000Z";
  const all: Record<string, string | null> = {
    ...{ createdate: at, hs_lastmodifieddate: at, hs_object_id: id },
    ...properties,
  };
  const wanted = [...new Set([...ALWAYS, ...names])].filter((name) => name !== "");
  const values = Object.fromEntries(wanted.map((name) => [name, all[name] ?? null]));
  return { id, properties: values, createdAt: at, updatedAt: at, archived };
}

function associations(
  { data, associationPage = 500 }: Options,
  from: string,
  to: string,
  body: Body | undefined,
): Sent {
  const inputs = body?.inputs ?? [];
  if (inputs.length > MAX_ASSOCIATION_INPUTS) {
    return failure(400, "VALIDATION_ERROR", "The maximum number of inputs is 1000");
  }
  const pairs = data.associations[`${from}/${to}`] ?? [];
  const results: object[] = [];
  const errors: object[] = [];
  for (const { id, after = "0" } of inputs) {
    const start = Number(after);
    const own = pairs.filter(([one]) => one === id);
    if (own.length === 0) {
      const message = `No ${to} is associated with ${from} ${id}.`;
      errors.push({ status: "error", category: "OBJECT_NOT_FOUND", message });
      continue;
    }
    const end = start + associationPage;
    results.push({
      from: { id },
      to: own.slice(start, end).map(([, other, ...labels]) => ({
        toObjectId: Number(other),
        associationTypes: [
          PLAIN,
          ...labels.map((typeId) => ({
            ...{ category: "USER_DEFINED", typeId },
            label: data.labels?.[`${from}/${to}`]?.[typeId],
          })),
        ],
      })),
      ...(own.length > end ? { paging: { next: { after: String(end) } } } : {}),
    });
  }
  if (errors.length === 0) return ok({ status: "COMPLETE", results });
  return { status: 207, body: { status: "COMPLETE", results, numErrors: errors.length, errors } };
}

function ok(body: object): Sent {
  return { status: 200, body };
}

function failure(status: number, category: string, message: string): Sent {
  const correlationId = "b6e9f0c2-1f6e-4b62-9c4e-0f6f2f1a7f00";
  return { status, body: { status: "error", message, correlationId, category } };
}
