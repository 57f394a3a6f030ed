import { appRouter, type Surface } from "@rapport/core";
import { generateOpenApiDocument } from "trpc-openapi";
import { GUIDE_LINKS } from "../docs/guides.ts";
import { answerExample } from "./answer-examples.ts";
import type { Document, Json, Operation } from "./openapi-document.ts";
import { errorResponses } from "./openapi-errors.ts";
import { responseHeaders, usedHeaders } from "./openapi-headers.ts";
import { openResponses } from "./openapi-open.ts";
import { type Route, routesOf } from "./routes.ts";

/** The product version in the OpenAPI documents (specification §9). */
const VERSION = "0.1.0";
/** Same as in package.json. */
const LICENSE = { name: "Proprietary", identifier: "LicenseRef-Proprietary" };

/** The part that the descriptions of both APIs share. */
export const EVERY_API = `Every POST that changes something takes an \`Idempotency-Key\` header. A request is done once per key. For 24 hours,
a repetition gets the same response with \`Idempotent-Replayed: true\`.

Every GET path also answers HEAD. Another method gets 405 with the header \`Allow\`. Responses above 1 KiB are
compressed with gzip if the client accepts it. Responses may gain members; requests with unknown members are refused.

${GUIDE_LINKS}`;

export interface SurfaceDescription {
  readonly branch: Surface;
  /** Prefix of every path, for example `/v1`. */
  readonly prefix: string;
  readonly title: string;
  readonly description: string;
  readonly baseUrl: string;
  /** Alternative ways to authenticate, the usual one first. */
  readonly security: Readonly<Record<string, Json>>;
  /** The member that distinguishes the body of an error from a success. */
  readonly errorMark: { readonly name: string; readonly schema: Json };
  readonly tags: readonly Json[];
  /** Returns an example body for a procedure, or undefined. */
  readonly bodyExample: (procedure: string) => Json | undefined;
  /** Operations that are not procedures, and their ways to authenticate. */
  readonly others?: {
    readonly paths: Document["paths"];
    readonly security: Readonly<Record<string, Json>>;
  };
}

/**
 * Generates the OpenAPI 3.1 document of one API from its procedures. Adds what the generator does not know: statuses,
 * error bodies, scopes and examples.
 */
