import { z } from "zod";
import { openCursor, sealCursor } from "../../cursor.ts";
import { listDeliveries, replayDelivery, replayFailed } from "../../webhooks/deliveries.ts";
import { instant, page, timestamp } from "../schemas.ts";
import { reportCursorFaults, router, scopedProcedure } from "../trpc.ts";
import { envelope, listEnvelope, success } from "./envelope.ts";
import { withIdempotencyKeyOf } from "./post.ts";
import { idInPath } from "./schemas.ts";

const attempt = z.object({
  at: timestamp.describe("When it was made"),
  status: z.int().nullable().meta({ description: "The receiver's status" }),
  error: z.string().nullable().meta({ description: "Why there was no complete answer" }),
  durationMs: z.int().meta({ description: "Milliseconds that the attempt took" }),
  response: z.string().nullable().meta({ description: "The first KiB of the answer" }),
});

const deliveryStatus = z.enum(["pending", "delivered", "failed"], {
  error: "status is pending, delivered or failed.",
});

const delivery = z
  .object({
    id: z.string().describe("Id of the delivery"),
    messageId: z.string().meta({ description: "The webhook-id header of its requests" }),
    event: z.string().meta({ description: "Type of the event", example: "contact.created" }),
    status: deliveryStatus.describe("What became of it so far"),
    nextAttemptAt: timestamp.nullable().describe("When it is tried next; null when it is over"),
    createdAt: timestamp.describe("When the event was turned into a delivery"),
    finishedAt: timestamp.nullable().describe("When it was over; null while it is pending"),
    attempts: z.array(attempt).readonly().describe("What was tried, oldest first"),
  })
  .meta({ id: "Delivery" });

const TAGS = ["Webhooks"];

const list = scopedProcedure("webhooks:read")
  .meta({
    scope: "webhooks:read",
    openapi: {
      method: "GET",
      path: "/webhooks/endpoints/{endpointId}/deliveries",
      tags: TAGS,
      summary: "List the deliveries of an endpoint",
      description: "Each with its attempts, in the order the deliveries were made.",
      protect: true,
    },
  })
  .use(reportCursorFaults())
  .input(
    z.strictObject({
      endpointId: idInPath,
      ...page,
      status: deliveryStatus.describe("Only deliveries in this status").optional(),
    }),
  )
  .output(listEnvelope(delivery))
  .query(async ({ ctx, input }) => {
    const { endpointId, limit, cursor, status } = input;
    const identity = { list: "deliveries", filter: { endpointId, status } };
    const { deliveries, next } = await listDeliveries(ctx.deps, ctx.principal, endpointId, {
      status,
      after: openCursor(ctx.deps, ctx.principal, identity, cursor),
      limit,
    });
    return {
      ...success([...deliveries]),
      pagination: {
        nextCursor: sealCursor(ctx.deps, ctx.principal, identity, next),
      },
    };
  });

const replayed = envelope(
  z.object({ replayed: z.int().nonnegative().describe("How many deliveries are sent again") }),
);

const replay = scopedProcedure("webhooks:write")
  .meta({
    scope: "webhooks:write",
    status: 202,
    openapi: {
      method: "POST",
      path: "/webhooks/endpoints/{endpointId}/deliveries/{deliveryId}/replay",
      tags: TAGS,
      summary: "Replay one delivery",
      description: "Sends it again with the same webhook-id, with all its attempts before it.",
      protect: true,
    },
  })
  .input(z.strictObject({ endpointId: idInPath, deliveryId: idInPath }))
  .output(replayed)
  .mutation(({ ctx, input }) =>
    withIdempotencyKeyOf(ctx, { operation: "webhooks.deliveries.replay", input }, async (deps) => {
      await replayDelivery(deps, ctx.principal, input.endpointId, input.deliveryId);
      return success({ replayed: 1 });
    }),
  );

const replayAll = scopedProcedure("webhooks:write")
  .meta({
    scope: "webhooks:write",
    status: 202,
    openapi: {
      method: "POST",
      path: "/webhooks/endpoints/{endpointId}/replay",
      tags: TAGS,
      summary: "Replay every failed delivery since a time",
      description: "Sends each of them again with the same webhook-id; answers how many.",
      protect: true,
    },
  })
  .input(
    z.strictObject({
      endpointId: idInPath,
      since: instant.describe("Deliveries made since then"),
    }),
  )
  .output(replayed)
  .mutation(({ ctx, input }) =>
    withIdempotencyKeyOf(
      ctx,
      { operation: "webhooks.deliveries.replayFailed", input },
      async (deps) =>
        success({
          replayed: await replayFailed(deps, ctx.principal, input.endpointId, input.since),
        }),
    ),
  );

export const deliveriesRouter = router({ list, replay, replayFailed: replayAll });
