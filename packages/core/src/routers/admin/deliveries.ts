import { z } from "zod";
import { audited, pick } from "../../audit/audited.ts";
import { openCursor, sealCursor } from "../../cursor.ts";
import { replayFailed, requireEnabled } from "../../webhooks/deliveries.ts";
import {
  LISTED_STATUSES,
  type ListFilter,
  listNewestDeliveries,
  readDelivery,
  replayFailedOfProject,
  replayListed,
  replayOfProject,
} from "../../webhooks/delivery-views.ts";
import { instant, page, searchText } from "../schemas.ts";
import { router } from "../trpc.ts";
import { id, projectProcedure } from "./procedure.ts";

const EPOCH = "1970-01-01T00:00:00.000Z";

/** Filters of the list, apart from the status. */
const listed = {
  endpointId: id.optional(),
  eventType: searchText().optional(),
  from: instant.optional(),
  to: instant.optional(),
};

/** Procedures that list, read and replay a project's webhook deliveries. */
export const deliveries = router({
  list: projectProcedure("read-only")
    .input(
      z.object({
        ...listed,
        status: z.enum(LISTED_STATUSES).optional(),
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
    .input(z.object({ ...listed, since: instant.default(EPOCH) }))
    .mutation(async ({ ctx, input }) => {
      const { projectId, since, ...filter } = input;
      const { endpointId } = filter;
      const subject = endpointId === undefined ? `project:${projectId}` : `endpoint:${endpointId}`;
      // Log the request first, because the replay itself runs in many transactions.
      await audited(
        ctx.deps,
        ctx.admin,
        {
          action: "webhooks.deliveries.replayFailed",
          subject,
          projectId,
          details: pick(input, "projectId", "endpointId", "since", "eventType", "from", "to"),
        },
        async (deps) => {
          if (endpointId !== undefined) await requireEnabled(deps, ctx.principal, endpointId);
        },
      );
      if (isFiltered(filter)) {
        const shown = { ...filter, status: "failed" } as const;
        return { replayed: await replayListed(ctx.deps, ctx.principal, shown) };
      }
      const replayed =
        endpointId === undefined
          ? await replayFailedOfProject(ctx.deps, ctx.principal, since)
          : await replayFailed(ctx.deps, ctx.principal, endpointId, since);
      return { replayed };
    }),
  /** Replays the deliveries that wait for another attempt. */
  replayRetrying: projectProcedure("admin")
    .input(z.object(listed))
    .mutation(async ({ ctx, input }) => {
      const { projectId, ...filter } = input;
      const { endpointId } = filter;
      const subject = endpointId === undefined ? `project:${projectId}` : `endpoint:${endpointId}`;
      // Log the request first, because the replay itself runs in many transactions.
      await audited(
        ctx.deps,
        ctx.admin,
        {
          action: "webhooks.deliveries.replayRetrying",
          subject,
          projectId,
          details: pick(input, "projectId", "endpointId", "eventType", "from", "to"),
        },
        async (deps) => {
          if (endpointId !== undefined) await requireEnabled(deps, ctx.principal, endpointId);
        },
      );
      const shown = { ...filter, status: "retrying" } as const;
      return { replayed: await replayListed(ctx.deps, ctx.principal, shown) };
    }),
});

/** Returns whether a filter has more than an endpoint. */
function isFiltered({ eventType, from, to }: ListFilter): boolean {
  return eventType !== undefined || from !== undefined || to !== undefined;
}
