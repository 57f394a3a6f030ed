import { OBJECT_TYPES, type ObjectTypeDefinition, PUBLIC_SCOPES } from "@rapport/model";
import { STREAM_PATH, STREAM_SCOPE } from "../rest/event-stream.ts";
import { withComponents } from "./components.ts";
import { type Document, type Json, plainRead, type SurfaceDescription } from "./document.ts";
import { errorResponses } from "./errors.ts";
import { withExportFile, withImportFiles } from "./files.ts";
import { responseHeaders } from "./headers.ts";
import { EVERY_API, openApiDocument } from "./openapi.ts";
import { withOwnDocument } from "./own-types/operation.ts";
import { CLIENT_BASIC, tokenOperation } from "./token.ts";

/** Returns the OpenAPI 3.1 document of the Public Object API (specification §4.1). */
export function publicDocument(issuer: string): Promise<Document> {
  return describePublicApi(issuer, {
    bodyExample: (procedure) => {
      const name = procedure.slice("public.".length);
      const [plural = "", verb = "", batched = ""] = name.split(".");
      return SCHEMA_EXAMPLES[name] ?? bodyExample(plural, verb, batched);
    },
  });
}

/**
 * Returns the document of the Public Object API.
 *
 * @param traits what differs from the document for everyone
 */
