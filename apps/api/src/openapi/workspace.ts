import { WORKSPACE_SCOPES } from "@rapport/core";
import { withComponents } from "./components.ts";
import type { Document, Json } from "./document.ts";
import { EVERY_API, openApiDocument } from "./openapi.ts";

/** Returns the OpenAPI 3.1 document of the Workspace API (specification §4.2). */
export async function workspaceDocument(issuer: string): Promise<Document> {
  const document = await openApiDocument({
    branch: "workspace",
    prefix: "/v1",
    title: "Rapport Workspace API",
    description: DESCRIPTION,
    baseUrl: issuer,
    security: { apiKey: { type: "http", scheme: "bearer", description: SCOPES } },
    errorMark: { name: "status", schema: { type: "string", const: "error" } },
    tags: [
      { name: "Contacts", description: "The workspace's contacts." },
      { name: "Companies", description: "The workspace's companies." },
      { name: "Deals", description: "The workspace's deals." },
      { name: "Webhooks", description: "Endpoints that receive events, and their deliveries." },
    ],
    bodyExample: (procedure) => BODY_EXAMPLES[procedure.slice("workspace.".length)],
  });
  return withComponents(document);
}

const DESCRIPTION = `Contacts, companies, deals and webhooks of one workspace. An API key gives access to one workspace.

Webhooks follow Standard Webhooks.

${EVERY_API}`;

const SCOPES = `An API key with the operation's scope: ${[...WORKSPACE_SCOPES]
  .map(([scope, meaning]) => `\`${scope}\` (${meaning})`)
  .join(", ")}.`;

const BODY_EXAMPLES: Readonly<Record<string, Json>> = {
  "contacts.create": { email: "ada@example.com", firstName: "Ada", lifecycleStage: "lead" },
  "contacts.update": { lifecycleStage: "customer" },
  "contacts.upsert": { email: "ada@example.com", lifecycleStage: "customer" },
  "companies.create": { name: "Analytical Engines", domain: "engines.example" },
  "companies.update": { lifecycleStage: "customer" },
  "deals.create": { name: "Engine No. 2", amount: 12500, currency: "GBP" },
  "deals.update": { stage: "proposal" },
  "webhooks.endpoints.create": {
    url: "https://example.com/hooks",
    events: ["contact.created", "deal.*"],
  },
  "webhooks.endpoints.update": { enabled: true },
  "webhooks.deliveries.replayFailed": { since: "2026-11-20T09:30:00Z" },
};
