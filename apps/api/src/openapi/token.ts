import { answerExample, type Json, type Operation } from "./document.ts";
import { headerRef } from "./headers.ts";

const ERROR = {
  type: "object",
  required: ["error", "error_description"],
  properties: {
    error: { type: "string", description: "The fault, for programs", examples: ["invalid_scope"] },
    error_description: { type: "string", description: "The fault, and how to fix it" },
  },
};

const TOKEN = {
  type: "object",
  required: ["access_token", "token_type", "expires_in", "scope"],
  properties: {
    access_token: { type: "string", description: "Send it as `Authorization: Bearer …`" },
    token_type: { type: "string", description: "Always `Bearer`", const: "Bearer" },
    expires_in: { type: "integer", description: "Seconds that it is valid", examples: [1800] },
    scope: { type: "string", description: "Scopes that it has, separated by spaces" },
  },
};

const REQUEST = {
  type: "object",
  required: ["grant_type", "scope"],
  properties: {
    grant_type: {
      type: "string",
      description: "Always `client_credentials`",
      const: "client_credentials",
    },
    scope: {
      type: "string",
      description: "Scopes to request, separated by spaces; all of them must be the client's",
      minLength: 1,
    },
  },
};

const TOO_MANY = {
  error: "temporarily_unavailable",
  error_description: "Too many wrong client secrets from this address. Retry in 42 seconds.",
};
const TOO_LARGE = {
  error: "invalid_request",
  error_description: "The body is larger than 64 KiB.",
};
const FAILED = {
  error: "server_error",
  error_description: "Something went wrong on our side. Try again later.",
};
const UNAVAILABLE = {
  error: "temporarily_unavailable",
  error_description: "The database is unavailable right now. Retry in 2 seconds.",
};

/** How a client authenticates at the token endpoint. */
export const CLIENT_BASIC = {
  type: "http",
  scheme: "basic",
  description: "The client's id and secret.",
};

/** Returns POST /oauth2/token as an operation of the public document (specification §15). */
export function tokenOperation(): Operation {
  return {
    operationId: "oauth2-token",
    tags: ["Authentication"],
    summary: "Get an access token",
    description:
      "Exchanges the id and secret of a client for a token that is valid for 30 minutes (RFC 6749 §4.4). Use one token for all calls until it expires.",
    security: [{ clientBasic: [] }],
    requestBody: {
      required: true,
      content: {
        "application/x-www-form-urlencoded": {
          schema: REQUEST,
          example: { grant_type: "client_credentials", scope: "crm.contacts.read" },
        },
      },
    },
    responses: {
      "200": answer("OK", TOKEN, recorded(200)),
      "400": answer("The request is invalid, or a scope is not the client's", ERROR, recorded(400)),
      "401": answer("The client id or secret is wrong", ERROR, recorded(401), "WWW-Authenticate"),
      "413": answer("The body is larger than 64 KiB", ERROR, TOO_LARGE),
      "429": answer("Too many requests or wrong secrets", ERROR, TOO_MANY, "Retry-After"),
      "500": answer("Something went wrong on the server", ERROR, FAILED),
      "503": answer("The database is unavailable", ERROR, UNAVAILABLE, "Retry-After"),
    },
  };
}

function recorded(status: number): object | undefined {
  return answerExample("oauth2-token", status);
}

function answer(
  description: string,
  schema: Json,
  example: object | undefined,
  header?: string,
): Json {
  const names = ["X-Request-Id", ...(header === undefined ? [] : [header])];
  return {
    description,
    headers: Object.fromEntries(names.map((name) => [name, headerRef(name)])),
    content: { "application/json": { schema, ...(example === undefined ? {} : { example }) } },
  };
}
