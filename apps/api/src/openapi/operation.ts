import type { Route } from "../rest/routes.ts";
import { answerExample, type Json, type Operation, type SurfaceDescription } from "./document.ts";
import { errorResponses } from "./errors.ts";
import { type HeaderName, responseHeaders } from "./headers.ts";

/** Adds what the generator does not know of an operation, in place: statuses, errors, headers, scopes and examples. */
export function completeOperation(
  operation: Operation,
  route: Route,
  surface: SurfaceDescription,
): void {
  const { status, otherStatus, hasBody, hasVersionTag, takesIfMatch, takesPrefer, isKeyed } = route;
  const ok = operation.responses["200"] as Json;
  operation.security = securityAlternatives(
    surface.security,
    [route.scope, ...route.orScopes].map((scope) => [scope, ...route.alsoNeeds]),
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
  const replayed: readonly HeaderName[] = isKeyed ? ["Idempotent-Replayed"] : [];
  operation.responses = {
    [status]: withExample(
      {
        ...ok,
        description: STATUS_TEXT[status] ?? "OK",
        headers: responseHeaders(String(status), [
          ...replayed,
          ...(hasVersionTag || takesPrefer ? ["ETag" as const] : []),
          ...(takesPrefer ? ["Preference-Applied" as const] : []),
        ]),
      },
      operation,
      status,
    ),
    ...(hasVersionTag ? { "304": NOT_MODIFIED } : {}),
    ...(otherStatus === undefined
      ? {}
      : { [otherStatus]: otherSuccess(ok, otherStatus, operation, replayed) }),
    ...errorResponses(route, surface.branch, operation.operationId),
  };
  const content = operation.requestBody?.content?.["application/json"];
  const example = surface.bodyExample(route.procedure);
  if (!hasBody) delete operation.requestBody;
  else if (operation.requestBody && content !== undefined) {
    // The body may be empty: a search without conditions, or an association that keeps its labels.
    const mayBeEmpty = route.onlyReads || route.method === "PUT";
    operation.requestBody.required = !mayBeEmpty || requires(content.schema);
    if (example !== undefined) content.example = example;
  }
}

function requires(schema: unknown): boolean {
  return ((schema as { readonly required?: readonly string[] }).required ?? []).length > 0;
}

/**
 * Returns alternative ways to authenticate. Only OAuth 2 alternatives name scopes, because the other schemes declare no
 * scopes that a tool could look up.
 *
 * @param alternatives sets of scopes of which one is enough
 */
export function securityAlternatives(
  schemes: SurfaceDescription["security"],
  alternatives: readonly (readonly string[])[],
): Json[] {
  return Object.entries(schemes).flatMap(([name, { type }]) =>
    type === "oauth2" ? alternatives.map((scopes) => ({ [name]: scopes })) : [{ [name]: [] }],
  );
}

/** Moves `description` and `example` out of a parameter's schema, because OpenAPI tools look for them next to it. */
function described(parameter: Json): Json {
  const { description, example, ...schema } = parameter.schema as Json;
  return { ...parameter, description, ...(example === undefined ? {} : { example }), schema };
}

function withExample(response: Json, { operationId }: Operation, status: number): Json {
  const example = answerExample(operationId, status);
  const media = (response.content as Record<string, Json> | undefined)?.["application/json"];
  if (media === undefined || example === undefined) return response;
  return { ...response, content: { "application/json": { ...media, example } } };
}

function otherSuccess(
  ok: Json,
  status: 201 | 207,
  operation: Operation,
  names: readonly HeaderName[],
): Json {
  const description = OTHER_TEXT[status];
  const headers = responseHeaders(String(status), names);
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