export function openApiDocument(surface: SurfaceDescription): Document {
  const { branch, prefix, security } = surface;
  const routes = routesOf(appRouter, branch, prefix);
  const own = new Set(routes.map((route) => `${route.method} ${route.template}`));
  const document = generateOpenApiDocument(appRouter, {
    title: surface.title,
    description: surface.description,
    version: VERSION,
    baseUrl: surface.baseUrl,
    openApiVersion: "3.1.0",
    filter: ({ metadata: { openapi } }) => own.has(`${openapi.method} ${prefix}${openapi.path}`),
    securitySchemes: security as never,
  }) as unknown as Document;

  document.info = { ...(document.info as Json), license: LICENSE };
  document.tags = surface.tags;
  document.security = anyOf(security, []);
  document.components = {
    ...document.components,
    schemas: {
      ...withoutGeneratorsErrors(document.components?.schemas),
      Error: errorSchema(surface.errorMark),
    },
  };
  document.paths = Object.fromEntries(
    Object.entries(document.paths).map(([path, operations]) => [`${prefix}${path}`, operations]),
  );
  for (const route of routes) {
    const operation = document.paths[route.template]?.[route.method.toLowerCase()];
    if (operation !== undefined) complete(operation, route, surface);
  }
  document.paths = { ...surface.others?.paths, ...document.paths };
  document.components = {
    ...document.components,
    securitySchemes: { ...security, ...surface.others?.security },
    headers: usedHeaders(document.paths),
  };
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

function complete(operation: Operation, route: Route, surface: SurfaceDescription): void {
  const { status, otherStatus, hasBody, hasVersionTag, takesIfMatch, takesPrefer, isKeyed } = route;
  const ok = operation.responses["200"] as Json;
  operation.security = [route.scope, ...route.orScopes].flatMap((scope) =>
    anyOf(surface.security, [scope, ...route.alsoNeeds]),
  );
  // OpenAPI tools show scopes for OAuth 2 only.
  if (surface.branch === "workspace") {
    operation.description = `${operation.description}\n\nThe key needs the scope \`${route.scope}\`.`;
  }
  const parameters = [
    ...(operation.parameters ?? []).map(described),
    ...(isKeyed ? [IDEMPOTENCY_KEY] : []),
    ...(hasVersionTag ? [IF_NONE_MATCH] : []),
    ...(takesIfMatch ? [IF_MATCH] : []),
    ...(takesPrefer ? [PREFER] : []),
  ];
  if (parameters.length > 0) operation.parameters = parameters;
  operation.responses = {
    [status]: withExample(
      {
        ...ok,
        description: STATUS_TEXT[status] ?? "OK",
        headers: responseHeaders(String(status), [
          ...(isKeyed ? ["Idempotent-Replayed" as const] : []),
          ...(hasVersionTag || takesPrefer ? ["ETag" as const] : []),
          ...(takesPrefer ? ["Preference-Applied" as const] : []),
        ]),
      },
      operation,
      status,
    ),
    ...(hasVersionTag ? { "304": NOT_MODIFIED } : {}),
    ...(otherStatus === undefined ? {} : { [otherStatus]: otherOf(ok, otherStatus, operation) }),
    ...errorResponses(route, surface.branch, operation.operationId),
  };
  const content = operation.requestBody?.content?.["application/json"];
  const example = surface.bodyExample(route.procedure);
  if (!hasBody) delete operation.requestBody;
  else if (operation.requestBody && content !== undefined) {
    operation.requestBody.required = true;
    if (example !== undefined) content.example = example;
  }
}

/** Moves `description` and `example` out of a parameter's schema, because OpenAPI tools look for them next to it. */
function described(parameter: Json): Json {
  const { description, example, ...schema } = parameter.schema as Json;
  return { ...parameter, description, ...(example === undefined ? {} : { example }), schema };
}

function anyOf(schemes: SurfaceDescription["security"], scopes: readonly string[]): Json[] {
  return Object.keys(schemes).map((name) => ({ [name]: scopes }));
}

function withExample(response: Json, { operationId }: Operation, status: number): Json {
  const example = answerExample(operationId, status);
  const media = (response.content as Record<string, Json> | undefined)?.["application/json"];
  if (media === undefined || example === undefined) return response;
  return { ...response, content: { "application/json": { ...media, example } } };
}

function otherOf(ok: Json, status: 201 | 207, operation: Operation): Json {
  const description = OTHER_TEXT[status];
  const headers = responseHeaders(String(status), ["Idempotent-Replayed"]);
  return withExample({ ...ok, description, headers }, operation, status);
}

const OTHER_TEXT = {
  201: "Created, because no record had the value",
  207: "Some or all inputs failed: `errors` says which, and why",
} as const;

const STATUS_TEXT: Readonly<Record<number, string>> = {
  200: "OK",
  201: "Created",
  202: "Accepted",
};

const IDEMPOTENCY_KEY = {
  name: "Idempotency-Key",
  in: "header",
  required: false,
  // No `example`: the API reference would send it with every request, and the second different request would get a 422.
  description:
    "Makes the request safe to repeat: within 24 hours, it is done once per key. For example `3f8a1c9e-import-2026-11-20`.",
  schema: { type: "string", minLength: 1, maxLength: 255 },
};

const IF_NONE_MATCH = {
  name: "If-None-Match",
  in: "header",
  required: false,
  description:
    'Tags of versions that the client has, for example `"42.3"`. If the record still has one of them, the response is 304 without a body.',
  schema: { type: "string" },
};

const IF_MATCH = {
  name: "If-Match",
  in: "header",
  required: false,
  description:
    'Tags of the versions that the change is meant for, for example `"42.3"`. If the record has none of them now, the response is 412 and nothing changes.',
  schema: { type: "string" },
};

const PREFER = {
  name: "Prefer",
  in: "header",
  required: false,
  description: "`return=representation` returns the record in `data` (RFC 7240).",
  schema: { type: "string" },
};

const NOT_MODIFIED = {
  description: "The record has a version of `If-None-Match`; there is no body",
  headers: responseHeaders("304", ["ETag"]),
};

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
        items: {
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
            records: { type: "integer", description: "Live records that use the part to remove" },
            deleted: {
              type: "integer",
              description: "Deleted records that use it and can be restored",
            },
            isMore: {
              type: "boolean",
              description: "Whether there may be more records than these counts",
            },
          },
          additionalProperties: true,
        },
      },
      requestId: {
        type: "string",
        description: "Id of the request in the server's log; also in the header X-Request-Id",
        examples: ["req_1b4e28ba-2fa1-4d3b-8f5c-0c3d5a0b9c1e"],
      },
    },
  };
}
