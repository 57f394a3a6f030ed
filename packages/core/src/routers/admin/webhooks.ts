import { listEventPatterns, listEventTypes } from "@rapport/model";
import { z } from "zod";
import { audited, pick } from "../../audit/audit.ts";
import { openCursor, sealCursor } from "../../paging.ts";
import type { Principal } from "../../principal.ts";
import { nameText } from "../../storable-text.ts";
import { replayFailed, requireEnabled } from "../../webhooks/deliveries.ts";
import {
  LISTED_STATUSES,
  type ListFilter,
  listNewestDeliveries,
  readDelivery,
} from "../../webhooks/delivery-views.ts";
import { checkEndpoint } from "../../webhooks/endpoint-input.ts";
import { createEndpoint, deleteEndpoint, listEndpointStates } from "../../webhooks/endpoints.ts";
import {
  replayFailedOfProject,
  replayListed,
  replayOfProject,
} from "../../webhooks/listed-replays.ts";
import { rotateSecret, takeOver, updateEndpoint } from "../../webhooks/save-endpoint.ts";
import { sendTest } from "../../webhooks/send-test.ts";
import { instant, page, searchText } from "../schemas.ts";
import { router } from "../trpc.ts";
import { id, projectProcedure } from "./procedure.ts";

const text = nameText.trim().max(255);
const settings = {
  url: z.string().min(1),
  events: z.array(z.string()).min(1).max(1_000),
  payload: z.enum(["compact", "full"]).optional(),
  description: text.optional(),
  allowDuplicateUrl: z.boolean().optional(),
};
const one = z.object({ endpointId: id });

interface Given {
  readonly projectId: number;
  readonly endpointId: number;
}

/** Returns the audit log entry of a change to one endpoint. */
function change(action: string, input: Given, settings: object = {}) {
  return {
    action: `webhooks.endpoints.${action}`,
    subject: `endpoint:${input.endpointId}`,
    details: { ...pick(input, "projectId", "endpointId"), ...settings },
  };
}

function switched(action: "enable" | "disable") {
  return projectProcedure("admin", one).mutation(({ ctx, input }) =>
    audited(ctx, change(action, input), async (joined) => {
      const enabled = action === "enable";
      await updateEndpoint(joined, input.endpointId, { enabled });
    }),
  );
}

const endpoints = router({
  list: projectProcedure("read-only").query(({ ctx }) => listEndpointStates(ctx)),
  create: projectProcedure("admin", z.object(settings)).mutation(async ({ ctx, input }) => {
    await checkEndpoint(ctx, input);
    const what = {
      action: "webhooks.endpoints.create",
      subject: "endpoint",
      details: pick(input, "projectId", "url", "events", "payload", "description"),
    };
    const made = await audited(ctx, what, (joined) => createEndpoint(joined, input));
    return { id: Number(made.id), signingSecret: made.signingSecret };
  }),
  update: projectProcedure("admin", one.extend(z.object(settings).partial().shape)).mutation(
    async ({ ctx, input }) => {
      await checkEndpoint(ctx, input);
      const settings = pick(input, "url", "events", "payload", "description");
      const { allowDuplicateUrl } = input;
      await audited(ctx, change("update", input, settings), (joined) =>
        updateEndpoint(joined, input.endpointId, { ...settings, allowDuplicateUrl }),
      );
    },
  ),
  enable: switched("enable"),
  disable: switched("disable"),
  takeOver: projectProcedure("admin", one).mutation(({ ctx, input }) =>
    audited(ctx, change("takeOver", input), (joined) => takeOver(joined, input.endpointId)),
  ),
  delete: projectProcedure("admin", one).mutation(({ ctx, input }) =>
    audited(ctx, change("delete", input), (joined) => deleteEndpoint(joined, input.endpointId)),
  ),
  rotateSecret: projectProcedure("admin", one).mutation(async ({ ctx, input }) => {
    const { signingSecret, oldSecretUntil } = await audited(
      ctx,
      change("rotateSecret", input),
      (joined) => rotateSecret(joined, input.endpointId),
    );
    return { signingSecret, oldSecretUntil };
  }),
  sendTest: projectProcedure("admin", one).mutation(({ ctx, input }) =>
    audited(ctx, change("sendTest", input), (joined) => sendTest(joined, input.endpointId)),
  ),
});

