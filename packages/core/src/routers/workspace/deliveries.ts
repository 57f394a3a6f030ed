import { z } from "zod";
import { openCursor, sealCursor } from "../../paging.ts";
import { listDeliveries, replayDelivery, replayFailed } from "../../webhooks/deliveries.ts";
import { noRecords, withIdempotencyKeyHeader } from "../idempotency-key.ts";
import { cursorFaults } from "../reading.ts";
import { instant, page, timestamp } from "../schemas.ts";
import { operation } from "../scoped-procedures.ts";
import { router } from "../trpc.ts";
import { envelope, idInPath, listEnvelope, success } from "./schemas.ts";

const attempt = z.object({
  at: timestamp.describe("When the attempt started"),
  status: z
    .int()
    .nullable()
    .meta({ description: "HTTP status of the receiver's response; null if there was none" }),
  error: z
    .string()
    .nullable()
    .meta({ description: "Why there was no complete response; null if there was one" }),
  durationMs: z.int().meta({ description: "Duration of the attempt in milliseconds" }),
  response: z.string().nullable().meta({
    description:
      "First KiB of the response; null if there was none, or if the key may not read what was sent",
  }),
});

const deliveryStatus = z.enum(["pending", "delivered", "failed"], {
  error: "status must be pending, delivered or failed.",
});

const delivery = z
  .object({
    id: z.string().describe("Id of the delivery"),
    messageId: z.string().meta({ description: "The webhook-id header of its requests" }),
    event: z.string().meta({ description: "Type of the event", example: "contact.created" }),
    status: deliveryStatus.describe("State of the delivery"),
    nextAttemptAt: timestamp
      .nullable()
      .describe("Time of the next attempt; null if there will be none"),
    createdAt: timestamp.describe("When the delivery was created"),
    finishedAt: timestamp.nullable().describe("When the delivery ended; null while it is pending"),
    attempts: z.array(attempt).readonly().describe("Attempts, oldest first"),
  })
  .meta({ id: "Delivery" });

const TAGS = ["Webhooks"];

const list = operation("webhooks:read", "GET /webhooks/endpoints/{endpointId}/deliveries", {
  errors: [404],
  tags: TAGS,
  summary: "List the deliveries of an endpoint",
  description: "Lists the deliveries with their attempts, oldest first.",
  input: z.strictObject({
    endpointId: idInPath,
    ...page,
    status: deliveryStatus.describe("Only deliveries in this status").optional(),
  }),
  check: cursorFaults,
  output: listEnvelope(delivery),
}).query(async ({ ctx, input }) => {
  const { endpointId, limit, cursor, status } = input;
  const identity = { list: "deliveries", filter: { endpointId, status } };
  const { deliveries, next } = await listDeliveries(ctx, endpointId, {
    status,
    after: openCursor(ctx, identity, cursor),
    limit,
  });
  return {
    ...success([...deliveries]),
    pagination: {
      nextCursor: sealCursor(ctx, identity, next),
    },
  };
});

const replayed = envelope(
  z.object({
    replayed: z.int().nonnegative().describe("Number of deliveries that will be sent again"),
  }),
);

const replay = operation(
  "webhooks:write",
  "POST /webhooks/endpoints/{endpointId}/deliveries/{deliveryId}/replay",
  {
    status: 202,
    errors: [404],
    tags: TAGS,
    summary: "Replay one delivery",
    description:
      "Sends the delivery again, with the same webhook-id and the full number of attempts.",
    input: z.strictObject({ endpointId: idInPath, deliveryId: idInPath }),
    output: replayed,
  },
).mutation(({ ctx, input }) =>
  withIdempotencyKeyHeader(
    ctx,
    { operation: "webhooks.deliveries.replay", input, recordIdsIn: noRecords },
    async (call) => {
      await replayDelivery(call, input.endpointId, input.deliveryId);
      return success({ replayed: 1 });
    },
  ),
);

const replayAll = operation("webhooks:write", "POST /webhooks/endpoints/{endpointId}/replay", {
  status: 202,
  errors: [404],
  tags: TAGS,
  summary: "Replay every failed delivery since a time",
  description: "Sends each failed delivery again with the same webhook-id. Returns their number.",
  input: z.strictObject({
    endpointId: idInPath,
    since: instant.describe("Only deliveries created at this time or later"),
  }),
  output: replayed,
}).mutation(({ ctx, input }) =>
  withIdempotencyKeyHeader(
    ctx,
    { operation: "webhooks.deliveries.replayFailed", input, recordIdsIn: noRecords },
    async (call) =>
      success({
        replayed: await replayFailed(call, input.endpointId, input.since),
      }),
  ),
);

export const deliveriesRouter = router({ list, replay, replayFailed: replayAll });
