import { OBJECT_TYPES, PUBLIC_SCOPES } from "@rapport/core";
import { type Document, type Json, openApiDocument } from "./openapi.ts";

/** The OpenAPI 3.1 document of the Public Object API (specification §4.1). */
export function publicDocument(issuer: string): Document {
  return openApiDocument({
    branch: "public",
    prefix: "",
    title: "Rapport Public Object API",
    description: DESCRIPTION,
    baseUrl: issuer,
    security: {
      oauth2: {
        type: "oauth2",
        flows: {
          clientCredentials: {
            tokenUrl: `${issuer}/oauth2/token`,
            scopes: Object.fromEntries(PUBLIC_SCOPES),
          },
        },
      },
      accessToken: {
        type: "http",
        scheme: "bearer",
        bearerFormat: "JWT",
        description: "An access token that one already has.",
      },
    },
    errorMark: { name: "success", schema: { type: "boolean", const: false } },
    tags: [
      ...Object.values(OBJECT_TYPES).map(({ title, plural }) => ({
        name: title,
        description: `Create, read, update and delete ${plural}.`,
      })),
      { name: "Templates", description: "Message templates and their status on the platform." },
    ],
    bodyExample: (procedure) => {
      const [, plural = "", verb] = procedure.split(".");
      const examples = BODY_EXAMPLES[plural];
      return verb === "create" ? examples?.create : examples?.set;
    },
  });
}

const DESCRIPTION = `Records of a CRM: contacts, companies, deals, tickets, leads and appointments.

Exchange a client id and secret for an access token at \`POST /oauth2/token\` and send it as
\`Authorization: Bearer …\`. A token is bound to one project: only its records are seen.`;

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