const EPOCH = "1970-01-01T00:00:00.000Z";

/** Filters of the list, apart from the status. */
const listed = {
  endpointId: id.optional(),
  eventType: searchText().optional(),
  from: instant.optional(),
  to: instant.optional(),
};

/** Logs a replay before it begins, because the replay itself runs in many transactions. */
function logReplay(
  ctx: Parameters<typeof audited>[0] & { readonly principal: Principal },
  action: string,
  input: ListFilter & { readonly projectId: number; readonly since?: string },
): Promise<void> {
  const { projectId, endpointId } = input;
  const what = {
    action: `webhooks.deliveries.${action}`,
    subject: endpointId === undefined ? `project:${projectId}` : `endpoint:${endpointId}`,
    details: pick(input, "projectId", "endpointId", "since", "eventType", "from", "to"),
  };
  return audited(ctx, what, async (joined) => {
    if (endpointId !== undefined) await requireEnabled(joined, endpointId);
  });
}

/** Procedures that list, read and replay a project's webhook deliveries. */
const deliveries = router({
  list: projectProcedure(
    "read-only",
    z.object({
      ...listed,
      status: z.enum(LISTED_STATUSES).optional(),
      ...page,
    }),
  ).query(async ({ ctx, input }) => {
    const { projectId: _, cursor, limit, ...filter } = input;
    const identity = { list: "admin.deliveries", filter };
    const { deliveries, next } = await listNewestDeliveries(ctx, filter, {
      before: openCursor(ctx, identity, cursor),
      limit,
    });
    return { deliveries, nextCursor: sealCursor(ctx, identity, next) };
  }),
  read: projectProcedure("read-only", z.object({ id })).query(({ ctx, input }) =>
    readDelivery(ctx, input.id),
  ),
  replay: projectProcedure("admin", z.object({ id })).mutation(({ ctx, input }) => {
    const details = pick(input, "projectId", "id");
    const what = { action: "webhooks.deliveries.replay", subject: `delivery:${input.id}`, details };
    return audited(ctx, what, (joined) => replayOfProject(joined, input.id));
  }),
  replayFailed: projectProcedure(
    "admin",
    z.object({ ...listed, since: instant.default(EPOCH) }),
  ).mutation(async ({ ctx, input }) => {
    await logReplay(ctx, "replayFailed", input);
    const { projectId: _, since, ...filter } = input;
    const { endpointId } = filter;
    if (isFiltered(filter)) {
      const shown = { ...filter, status: "failed" } as const;
      return { replayed: await replayListed(ctx, shown) };
    }
    const replayed =
      endpointId === undefined
        ? await replayFailedOfProject(ctx, since)
        : await replayFailed(ctx, endpointId, since);
    return { replayed };
  }),
  /** Replays the deliveries that wait for another attempt. */
  replayRetrying: projectProcedure("admin", z.object(listed)).mutation(async ({ ctx, input }) => {
    await logReplay(ctx, "replayRetrying", input);
    const { projectId: _, ...filter } = input;
    const shown = { ...filter, status: "retrying" } as const;
    return { replayed: await replayListed(ctx, shown) };
  }),
});

/** Procedures for a project's webhook endpoints. A signing secret is shown once, when it is created. */
export const webhooks = router({
  eventTypes: projectProcedure("read-only").query(({ ctx }) => {
    const types = listEventTypes(ctx.schema.types);
    return { types, patterns: listEventPatterns(types) };
  }),
  endpoints,
  deliveries,
});

/** Returns whether a filter has more than an endpoint. */
function isFiltered({ eventType, from, to }: ListFilter): boolean {
  return eventType !== undefined || from !== undefined || to !== undefined;
}
