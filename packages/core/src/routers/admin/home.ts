import { z } from "zod";
import { listMentions } from "../../activities/mentions.ts";
import { readingDeps } from "../../deps.ts";
import {
  latestChanges,
  recordFigures,
  templateStates,
  webhookHealth,
} from "../../insights/home-figures.ts";
import { router } from "../trpc.ts";
import { projectProcedure } from "./procedure.ts";
import { timeZone } from "./records/table-input.ts";

const MAX_DAYS = 90;

/** Figures for a project's Home page. */
export const home = router({
  figures: projectProcedure(
    "read-only",
    z.object({ days: z.int().min(1).max(MAX_DAYS).default(30), timeZone }),
  ).query(async ({ ctx, input }) =>
    recordFigures(await readingDeps(ctx.deps, input), input.projectId, input),
  ),
  latestChanges: projectProcedure(
    "read-only",
    z.object({ limit: z.int().min(1).max(50).default(10) }),
  ).query(({ ctx, input }) => latestChanges(ctx.deps, input.projectId, input.limit)),
  mentions: projectProcedure("read-only").query(({ ctx }) => listMentions(ctx, ctx.admin.id)),
  webhooks: projectProcedure("read-only").query(({ ctx, input }) =>
    webhookHealth(ctx.deps, input.projectId),
  ),
  templates: projectProcedure("read-only").query(({ ctx }) =>
    templateStates(ctx.deps, ctx.principal.tenantId),
  ),
});
