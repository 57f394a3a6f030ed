import { setImmediate as nextTurn } from "node:timers/promises";
import { appRouter, OBJECT_PARAM } from "@rapport/core/routers";
import { generateOpenApiDocument } from "trpc-openapi";
import about from "../../package.json" with { type: "json" };
import { GUIDE_LINKS } from "../docs/guides.ts";
import { listRoutes, type Route } from "../rest/routes.ts";
import type { Document, Json, SurfaceDescription } from "./document.ts";
import { usedHeaders } from "./headers.ts";
import { completeOperation, securityAlternatives } from "./operation.ts";

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
  // Leave out the operations for any type: the same operations are described for each type.
  const routes = listRoutes(branch, prefix).filter(
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
    security: securityAlternatives(security, [[]]),
    components: {
      ...head?.components,
      schemas: { ...schemas, Issue: ISSUE_SCHEMA, Error: errorSchema(surface.errorMark) },
      securitySchemes: { ...security, ...others?.security },
      headers: usedHeaders(paths),
    },
    paths,
  };
}

/** Returns the schema of the errors of an API. */
function errorSchema(mark: SurfaceDescription["errorMark"]): Json {
  return {
    type: "object",
    required: [mark.name, "message", "data", "code", "issues", "requestId"],
    properties: {
      [mark.name]: mark.schema,
      message: {
        type: "string",
        description: "What went wrong and how to fix it",
        examples: ["The request is invalid."],
      },
      data: { type: "null", description: "Always null" },
      code: {
        type: "string",
        description: "Error code, for programs",
        examples: ["INVALID_INPUT"],
      },
      issues: {
        type: "array",
        description: "One entry per fault in the input; empty for other errors",
        items: { $ref: "#/components/schemas/Issue" },
      },
      quota: {
        type: "string",
        description: "Of the code QUOTA: what the tenant has as much of as it may have",
        examples: ["records"],
      },
      limit: {
        type: "integer",
        description: "Of the code QUOTA: how much the tenant may have",
        examples: [100_000],
      },
      used: {
        type: "integer",
        description: "Of the code QUOTA: how much the tenant has",
        examples: [100_000],
      },
      count: {
        type: "integer",
        description:
          "Of the code IN_USE: how many records or associations use what was to be removed",
        examples: [12],
      },
      conflictingIds: {
        type: "array",
        description: "Of the code IN_USE, for a limit: ids of records that exceed it, at most ten",
        items: { type: "string" },
      },
      requestId: {
        type: "string",
        description: "Id of the request in the server's log; also in the header X-Request-Id",
        examples: ["req_1b4e28ba-2fa1-4d3b-8f5c-0c3d5a0b9c1e"],
      },
    },
  };
}

/** A fault in the input, of an error and of a failed input of a batch. */
const ISSUE_SCHEMA: Json = {
  type: "object",
  required: ["path", "code", "message"],
  properties: {
    path: {
      type: "string",
      description: "Path of the fault in the input",
      examples: ["properties.0.internal_name"],
    },
    code: {
      type: "string",
      description: "Code of the fault, for programs",
      examples: ["property_forbidden"],
    },
    message: { type: "string", description: "The fault and how to fix it" },
    suggestion: { type: "string", description: "The closest known name" },
    allowed: {
      type: "array",
      description: "The allowed values, if only certain ones are",
      items: { type: ["string", "number", "boolean", "null"] },
    },
    conflictingId: { type: "string", description: "Id of the conflicting record" },
    conflictingIds: {
      type: "array",
      description: "Ids of the conflicting records, at most 10, if there are several",
      items: { type: "string" },
    },
    currentVersion: { type: "integer", description: "Version that the record has" },
    records: { type: "integer", description: "Live records that use the part to remove" },
    deleted: {
      type: "integer",
      description: "Deleted records that use it and can be restored",
    },
    merged: {
      type: "integer",
      description: "Records merged into others that use it, while the merge can be undone",
    },
    isMore: {
      type: "boolean",
      description: "Whether there may be more records than these counts",
    },
  },
  additionalProperties: true,
};

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

/**
 * Opens the schemas of responses, in place: a response may gain members, so a client must accept ones that it does not
 * know. The schemas of requests stay closed, because the API refuses unknown members.
 */
function openResponses(document: Document): void {
  const schemas = (document.components?.schemas ?? {}) as Record<string, Json>;
  const seen = new Set<unknown>();

  function open(schema: unknown): void {
    if (typeof schema !== "object" || schema === null || seen.has(schema)) return;
    seen.add(schema);
    if (Array.isArray(schema)) {
      for (const one of schema) open(one);
      return;
    }
    const { $ref, additionalProperties } = schema as Json;
    if (typeof $ref === "string") open(schemas[$ref.replace("#/components/schemas/", "")]);
    if (additionalProperties === false) delete (schema as Json).additionalProperties;
    for (const [name, part] of Object.entries(schema)) if (name !== "example") open(part);
  }

  for (const operations of Object.values(document.paths)) {
    for (const { responses } of Object.values(operations)) {
      for (const response of Object.values(responses)) open((response as Json).content);
    }
  }
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
