import { createHash } from "node:crypto";
import { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import { createGunzip, createGzip } from "node:zlib";
import { CrmError, type Deps, type Principal, requireAnyScope } from "@rapport/core";
import { sendBytes } from "@rapport/service/http/sending/streaming";
import type { Request, RequestHandler } from "express";
import { LRUCache } from "lru-cache";
import { isNotModified } from "../../http/representation.ts";
import { parseQuery, refuseBody, refuseIfMatch } from "../../rest/input.ts";
import { admit, type Serving } from "../../rest/rate-limit.ts";
import { methodNotAllowed } from "../../rest/routes.ts";
import { DOCUMENT_PATH, DOCUMENT_SCOPES } from "./operation.ts";
import { ownDocument } from "./own-paths.ts";
import { ownTemplate } from "./template.ts";

/** Limit of the compressed documents that a process keeps. */
const MAX_CACHED_BYTES = 32 * 1024 * 1024;

/** A document, compressed with gzip. */
interface Packed {
  readonly bytes: Buffer;
  /** Hash of its text. */
  readonly tag: string;
}

/**
 * Serves the OpenAPI document of the credential's project (specification §4.1). Checks a request in the order of
 * `mountRest`. A document is built once per version of the schema and set of scopes, one at a time.
 */
export function ownDocuments(options: Serving): RequestHandler {
  const { deps, onError } = options;
  const readDocument = documentCache(deps);

  return async (req, res, next) => {
    if (req.path !== DOCUMENT_PATH) return next();
    if (req.method !== "GET" && req.method !== "HEAD") throw methodNotAllowed(["GET"]);
    res.locals.route = DOCUMENT_PATH;
    const principal = await admit(options, req, res);
    requireCrmScope(principal);
    await refuseBody(req, res);
    refuseIfMatch(req, DOCUMENT_PATH);
    refuseQuery(req);
    const { bytes, tag } = await readDocument(principal);
    const isCompressed = req.acceptsEncodings("gzip", "identity") === "gzip";
    res.vary("Accept-Encoding").set("ETag", `"${tag}${isCompressed ? "-gzip" : ""}"`);
    if (isNotModified(req, res)) return void res.status(304).end();
    res.set("Content-Type", "application/json; charset=utf-8");
    if (isCompressed) {
      res.set({ "Content-Encoding": "gzip", "Content-Length": String(bytes.length) });
      return void res.end(bytes);
    }
    if (req.method === "HEAD") return void res.end();
    try {
      await sendBytes(res, Readable.from([bytes]).pipe(createGunzip()));
    } catch (error) {
      onError(error, res.locals.requestId);
    }
  };
}

function requireCrmScope(principal: Principal): void {
  if ([...principal.scopes].some((scope) => scope.startsWith("crm."))) return;
  requireAnyScope(principal, DOCUMENT_SCOPES);
}

/** @throws CrmError INVALID_INPUT if the request has query parameters */
function refuseQuery(req: Request): void {
  const { input, faults } = parseQuery(req.url);
  const issues = [
    ...faults,
    ...Object.keys(input).map((path) => ({
      path,
      code: "unrecognized_key",
      message: `${path} is not a query parameter of this operation. Leave it out.`,
    })),
  ];
  if (issues.length > 0) throw new CrmError("INVALID_INPUT", "The request is invalid.", { issues });
}

/** Returns a function that builds a project's document, or returns it from a cache. */
function documentCache({ schemas, issuer }: Deps): (principal: Principal) => Promise<Packed> {
  let building: Promise<unknown> = Promise.resolve();
  const cache = new LRUCache<string, Packed, Principal>({
    maxSize: MAX_CACHED_BYTES,
    sizeCalculation: ({ bytes }) => bytes.length,
    fetchMethod: (_key, _stale, { context }) => {
      const packed = building.then(async () => {
        const template = await ownTemplate(issuer);
        const schema = await schemas.get(context.projectId);
        return pack(ownDocument(template, schema, context.scopes));
      });
      building = packed.catch(() => undefined);
      return packed;
    },
    ignoreFetchAbort: true,
  });
  return async (principal) => {
    const { version } = await schemas.get(principal.projectId);
    const scopes = [...principal.scopes].toSorted().join(" ");
    const key = `${principal.projectId} ${version} ${createHash("sha256").update(scopes).digest("base64url")}`;
    return cache.forceFetch(key, { context: principal });
  };
}

async function pack(pieces: AsyncIterable<string>): Promise<Packed> {
  const text = createHash("sha256");
  async function* bytes() {
    for await (const piece of pieces) {
      text.update(piece);
      yield piece;
    }
  }
  const packed = await buffer(Readable.from(bytes(), { objectMode: false }).compose(createGzip()));
  return { bytes: packed, tag: text.digest("base64url").slice(0, 22) };
}
