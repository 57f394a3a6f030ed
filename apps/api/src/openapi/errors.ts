import { type CrmCode, CrmError, OBJECT_TYPES } from "@rapport/core";
import { errorAnswer, type Surface } from "@rapport/core/routers";
import type { Route } from "../rest/routes.ts";
import { answerExample, errorExampleOperation } from "./document.ts";
import { responseHeaders } from "./headers.ts";

interface DocumentedError {
  readonly status: string;
  /** Which operations return it besides those that state it in their meta: all, those with a body or a key, or none. */
  readonly of: "all" | "body" | "key" | "none";
  /** When the API returns it. */
  readonly description: string;
  /** The error, if it is the same for every operation. Otherwise the example is a recorded response of the operation. */
  readonly example?: { readonly code: CrmCode; readonly message: string; readonly issue?: string };
}

const ERRORS: readonly DocumentedError[] = [
  {
    status: "400",
    of: "all",
    description: "The request is invalid: `issues` has one entry per fault",
  },
  {
    status: "401",
    of: "all",
    description: "The credential is missing, invalid, expired or revoked",
    example: {
      code: "UNAUTHENTICATED",
      message: "Send Authorization: Bearer with a credential.",
    },
  },
  {
    status: "403",
    of: "all",
    description: "The credential lacks the scope",
    example: {
      code: "INSUFFICIENT_SCOPE",
      message: "The credential lacks the {scopes}, which this operation needs.",
    },
  },
  {
    status: "404",
    of: "none",
    description: "The credential's project has no such record",
  },
  {
    status: "409",
    of: "key",
    description:
      "The request conflicts with existing data or with a running request, or exceeds a quota of the tenant (`QUOTA`)",
  },
  {
    status: "410",
    of: "key",
    description:
      "The cursor or the time is too old to continue from, or what the request asks for was erased or deleted",
    example: {
      code: "ERASED",
      message:
        "The response to this Idempotency-Key is no longer stored: a record that it showed was erased, or the installation lost its secret key. Its request is not run again. Use a new key for a new request.",
    },
  },
  {
    status: "412",
    of: "none",
    description: "The record has another version than the request names",
  },
  {
    status: "413",
    of: "body",
    description: "The body is larger than {limit}",
    example: {
      code: "PAYLOAD_TOO_LARGE",
      message: "The body is larger than {limit}. Send less at a time.",
    },
  },
  {
    status: "415",
    of: "body",
    description: "The body is not application/json",
    example: {
      code: "UNSUPPORTED_MEDIA_TYPE",
      message: "Send the body with Content-Type: application/json.",
    },
  },
  {
    status: "416",
    of: "none",
    description: "`Range` begins after the end of the file",
    example: {
      code: "RANGE_NOT_SATISFIABLE",
      message: "The file has 1048576 bytes. Ask for a range that begins before its end.",
      issue: "range_not_satisfiable",
    },
  },
  {
    status: "422",
    of: "key",
    description: "The Idempotency-Key was used for another request",
    example: {
      code: "IDEMPOTENCY_KEY_REUSED",
      message:
        "This Idempotency-Key was used for another request. Use a new key for a new request.",
    },
  },
  {
    status: "429",
    of: "all",
    description:
      "Too many requests, of the credential (`RATE_LIMITED`) or of the tenant on this day (`QUOTA`). Wait for `Retry-After` seconds",
    example: {
      code: "RATE_LIMITED",
      message: "More than 1000 requests in 10 seconds. Wait and try again.",
    },
  },
  {
    status: "431",
    of: "all",
    description: "The request line and the headers are larger than 16 KiB",
    example: {
      code: "INVALID_INPUT",
      message: "The request line and the headers are larger than 16 KiB. Send shorter parameters.",
      issue: "malformed_http",
    },
  },
  {
    status: "500",
    of: "all",
    description: "Something went wrong on the server",
    example: {
      code: "INTERNAL",
      message: "Something went wrong on our side. Try again later.",
    },
  },
  {
    status: "502",
    of: "none",
    description: "The messaging platform failed or returned no usable response",
    example: {
      code: "UPSTREAM_FAILED",
      message:
        "The messaging platform failed (no response in time). Nothing was changed. Try again later.",
    },
  },
  {
    status: "503",
    of: "all",
    description:
      "The database is unavailable, or the messaging platform accepts no more requests right now. Wait for `Retry-After` seconds",
    example: {
      code: "UNAVAILABLE",
      message: "The database is unavailable right now. Retry in 2 seconds.",
    },
  },
];

/** An operation whose body has no members takes any Content-Type. */
const WITHOUT_MEMBERS: DocumentedError = {
  status: "415",
  of: "body",
  description: "The body is not in UTF-8, or it is compressed by another coding than gzip",
  example: { code: "UNSUPPORTED_MEDIA_TYPE", message: "Send the body in UTF-8." },
};

const REQUEST_ID = "req_1b4e28ba-2fa1-4d3b-8f5c-0c3d5a0b9c1e";

/** Returns the errors that an operation may return, each with an example in the format of its API. */
export function errorResponses(
  route: Route,
  surface: Surface,
  operationId: string,
): Record<string, object> {
  return Object.fromEntries(
    documentedErrors(route).map((error) => [
      error.status,
      {
        description: error.description.replace("{limit}", bodyLimitText(route)),
        headers: responseHeaders(error.status),
        content: {
          "application/json": {
            schema: { $ref: "#/components/schemas/Error" },
            example:
              errorExample(error, route, surface) ??
              answerExample(errorExampleOperation(operationId), error.status),
          },
        },
      },
    ]),
  );
}

function documentedErrors(route: Route): readonly DocumentedError[] {
  const { takesBody: body, isKeyed: key } = route;
  const has = { all: true, body, key, none: false };
  return ERRORS.filter(({ status, of }) => has[of] || route.errors.includes(Number(status))).map(
    (error) => (error.status === "415" && !route.hasBody ? WITHOUT_MEMBERS : error),
  );
}

function errorExample(
  { example, status }: DocumentedError,
  route: Route,
  surface: Surface,
): object | undefined {
  // Other operations have the 410 of a key, whose response is the same for all.
  const isOwn = status === "410" && route.errors.includes(410);
  if (example === undefined || isOwn) return undefined;
  const { issue: code } = example;
  const scopes = [route.scope, ...route.alsoNeeds].map((scope) =>
    scope.replace(TYPED_SCOPE, "crm.contacts."),
  );
  const named = `${scopes.length === 1 ? "scope" : "scopes"} ${scopes.join(" ")}`;
  const isAnyEnough = example.code === "INSUFFICIENT_SCOPE" && route.orScopes.length > 0;
  const message = isAnyEnough
    ? `The credential has none of the scopes ${[route.scope, ...route.orScopes].join(" ")}, of which this operation needs one.`
    : example.message.replace("{scopes}", named).replace("{limit}", bodyLimitText(route));
  const issues = code === undefined ? [] : [{ path: "", code, message }];
  const refusal = new CrmError(example.code, message, { issues });
  return errorAnswer(refusal, surface, REQUEST_ID).body;
}

/** Scopes of an object type. The responses of all types share one example, that of contacts. */
const TYPED_SCOPE = new RegExp(
  `^crm\\.(\\{object\\}|${Object.values(OBJECT_TYPES)
    .map(({ plural }) => plural)
    .join("|")})\\.`,
);

function bodyLimitText({ bodyBytes }: Route): string {
  return `${bodyBytes / 1024 / 1024} MiB`;
}
