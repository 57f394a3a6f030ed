import { FILE_PATH, FILE_SCOPES } from "../rest/export-files.ts";
import { type Document, type Json, plainRead } from "./document.ts";
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
  scopes: FILE_SCOPES,
  errors: [404, 409, 410, 416],
});
