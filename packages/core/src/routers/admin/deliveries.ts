import { z } from "zod";
import { audited, pick } from "../../audit/audited.ts";
import { openCursor, sealCursor } from "../../cursor.ts";
import { replayFailed, replayRetrying, requireEnabled } from "../../webhooks/deliveries.ts";
import {
  LISTED_STATUSES,
  listNewestDeliveries,
  readDelivery,
  replayFailedOfProject,
  replayOfProject,
  replayRetryingOfProject,
} from "../../webhooks/delivery-views.ts";
import { instant, page, searchText } from "../schemas.ts";
import { router } from "../trpc.ts";
import { id, projectProcedure } from "./procedure.ts";

const EPOCH = "1970-01-01T00:00:00.000Z";

/** Procedures that list, read and replay a project's webhook deliveries. */
export const deliveries = router({
  list: projectProcedure("read-only")
    .input(
      z.object({
        endpointId: id.optional(),
        status: z.enum(LISTED_STATUSES).optional(),
        eventType: searchText().optional(),
        from: instant.optional(),
        to: instant.optional(),
        ...page,
      }),
    )
    .query(async ({ ctx, input }) => {
      const { projectId: _, cursor, limit, ...filter } = input;
      const identity = { list: "admin.deliveries", filter };
      const { deliveries, next } = await listNewestDeliveries(ctx.deps, ctx.principal, filter, {
        before: openCursor(ctx.deps, ctx.principal, identity, cursor),
        limit,
      });
      return { deliveries, nextCursor: sealCursor(ctx.deps, ctx.principal, identity, next) };
    }),
  read: projectProcedure("read-only")
    .input(z.object({ id }))
    .query(({ ctx, input }) => readDelivery(ctx.deps, ctx.principal, input.id)),
  replay: projectProcedure("admin")
    .input(z.object({ id }))
    .mutation(({ ctx, input }) =>
      audited(
        ctx.deps,
        ctx.admin,
        {
          action: "webhooks.deliveries.replay",
          subject: `delivery:${input.id}`,
          projectId: input.projectId,
          details: pick(input, "projectId", "id"),
        },
        (deps) => replayOfProject(deps, ctx.principal, input.id),
      ),
    ),
  replayFailed: projectProcedure("admin")
    .input(z.object({ endpointId: id.optional(), since: instant.default(EPOCH) }))
    .mutation(async ({ ctx, input }) => {
      const { projectId, endpointId, since } = input;
      const subject = endpointId === undefined ? `project:${projectId}` : `endpoint:${endpointId}`;
      // Log the request first, because the replay itself runs in many transactions.
      await audited(
        ctx.deps,
        ctx.admin,
        {
          action: "webhooks.deliveries.replayFailed",
          subject,
          projectId,
          details: pick(input, "projectId", "endpointId", "since"),
        },
        async (deps) => {
          if (endpointId !== undefined) await requireEnabled(deps, ctx.principal, endpointId);
        },
      );
      const replayed =
        endpointId === undefined
          ? await replayFailedOfProject(ctx.deps, ctx.principal, since)
          : await replayFailed(ctx.deps, ctx.principal, endpointId, since);
      return { replayed };
    }),
  /** Replays the deliveries that wait for another attempt. */
  replayRetrying: projectProcedure("admin")
    .input(z.object({ endpointId: id.optional() }))
    .mutation(async ({ ctx, input }) => {
      const { projectId, endpointId } = input;
      const subject = endpointId === undefined ? `project:${projectId}` : `endpoint:${endpointId}`;
      // Log the request first, because the replay itself runs in many transactions.
      await audited(
        ctx.deps,
        ctx.admin,
        {
          action: "webhooks.deliveries.replayRetrying",
          subject,
          projectId,
          details: pick(input, "projectId", "endpointId"),
        },
        async (deps) => {
          if (endpointId !== undefined) await requireEnabled(deps, ctx.principal, endpointId);
        },
      );
      const replayed =
        endpointId === undefined
          ? await replayRetryingOfProject(ctx.deps, ctx.principal)
          : await replayRetrying(ctx.deps, ctx.principal, endpointId);
      return { replayed };
    }),
});
