import { STREAM_PATH, STREAM_SCOPE } from "./event-stream.ts";
import type { Document, Json } from "./openapi-document.ts";
import { errorResponses } from "./openapi-errors.ts";
import { responseHeaders } from "./openapi-headers.ts";
import { plainRead } from "./plain-route.ts";

const OPERATION_ID = "public-events-stream";

/** Adds the stream of the feed, which is no procedure, to the public document. */
export function withStream(document: Document): Document {
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
