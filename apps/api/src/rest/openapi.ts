import { setImmediate as nextTurn } from "node:timers/promises";
import { appRouter, OBJECT_PARAM } from "@rapport/core";
import { generateOpenApiDocument } from "trpc-openapi";
import about from "../../package.json" with { type: "json" };
import { GUIDE_LINKS } from "../docs/guides.ts";
import type { Document, Json, SurfaceDescription } from "./openapi-document.ts";
import { errorSchema, ISSUE_SCHEMA } from "./openapi-error-schema.ts";
import { usedHeaders } from "./openapi-headers.ts";
import { openResponses } from "./openapi-open.ts";
import { anyOf, completeOperation } from "./openapi-operation.ts";
import { type Route, routesOf } from "./routes.ts";

/** The product version in the OpenAPI documents (specification §9). */
/** Same as in package.json. */
const LICENSE = { name: "Proprietary", identifier: "LicenseRef-Proprietary" };

function contactAt(baseUrl: string): Json {
  return { name: "Rapport", url: `${baseUrl}/docs` };
}

/** The part that the descriptions of both APIs share. */
export const EVERY_API = `Every POST that changes something takes an \`Idempotency-Key\` header. A request is done once per key. For 24 hours,
a repetition gets the same response with \`Idempotent-Replayed: true\`.

Every GET path also answers HEAD. Another method gets 405 with the header \`Allow\`. Responses above 1 KiB are
compressed with gzip if the client accepts it. Responses may gain members; requests with unknown members are refused.

Null for an optional member of a request means that it is absent, unless its schema allows null. So is an empty query
parameter. An empty body and \`{}\` are the same.

For Node there is a typed client, \`@rapport/client\`: \`npm run -s pack\` in Rapport's folder packs it. Generators make clients
of other languages from this document.

${GUIDE_LINKS}`;

/** Operations that one turn of the event loop describes: about 20 ms. */
const OPERATIONS_PER_TURN = 10;

/**
 * Generates the OpenAPI 3.1 document of one API from its procedures. Adds what the generator does not know: statuses,
 * error bodies, scopes and examples. Other requests run in between.
 */
export async function openApiDocument(surface: SurfaceDescription): Promise<Document> {
  const { branch, prefix, security, others } = surface;
  // The operations of any type are those of each type, which are described.
  const routes = routesOf(appRouter, branch, prefix).filter(
    ({ template }) => surface.withAnyType || !template.includes(OBJECT_PARAM),
  );
  const paths: Document["paths"] = { ...others?.paths };
  const schemas: Json = {};
  let head: Document | undefined;
  for (let first = 0; first < routes.length; first += OPERATIONS_PER_TURN) {
    const part = describe(surface, routes.slice(first, first + OPERATIONS_PER_TURN));
    head ??= part;
    Object.assign(schemas, part.components?.schemas);
    for (const [path, operations] of Object.entries(part.paths)) {
      paths[path] = { ...paths[path], ...operations };
    }
    await nextTurn();
  }
  return {
    ...head,
    info: { ...(head?.info as Json), license: LICENSE, contact: contactAt(surface.baseUrl) },
    tags: surface.tags,
    security: anyOf(security, [[]]),
    components: {
      ...head?.components,
      schemas: { ...schemas, Issue: ISSUE_SCHEMA, Error: errorSchema(surface.errorMark) },
      securitySchemes: { ...security, ...others?.security },
      headers: usedHeaders(paths),
    },
    paths,
  };
}

/** Generates the document of some operations of an API. */
function describe(surface: SurfaceDescription, routes: readonly Route[]): Document {
  const { prefix } = surface;
  const own = new Set(routes.map((route) => `${route.method} ${route.template}`));
  const document = generateOpenApiDocument(appRouter, {
    title: surface.title,
    description: surface.description,
    version: about.version,
    baseUrl: surface.baseUrl,
    openApiVersion: "3.1.0",
    filter: ({ metadata: { openapi } }) => own.has(`${openapi.method} ${prefix}${openapi.path}`),
    securitySchemes: surface.security as never,
  }) as unknown as Document;
  document.paths = Object.fromEntries(
    Object.entries(document.paths).map(([path, operations]) => [`${prefix}${path}`, operations]),
  );
  for (const route of routes) {
    const operation = document.paths[route.template]?.[route.method.toLowerCase()];
    if (operation !== undefined) completeOperation(operation, route, surface);
  }
  const schemas = withoutGeneratorsErrors(document.components?.schemas);
  document.components = { ...document.components, schemas };
  openResponses(document);
  return withoutReadOnly(document);
}

/** Removes `readOnly`, which Zod adds for `.readonly()`. In OpenAPI it means that clients must not send the value. */
function withoutReadOnly<Part>(part: Part): Part {
  if (Array.isArray(part)) return part.map(withoutReadOnly) as Part;
  if (typeof part !== "object" || part === null) return part;
  const kept = Object.entries(part).filter(
    ([name, value]) => name !== "readOnly" || value !== true,
  );
  return Object.fromEntries(
    kept.map(([name, value]) => [name, name === "example" ? value : withoutReadOnly(value)]),
  ) as Part;
}

/** Removes the generator's own error shape, which no API returns. */
function withoutGeneratorsErrors(schemas: Json = {}): Json {
  return Object.fromEntries(Object.entries(schemas).filter(([name]) => !name.startsWith("error.")));
}
