import { answerOf, type CrmCode, CrmError, type Issue, type Surface } from "@rapport/core";
import type { Route } from "./routes.ts";

interface DocumentedError {
  readonly status: string;
  /** When it is answered. */
  readonly description: string;
  readonly code: CrmCode;
  readonly message: string;
  readonly issues?: readonly Issue[];
}

const ERRORS: readonly DocumentedError[] = [
  {
    status: "400",
    description: "The request is invalid: `issues` has one entry per fault",
    code: "INVALID_INPUT",
    message: "The request is invalid.",
    issues: [
      {
        path: "properties.0.internal_name",
        code: "property_unknown",
        message: 'There is no property "emial". Did you mean "email"?',
        suggestion: "email",
      },
    ],
  },
  {
    status: "401",
    description: "The credential is missing, invalid, expired or revoked",
    code: "UNAUTHENTICATED",
    message: "Send Authorization: Bearer with a credential.",
  },
  {
    status: "403",
    description: "The credential lacks the scope",
    code: "INSUFFICIENT_SCOPE",
    message: "This needs the scope {scope}, which the credential lacks.",
  },
  {
    status: "404",
    description: "There is no such record within the credential's reach",
    code: "NOT_FOUND",
    message: "There is no record with id 42.",
  },
  {
    status: "409",
    description: "A unique value is held by another record, or the request clashes with another",
    code: "CONFLICT",
    message: "Another contact (id 41) already has this email.",
    issues: [
      {
        path: "email",
        code: "value_not_unique",
        message: "Another contact (id 41) already has this email.",
        conflictingId: "41",
      },
    ],
  },
  {
    status: "413",
    description: "The body is larger than 1 MiB",
    code: "PAYLOAD_TOO_LARGE",
    message: "The body is larger than 1 MiB; send less at a time.",
  },
  {
    status: "415",
    description: "The body is not application/json",
    code: "UNSUPPORTED_MEDIA_TYPE",
    message: "Send the body with Content-Type: application/json.",
  },
  {
    status: "422",
    description: "The Idempotency-Key was used for another request",
    code: "IDEMPOTENCY_KEY_REUSED",
    message: "This Idempotency-Key was used for another request; use a new key for a new request.",
  },
  {
    status: "429",
    description: "Too many requests; wait for `Retry-After` seconds",
    code: "RATE_LIMITED",
    message: "More than 1000 requests in 10 seconds; wait and try again.",
  },
  {
    status: "500",
    description: "Something went wrong on the server",
    code: "INTERNAL",
    message: "Something went wrong on our side; try again later.",
  },
  {
    status: "502",
    description: "The messaging platform failed or gave no usable answer",
    code: "UPSTREAM_FAILED",
    message: "The messaging platform failed (timeout); nothing was changed. Try again later.",
  },
  {
    status: "503",
    description: "The messaging platform takes no more calls; wait for `Retry-After` seconds",
    code: "UNAVAILABLE",
    message: "The messaging platform takes no more calls for the moment; nothing was changed.",
  },
];

const REQUEST_ID = "req_1b4e28ba-2fa1-4d3b-8f5c-0c3d5a0b9c1e";

/** The errors that an operation may answer with, each with an example in the surface's own shape. */
export function errorResponses(route: Route, surface: Surface): Record<string, object> {
  const isKeyed = surface === "workspace" && route.method === "POST";
  return Object.fromEntries(
    ERRORS.filter(({ status }) => applies(status, route, isKeyed)).map((error) => [
      error.status,
      {
        description: error.description,
        content: {
          "application/json": {
            schema: { $ref: "#/components/schemas/Error" },
            example: exampleOf(error, route, surface),
          },
        },
      },
    ]),
  );
}

function exampleOf(error: DocumentedError, route: Route, surface: Surface): object {
  const message = error.message.replace("{scope}", route.scope);
  const refusal = new CrmError(error.code, message, { issues: error.issues ?? [] });
  return answerOf(refusal, surface, REQUEST_ID).body;
}

function applies(status: string, route: Route, isKeyed: boolean): boolean {
  if (status === "404") return route.template.includes("{");
  if (status === "409") return route.takesBody;
  if (status === "413") return route.takesBody;
  if (status === "415") return route.hasBody;
  if (status === "422") return isKeyed;
  if (status === "502" || status === "503") return route.template === "/templates/sync-status";
  return true;
}
