import { z } from "zod";
import type { Call } from "../../call.ts";
import type { Deps } from "../../deps.ts";
import { openCursor, sealCursor } from "../../paging.ts";
import type { Principal } from "../../principal.ts";
import { checkEndpoint, endpointIssues } from "../../webhooks/endpoint-input.ts";
import {
  createEndpoint,
  deleteEndpoint,
  listEndpointPage,
  readEndpoint,
} from "../../webhooks/endpoints.ts";
import { checkMayReceive } from "../../webhooks/receivable.ts";
import { rotateSecret, updateEndpoint } from "../../webhooks/save-endpoint.ts";
import { sendTest } from "../../webhooks/send-test.ts";
import type { Context } from "../context.ts";
import { noRecords, withIdempotencyKeyHeader } from "../idempotency-key.ts";
import { cursorFaults } from "../reading.ts";
import { noData, page } from "../schemas.ts";
import { operation, requireAccess } from "../scoped-procedures.ts";
import { router } from "../trpc.ts";
import { deliveriesRouter } from "./deliveries.ts";
import { envelope, idInPath, listEnvelope, success } from "./schemas.ts";
import {
  allowDuplicateUrl,
  endpoint,
  endpointWithSecret,
  events,
  KNOWN,
  payload,
  url,
} from "./webhook-schemas.ts";

const TAGS = ["Webhooks"];
const endpointInput = z.strictObject({ endpointId: idInPath });

/** POST /v1/webhooks/endpoints (specification §4.2) */
const create = operation("webhooks:write", "POST /webhooks/endpoints", {
  status: 201,
  answersSecret: true,
  tags: TAGS,
  summary: "Register a webhook endpoint",
  description: `A URL that another endpoint has is 409, unless \`allowDuplicateUrl\` is true. Only this response shows the signing secret. A rotation returns a new one. ${KNOWN}`,
  requires: [requireAccess(requireNamedEvents)],
  input: z.strictObject({ url, events, payload, allowDuplicateUrl }),
  check: endpointFaults,
  output: envelope(endpointWithSecret),
}).mutation(({ ctx, input }) => {
  const prepare = async () => void (await checkEndpoint(ctx, input));
  const operation = "webhooks.endpoints.create";
  const request = { operation, input, recordIdsIn: noRecords, prepare };
  return withIdempotencyKeyHeader(ctx, request, async (call) =>
    success(await createEndpoint(call, input)),
  );
});

/** Checks the scopes of the event types in a request. Accepts input of any shape. */
async function requireNamedEvents(
  { deps, principal }: Call<Pick<Deps, "schemas">>,
  input: unknown,
): Promise<void> {
  const given = (input ?? {}) as { events?: unknown; payload?: unknown };
  const { data: patterns = [] } = events.safeParse(given.events);
  const payload = given.payload === "full" ? "full" : "compact";
  checkMayReceive(await deps.schemas.get(principal.projectId), principal, payload, patterns);
}

function endpointFaults(ctx: Context & { principal: Principal }, input: unknown) {
  const given = (input ?? {}) as { url?: unknown; events?: unknown };
  const patterns = events.safeParse(given.events);
  return endpointIssues(ctx, {
    url: typeof given.url === "string" && given.url !== "" ? given.url : undefined,
    events: patterns.success ? patterns.data : undefined,
  });
}

const list = operation("webhooks:read", "GET /webhooks/endpoints", {
  tags: TAGS,
  summary: "List webhook endpoints",
  description: "Lists the endpoints of the workspace, at most 20, oldest first.",
  input: z.strictObject(page),
  check: cursorFaults,
  output: listEnvelope(endpoint),
}).query(async ({ ctx, input: { cursor, limit } }) => {
  const identity = { list: "endpoints", filter: {} };
  const after = openCursor(ctx, identity, cursor);
  const { endpoints, next } = await listEndpointPage(ctx, { after, limit });
  return {
    ...success([...endpoints]),
    pagination: { nextCursor: sealCursor(ctx, identity, next) },
  };
});

const read = operation("webhooks:read", "GET /webhooks/endpoints/{endpointId}", {
  errors: [404],
  tags: TAGS,
  summary: "Read a webhook endpoint",
  description: "Returns one endpoint. `disabledReason` says why it is disabled.",
  input: endpointInput,
  output: envelope(endpoint),
}).query(async ({ ctx, input }) => success(await readEndpoint(ctx, input.endpointId)));

const update = operation("webhooks:write", "PATCH /webhooks/endpoints/{endpointId}", {
  errors: [404],
  tags: TAGS,
  summary: "Update a webhook endpoint",
  description: "Changes the given fields. Disabling an endpoint fails its pending deliveries.",
  input: z.strictObject({
    endpointId: idInPath,
    url: url.optional(),
    events: events.optional(),
    payload,
    allowDuplicateUrl,
    enabled: z.boolean().describe("Whether events are sent to it").optional(),
  }),
  check: endpointFaults,
  isChange: true,
  output: envelope(endpoint),
}).mutation(async ({ ctx, input }) => {
  const { endpointId, url, events, payload, enabled, allowDuplicateUrl } = input;
  await checkEndpoint(ctx, { url, events });
  const change = {
    ...(url === undefined ? {} : { url }),
    ...(events === undefined ? {} : { events }),
    ...(payload === undefined ? {} : { payload }),
    ...(enabled === undefined ? {} : { enabled }),
    allowDuplicateUrl,
  };
  return success(await updateEndpoint(ctx, endpointId, change));
});

const remove = operation("webhooks:write", "DELETE /webhooks/endpoints/{endpointId}", {
  errors: [404],
  tags: TAGS,
  summary: "Delete a webhook endpoint",
  description: "Deletes the endpoint and fails its pending deliveries.",
  input: endpointInput,
  output: envelope(noData),
}).mutation(async ({ ctx, input }) => {
  await deleteEndpoint(ctx, input.endpointId);
  return success(null);
});

const rotate = operation("webhooks:write", "POST /webhooks/endpoints/{endpointId}/rotate-secret", {
  answersSecret: true,
  errors: [404],
  tags: TAGS,
  summary: "Rotate the signing secret",
  description:
    "For 24 hours, deliveries are signed with both the old and the new secret. A further rotation in that time ends the older secret at once, so send an `Idempotency-Key`: a repeated request then returns the same secret.",
  input: endpointInput,
  output: envelope(endpointWithSecret),
}).mutation(({ ctx, input }) =>
  withIdempotencyKeyHeader(
    ctx,
    { operation: "webhooks.endpoints.rotateSecret", input, recordIdsIn: noRecords },
    async (call) => success(await rotateSecret(call, input.endpointId)),
  ),
);

const test = operation("webhooks:write", "POST /webhooks/endpoints/{endpointId}/test", {
  status: 202,
  errors: [404],
  tags: TAGS,
  summary: "Send a test event",
  description: "Delivers a `webhook.test` event only to this endpoint.",
  input: endpointInput,
  output: envelope(
    z.object({ messageId: z.string().describe("The webhook-id header of the test event") }),
  ),
}).mutation(({ ctx, input }) =>
  withIdempotencyKeyHeader(
    ctx,
    { operation: "webhooks.endpoints.test", input, recordIdsIn: noRecords },
    async (call) => {
      const { messageId } = await sendTest(call, input.endpointId);
      return success({ messageId });
    },
  ),
);

export const webhooks = router({
  endpoints: router({ create, list, read, update, delete: remove, rotateSecret: rotate, test }),
  deliveries: deliveriesRouter,
});
