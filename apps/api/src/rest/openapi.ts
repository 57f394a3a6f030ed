import { appRouter, OBJECT_TYPES, PUBLIC_SCOPES } from "@rapport/core";
import { generateOpenApiDocument } from "trpc-openapi";
import { routesOf } from "./routes.ts";

/** The version of the product, as the documents carry it (§9). */
const VERSION = "0.1.0";

type Json = Record<string, unknown>;
interface Operation extends Json {
  responses: Json;
  requestBody?: { content?: Record<string, Json>; required?: boolean };
  security?: unknown;
}
interface Document extends Json {
  paths: Record<string, Record<string, Operation>>;
  components?: Json & { schemas?: Json; securitySchemes?: Json };
}

/**
 * The OpenAPI 3.1 document of the Public Object API, made from its procedures, with what the
 * generator cannot know: statuses, error bodies, scopes and examples.
 */
export function publicDocument(issuer: string): Document {
  const document = generateOpenApiDocument(appRouter, {
    title: "Rapport Public Object API",
    description: DESCRIPTION,
    version: VERSION,
    baseUrl: issuer,
    openApiVersion: "3.1.0",
    filter: ({ metadata }) => metadata.openapi.path.startsWith("/api/"),
    securitySchemes: {
      oauth2: {
        type: "oauth2",
        flows: {
          clientCredentials: {
            tokenUrl: `${issuer}/oauth2/token`,
            scopes: Object.fromEntries(PUBLIC_SCOPES),
          },
        },
      },
    },
  }) as unknown as Document;

  document.tags = Object.values(OBJECT_TYPES).map(({ title, plural }) => ({
    name: title,
    description: `Create, read, update and delete ${plural}.`,
  }));
  document.components = {
    ...document.components,
    schemas: { ...document.components?.schemas, Error: ERROR_SCHEMA },
  };
  for (const route of routesOf(appRouter, "public", "")) {
    const operation = document.paths[route.template]?.[route.method.toLowerCase()];
    if (operation !== undefined) complete(operation, route);
  }
  return document;
}

const DESCRIPTION = `Records of a CRM: contacts, companies, deals, tickets, leads and appointments.

Exchange a client id and secret for an access token at \`POST /oauth2/token\` and send it as
\`Authorization: Bearer …\`. A token is bound to one project: only its records are seen.`;

function complete(
  operation: Operation,
  route: { scope: string; method: string; procedure: string; takesBody: boolean },
): void {
  const created = route.method === "POST";
  const ok = operation.responses["200"] as Json;
  operation.security = [{ oauth2: [route.scope] }];
  operation.responses = {
    [created ? "201" : "200"]: { ...ok, description: created ? "Created" : "OK" },
    ...Object.fromEntries(
      STATUSES.filter(([status]) => applies(status, route)).map(([status, description]) => [
        status,
        {
          description,
          content: { "application/json": { schema: { $ref: "#/components/schemas/Error" } } },
        },
      ]),
    ),
  };
  const example = BODY_EXAMPLES[route.procedure.split(".")[1] ?? ""];
  const content = operation.requestBody?.content?.["application/json"];
  if (content !== undefined && example !== undefined) {
    if (operation.requestBody) operation.requestBody.required = true;
    content.example = created ? example.create : example.set;
  }
}

const STATUSES: readonly (readonly [string, string])[] = [
  ["400", "The request is invalid: `issues` has one entry per fault"],
  ["401", "The access token is missing, invalid, expired or revoked"],
  ["403", "The access token lacks the scope"],
  ["404", "There is no such record in the token's project"],
  ["409", "A unique value is held by another record"],
  ["413", "The body is larger than 1 MiB"],
  ["415", "The body is not application/json"],
  ["429", "Too many requests; wait for `Retry-After` seconds"],
  ["500", "Something went wrong on the server"],
];

function applies(status: string, route: { method: string; takesBody: boolean }): boolean {
  if (status === "404") return route.method !== "POST";
  if (status === "409" || status === "413" || status === "415") return route.takesBody;
  return true;
}

const ERROR_SCHEMA = {
  type: "object",
  required: ["success", "message", "data", "code", "issues", "requestId"],
  properties: {
    success: { type: "boolean", const: false },
    message: { type: "string", examples: ["The request is invalid."] },
    data: { type: "null" },
    code: { type: "string", examples: ["INVALID_INPUT"] },
    issues: {
      type: "array",
      items: {
        type: "object",
        required: ["path", "code", "message"],
        properties: {
          path: { type: "string", examples: ["properties.0.internal_name"] },
          code: { type: "string", examples: ["property_forbidden"] },
          message: { type: "string" },
        },
      },
    },
    requestId: { type: "string", examples: ["req_1b4e28ba-2fa1-4d3b-8f5c-0c3d5a0b9c1e"] },
  },
} as const;

const property = (internal_name: string, value: string | number) => ({ internal_name, value });

const BODY_EXAMPLES: Readonly<Record<string, { create: Json; set: Json }>> = {
  contacts: {
    create: {
      properties: [
        property("firstname", "Ada"),
        property("lastname", "Lovelace"),
        property("email", "ada@example.com"),
      ],
    },
    set: property("lifecyclestage", "customer"),
  },
  companies: {
    create: {
      properties: [property("name", "Analytical Engines"), property("domain", "engines.example")],
    },
    set: property("industry", "Manufacturing"),
  },
  deals: {
    create: {
      properties: [
        property("name", "Engine No. 2"),
        property("amount", "12500.00"),
        property("currency", "GBP"),
      ],
    },
    set: property("stage", "proposal"),
  },
  tickets: {
    create: { properties: [property("name", "Card reader jams"), property("priority", "high")] },
    set: property("stage", "waiting_on_us"),
  },
  leads: {
    create: { properties: [property("name", "Charles Babbage"), property("source", "Exhibition")] },
    set: property("status", "connected"),
  },
  appointments: {
    create: {
      properties: [
        property("name", "Demonstration"),
        property("appointment_start_ts", "2026-12-01T10:00:00Z"),
        property("appointment_end_ts", "2026-12-01T11:00:00Z"),
      ],
    },
    set: property("stage", "confirmed"),
  },
};
