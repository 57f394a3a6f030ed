import { eventPatternsOf, eventTypesOf } from "@rapport/model";
import { z } from "zod";
import { audited, pick } from "../../audit/audited.ts";
import { nameText } from "../../storable-text.ts";
import { checkEndpoint } from "../../webhooks/endpoint-input.ts";
import { createEndpoint, deleteEndpoint, listEndpointStates } from "../../webhooks/endpoints.ts";
import { rotateSecret, takeOver, updateEndpoint } from "../../webhooks/save-endpoint.ts";
import { sendTest } from "../../webhooks/send-test.ts";
import { router } from "../trpc.ts";
import { deliveries } from "./deliveries.ts";
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
    projectId: input.projectId,
    details: { ...pick(input, "projectId", "endpointId"), ...settings },
  };
}

function switched(action: "enable" | "disable") {
  return projectProcedure("admin")
    .input(one)
    .mutation(({ ctx, input }) =>
      audited(ctx.deps, ctx.admin, change(action, input), async (deps) => {
        const enabled = action === "enable";
        await updateEndpoint(deps, ctx.principal, input.endpointId, { enabled });
      }),
    );
}

const endpoints = router({
  list: projectProcedure("read-only").query(({ ctx }) =>
    listEndpointStates(ctx.deps, ctx.principal),
  ),
  create: projectProcedure("admin")
    .input(z.object(settings))
    .mutation(async ({ ctx, input }) => {
      await checkEndpoint(ctx.deps, ctx.principal, input);
      const what = {
        action: "webhooks.endpoints.create",
        subject: "endpoint",
        projectId: input.projectId,
        details: pick(input, "projectId", "url", "events", "payload", "description"),
      };
      const made = await audited(ctx.deps, ctx.admin, what, (deps) =>
        createEndpoint(deps, ctx.principal, input),
      );
      return { id: Number(made.id), signingSecret: made.signingSecret };
    }),
  update: projectProcedure("admin")
    .input(one.extend(z.object(settings).partial().shape))
    .mutation(async ({ ctx, input }) => {
      await checkEndpoint(ctx.deps, ctx.principal, input);
      const settings = pick(input, "url", "events", "payload", "description");
      const { allowDuplicateUrl } = input;
      await audited(ctx.deps, ctx.admin, change("update", input, settings), (deps) =>
        updateEndpoint(deps, ctx.principal, input.endpointId, { ...settings, allowDuplicateUrl }),
      );
    }),
  enable: switched("enable"),
  disable: switched("disable"),
  takeOver: projectProcedure("admin")
    .input(one)
    .mutation(({ ctx, input }) =>
      audited(ctx.deps, ctx.admin, change("takeOver", input), (deps) =>
        takeOver(deps, ctx.principal, input.endpointId),
      ),
    ),
  delete: projectProcedure("admin")
    .input(one)
    .mutation(({ ctx, input }) =>
      audited(ctx.deps, ctx.admin, change("delete", input), (deps) =>
        deleteEndpoint(deps, ctx.principal, input.endpointId),
      ),
    ),
  rotateSecret: projectProcedure("admin")
    .input(one)
    .mutation(async ({ ctx, input }) => {
      const { signingSecret, oldSecretUntil } = await audited(
        ctx.deps,
        ctx.admin,
        change("rotateSecret", input),
        (deps) => rotateSecret(deps, ctx.principal, input.endpointId),
      );
      return { signingSecret, oldSecretUntil };
    }),
  sendTest: projectProcedure("admin")
    .input(one)
    .mutation(({ ctx, input }) =>
      audited(ctx.deps, ctx.admin, change("sendTest", input), (deps) =>
        sendTest(deps, ctx.principal, input.endpointId),
      ),
    ),
});

/** Procedures for a project's webhook endpoints. A signing secret is shown once, when it is created. */
export const webhooks = router({
  eventTypes: projectProcedure("read-only").query(({ ctx }) => {
    const types = eventTypesOf(ctx.schema.types);
    return { types, patterns: eventPatternsOf(types) };
  }),
  endpoints,
  deliveries,
});
