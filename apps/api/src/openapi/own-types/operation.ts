import { PUBLIC_SCOPES } from "@rapport/core";
import { type Document, plainRead } from "../document.ts";
import { errorResponses } from "../errors.ts";
import { responseHeaders } from "../headers.ts";

export const DOCUMENT_PATH = "/api/crm/openapi.json";
/** Scopes of which one is needed. */
export const DOCUMENT_SCOPES = [...PUBLIC_SCOPES.keys()].filter((scope) =>
  scope.startsWith("crm."),
);

const OPERATION_ID = "public-openapi";

/** Adds the document of the credential's project, which is no procedure, to the public document. */
export function withOwnDocument(document: Document): Document {
  const operation = {
    operationId: OPERATION_ID,
    tags: ["Schema"],
    summary: "Describe the API of the project",
    description:
      "Returns the OpenAPI document of the token's project: its own object types, properties and options, and only the operations that the token may call. Takes an API key with a scope of `crm.` too.",
    security: [...DOCUMENT_SCOPES.map((scope) => ({ oauth2: [scope] })), { accessToken: [] }],
    parameters: [IF_NONE_MATCH],
    responses: {
      200: {
        description: "OK",
        headers: responseHeaders("200", ["ETag"]),
        content: { "application/json": { schema: DOCUMENT, example: EXAMPLE } },
      },
      304: {
        description: "The document has a tag of `If-None-Match`; there is no body",
        headers: responseHeaders("304", ["ETag"]),
      },
      ...errorResponses(ROUTE, "public", OPERATION_ID),
    },
  };
  const paths = { ...document.paths, [DOCUMENT_PATH]: { get: operation } };
  return { ...document, paths: paths as unknown as Document["paths"] };
}

const IF_NONE_MATCH = {
  name: "If-None-Match",
  in: "header",
  required: false,
  description: "Tags of documents that the client has",
  schema: { type: "string" },
};

const DOCUMENT = {
  type: "object",
  required: ["openapi", "info", "paths", "components"],
  properties: {
    openapi: { type: "string", description: "Version of OpenAPI" },
    info: { type: "object", description: "Title, description and version" },
    paths: { type: "object", description: "Operations by path" },
    components: { type: "object", description: "Schemas that the operations share" },
  },
};

const EXAMPLE = {
  openapi: "3.1.0",
  info: { title: "Rapport Public Object API" },
  paths: { "/api/objects/contacts": { post: { operationId: "public-contacts-create" } } },
  components: { schemas: { ContactRecord: { type: "object" } } },
};

const ROUTE = plainRead({
  procedure: "public.openapi",
  template: DOCUMENT_PATH,
  scopes: DOCUMENT_SCOPES,
  errors: [],
});