export async function describePublicApi(
  issuer: string,
  traits: Pick<SurfaceDescription, "bodyExample" | "withAnyType">,
): Promise<Document> {
  const document = await openApiDocument({
    ...traits,
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
        description: "An access token from POST /oauth2/token.",
      },
    },
    others: {
      paths: { "/oauth2/token": { post: tokenOperation() } },
      security: { clientBasic: CLIENT_BASIC },
    },
    errorMark: { name: "success", schema: { type: "boolean", const: false } },
    tags: [
      ...Object.values(OBJECT_TYPES).map(({ title, plural, properties }) => ({
        name: title,
        description: `Create, read, search, update and delete ${plural}. Built-in properties: ${properties
          .map(({ name }) => `\`${name}\``)
          .join(", ")}.`,
      })),
      { name: "Schema", description: "Properties, pipelines and stages of each object type." },
      { name: "Exports", description: "Files with all records that a search finds." },
      { name: "Events", description: "Follow every change of the project." },
      { name: "Imports", description: "Bring files of records into the project." },
      { name: "Templates", description: "Message templates and their status on the platform." },
      { name: "Authentication", description: "Get the access token that every other call needs." },
    ],
  });
  return withComponents(withOwnDocument(withExportFile(withImportFiles(withStream(document)))));
}

const PLURALS = new Intl.ListFormat("en-GB").format(
  Object.values(OBJECT_TYPES).map(({ plural }) => plural),
);

const DESCRIPTION = `Records of a CRM: ${PLURALS}.

Exchange a client id and secret for an access token at \`POST /oauth2/token\` and send it as
\`Authorization: Bearer …\`. A token gives access to one project.

${EVERY_API}`;

const byPlural = new Map<string, ObjectTypeDefinition>(
  Object.values(OBJECT_TYPES).map((one) => [one.plural, one]),
);

/** Bodies of operations that are not on records. */
export const SCHEMA_EXAMPLES: Readonly<Record<string, Json>> = {
  "imports.create": {
    object: "contact",
    mode: "upsert",
    idProperty: "email",
    mapping: { "E-mail": "email", Notes: null },
    associations: [{ column: "Company", object: "company", idProperty: "name" }],
    dateFormat: "DD.MM.YYYY",
    decimalSeparator: ",",
  },
  "types.create": {
    name: "listing",
    plural: "listings",
    label: "Listing",
    hasPipeline: true,
    nameProperties: [["street"]],
    required: [["street"]],
    icon: "home",
    properties: [
      { internal_name: "street", label: "Street", indexed: true },
      { internal_name: "price", label: "Price", type: "number" },
    ],
    pipeline: { label: "Sale", stages: [{ label: "Draft" }, { label: "Sold", closed: true }] },
  },
  "types.update": { label: "Property", pluralLabel: "Properties" },
  "properties.create": {
    internal_name: "contract_number",
    label: "Contract number",
    type: "string",
    indexed: true,
    unique: true,
  },
  "properties.update": { label: "Number of the contract", description: "As printed on it" },
  "pipelines.create": {
    label: "Renewals",
    stages: [{ label: "Due" }, { label: "Renewed", closed: true }],
  },
  "exports.create": {
    object: "contact",
    filterGroups: [
      { filters: [{ internal_name: "lifecyclestage", operator: "EQ", value: "customer" }] },
    ],
    properties: ["firstname", "lastname", "email"],
    associations: ["company"],
    format: "csv",
  },
  "associationLabels.create": {
    ...{ key: "decision_maker", label: "Decision maker" },
    ...{ inverseKey: "decided_by", inverseLabel: "Decided by", maxPerTarget: 3 },
  },
  "associationLabels.update": { label: "Decides", maxPerTarget: 5 },
  "pipelines.order": { order: ["renewals", "default"] },
  "pipelines.update": { label: "Renewals and upgrades" },
  "pipelines.stages.create": { label: "Refused", closed: true },
  "pipelines.stages.order": { order: ["due", "refused", "renewed"] },
  "pipelines.stages.update": { label: "Declined" },
};

const OPERATION_ID = "public-events-stream";

/** Adds the stream of the feed, which is no procedure, to the public document. */
function withStream(document: Document): Document {
  const feed = document.paths["/api/crm/events"]?.get;
  if (feed === undefined) return document;
  const parameters = (feed.parameters ?? []).filter(({ name }) => name !== "limit");
  const operation = {
    ...feed,
    operationId: OPERATION_ID,
    summary: "Stream every change",
    description:
      "The same events as they happen, as `text/event-stream`. Each has its cursor as `id`. The stream ends when its token does; `Last-Event-ID` resumes after an event.",
    parameters: [...parameters, LAST_EVENT_ID],
    responses: {
      200: {
        description: "OK",
        headers: responseHeaders("200"),
        content: {
          "text/event-stream": {
            schema: { type: "string" },
            example: 'id: v1.5c8b0a1f.Zm9s…\ndata: {"id":"msg_…","type":"contact.created",…}\n\n',
          },
        },
      },
      ...errorResponses(ROUTE, "public", OPERATION_ID),
    },
  };
  const paths = { ...document.paths, [STREAM_PATH]: { get: operation } };
  return { ...document, paths: paths as Document["paths"] };
}

const ROUTE = plainRead({
  procedure: "public.events.stream",
  template: STREAM_PATH,
  scopes: [STREAM_SCOPE],
  errors: [410],
});

const LAST_EVENT_ID: Json = {
  name: "Last-Event-ID",
  in: "header",
  required: false,
  description: "`id` of the last event that arrived; `cursor` and `from` are then ignored",
  schema: { type: "string", maxLength: 4_000 },
};

function bodyExample(plural: string, verb: string, batched: string): Json | undefined {
  const type = byPlural.get(plural);
  if (type === undefined) return undefined;
  const { create, key, set } = type.examples;
  if (verb === "merge") return { primaryId: 42, mergeIds: [43, 44] };
  if (verb === "unmerge") return { mergeId: 44 };
  if (verb === "search") return searchExample(create);
  const created = {
    properties: Object.entries(create).map(([name, value]) => item(name, value)),
  };
  if (verb === "create") return created;
  if (verb === "createWhole") return { properties: create };
  if (verb === "associate") return { types: [] };
  if (verb === "upsert") return { idProperty: key, ...created };
  if (verb !== "batch") return item(...set);
  const to = { object: plural === "companies" ? "contact" : "company", id: "7" };
  const inputs: Readonly<Record<string, Json>> = {
    create: created,
    associate: { id: 42, to },
    dissociate: { id: 42, to },
    update: { id: 42, properties: [item(...set)], ifVersion: 3 },
  };
  if (batched === "upsert") return { idProperty: key, inputs: [created] };
  return { inputs: [inputs[batched] ?? { id: 42 }] };
}

function searchExample(create: ObjectTypeDefinition["examples"]["create"]): Json {
  const [[internal_name, value] = []] = Object.entries(create);
  return {
    filterGroups: [{ filters: [{ internal_name, operator: "EQ", value }] }],
    sorts: [{ internal_name: "createdAt", direction: "DESCENDING" }],
    limit: 50,
  };
}

function item(internal_name: string, value: string): Json {
  return { internal_name, value };
}
