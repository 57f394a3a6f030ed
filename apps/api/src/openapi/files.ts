import { DATA_PATH, FILE_PATH, READ_SCOPES, REFUSED_PATH, WRITE_SCOPES } from "../rest/files.ts";
import type { Route } from "../rest/routes.ts";
import { type Document, type Json, plainRead, plainWrite } from "./document.ts";
import { errorResponses } from "./errors.ts";
import { responseHeaders, usedHeaders } from "./headers.ts";

const OPERATION_ID = "public-exports-file";

/** Adds the download of an export, which is no procedure, to the public document. */
export function withExportFile(document: Document): Document {
  const read = document.paths["/api/crm/exports/{exportId}"]?.get;
  if (read === undefined) return document;
  const operation = {
    ...read,
    operationId: OPERATION_ID,
    summary: "Download an export",
    description:
      "The file of an export that is `done`, for 7 days. `Range` resumes a download; with `If-Range` and the `ETag` only if it is still the same file.",
    parameters: [...(read.parameters ?? []), RANGE],
    responses: {
      200: { description: "The file", headers: responseHeaders("200", OF_FILE), content: CONTENT },
      206: {
        description: "The bytes that `Range` asks for",
        headers: responseHeaders("206", [...OF_FILE, "Content-Range"]),
        content: CONTENT,
      },
      304: {
        description: "`If-None-Match` has the tag of the file",
        headers: responseHeaders("304", OF_EVERY_ANSWER),
      },
      ...errorResponses(ROUTE, "public", OPERATION_ID),
    },
  };
  const paths = { ...document.paths, [FILE_PATH]: { get: operation } };
  const { components = {} } = document;
  const headers = { ...(components.headers as Json), ...usedHeaders(paths) };
  return { ...document, components: { ...components, headers }, paths: paths as Document["paths"] };
}

/** Adds the file of an import and its refused rows, which are no procedures, to the public document. */
export function withImportFiles(document: Document): Document {
  const { get } = document.paths["/api/crm/imports/{importId}"] ?? {};
  if (get === undefined) return document;
  const { parameters, tags } = get;
  const data = {
    ...{ tags, parameters, operationId: DATA_ROUTE.procedure.replaceAll(".", "-") },
    summary: "Send the file of an import",
    description:
      "The file as the body: CSV with a header, or NDJSON. UTF-8, UTF-16 and encodings of one byte per character, and a delimiter of `,` `;` tab or `|` or the one in a first line `sep=;`, are recognized. Up to 2 GiB, in gzip up to 8 GiB and 100 times its size unpacked; a row up to 1 MiB. The import starts once all of it has arrived. If the connection breaks, send it again. Needs the scope `crm.{plural}.write` of the object.",
    security: scopeAlternatives(WRITE_SCOPES),
    requestBody: {
      required: true,
      content: Object.fromEntries(
        ["text/csv", "application/x-ndjson", "application/gzip", "application/octet-stream"].map(
          (type) => [type, { schema: { type: "string", format: "binary" } }],
        ),
      ),
    },
    responses: { 200: get.responses["200"], ...fileErrors(DATA_ROUTE) },
  };
  const refused = {
    ...{ tags, parameters, operationId: REFUSED_ROUTE.procedure.replaceAll(".", "-") },
    summary: "Download the refused rows of an import",
    description:
      "The refused rows so far as CSV, with a column that says why. Correct them and import the file again; that column is ignored. Needs the scope `crm.{plural}.read` of the object.",
    security: scopeAlternatives(READ_SCOPES),
    responses: {
      200: {
        description: "OK",
        headers: responseHeaders("200", ["Content-Disposition"]),
        content: {
          "text/csv": {
            schema: { type: "string" },
            example:
              'email,Refused because\r\nada@,"email: ""email"" must be an email address, such as ""ada@example.com"", got ""ada@""."\r\n',
          },
        },
      },
      ...fileErrors(REFUSED_ROUTE),
    },
  };
  const paths = { ...document.paths, [DATA_PATH]: { put: data }, [REFUSED_PATH]: { get: refused } };
  return { ...document, paths: paths as unknown as Document["paths"] };
}

function fileErrors(route: Route): Record<string, object> {
  const responses = errorResponses(route, "public", route.procedure.replaceAll(".", "-"));
  for (const [status, [description, message]] of Object.entries(OF_FILES)) {
    const response = responses[status] as ErrorResponse | undefined;
    if (response === undefined) continue;
    const media = response.content["application/json"];
    const example = { ...media.example, message };
    const content = { "application/json": { ...media, example } };
    responses[status] = { ...response, description, content };
  }
  return responses;
}

interface ErrorResponse {
  readonly content: { readonly "application/json": { readonly example: object } };
}

/** Errors that a file has instead of a JSON body: description and message. */
const OF_FILES = {
  413: [
    "The file is larger than 2 GiB, or 8 GiB or 100 times its size unpacked",
    "The file is larger than 2 GiB. Send it in parts.",
  ],
  415: [
    "The body is a form, or has another Content-Encoding than gzip",
    "Send the file itself as the body, not a form.",
  ],
} as const;

function scopeAlternatives(scopes: readonly string[]): Json[] {
  return [...scopes.map((scope) => ({ oauth2: [scope] })), { accessToken: [] }];
}

const DATA_ROUTE = plainWrite({
  procedure: "public.imports.data",
  template: DATA_PATH,
  scopes: WRITE_SCOPES,
  errors: [404, 409],
  bodyBytes: 2 * 1024 ** 3,
});

const REFUSED_ROUTE = plainRead({
  procedure: "public.imports.refused",
  template: REFUSED_PATH,
  scopes: READ_SCOPES,
  errors: [404, 410],
});

const OF_EVERY_ANSWER = ["ETag", "Last-Modified", "Accept-Ranges"] as const;
const OF_FILE = [...OF_EVERY_ANSWER, "Content-Disposition"] as const;

const FILE = { schema: { type: "string", format: "binary" } };
const CONTENT = {
  "text/csv": {
    ...FILE,
    example:
      "id,createdAt,updatedAt,email\r\n42,2026-11-20T09:30:00.000Z,2026-11-20T09:30:00.000Z,ada@example.com\r\n",
  },
  "application/x-ndjson": FILE,
  "application/gzip": FILE,
};

const RANGE: Json = {
  name: "Range",
  in: "header",
  required: false,
  description: "One range of bytes, such as `bytes=1048576-`",
  schema: { type: "string" },
};

const ROUTE = plainRead({
  procedure: "public.exports.file",
  template: FILE_PATH,
  scopes: READ_SCOPES,
  errors: [404, 409, 410, 416],
});
