import { MAX_PINS, REPORT_NAMES } from "@rapport/model";
import { z } from "zod";
import { listMentions, seeMentions } from "../../activities/mentions.ts";
import { audited } from "../../audit/audit.ts";
import { type Rates, readRates } from "../../currencies/rates.ts";
import { type Deps, readingDeps } from "../../deps.ts";
import {
  latestChanges,
  recordFigures,
  templateStates,
  webhookHealth,
} from "../../insights/home-figures.ts";
import { CREATED_PERIODS, createdReport, PAST_PERIODS } from "../../reports/created.ts";
import { forecastReport } from "../../reports/forecast.ts";
import { funnelReport } from "../../reports/funnel.ts";
import { outcomeReport, ownerReport } from "../../reports/outcomes.ts";
import { listPins, setPins } from "../../reports/pins.ts";
import { UNITS } from "../../reports/spans.ts";
import { stageDurationReport } from "../../reports/stage-durations.ts";
import { RECENT_PERIODS, usageReport, webhookReport } from "../../reports/usage.ts";
import { requirePipelines } from "../../schema/change-pipelines.ts";
import { storableText } from "../../storable-text.ts";
import { listRequests, OUTCOMES, readRequest } from "../../usage/requests.ts";
import { instant, page, searchText } from "../schemas.ts";
import { router } from "../trpc.ts";
import { objectType, projectProcedure } from "./procedure.ts";
import { timeZone } from "./records/table-input.ts";

const period = z.enum(PAST_PERIODS);
const recent = { period: z.enum(RECENT_PERIODS), timeZone };
const pipeline = searchText(100).optional();
const months = { pipeline, months: z.int().min(1).max(24), timeZone };

const pin = z.strictObject({
  report: z.enum(REPORT_NAMES),
  settings: z
    .record(searchText(30), searchText(100))
    .refine((settings) => Object.keys(settings).length <= 10, { error: "Too many settings." }),
  isWide: z.boolean().optional(),
});

const pinList = z.array(pin).max(MAX_PINS);

/** Adds the rates into the reporting currency to what a report is asked for. */
async function atRates<Input extends { readonly projectId: number }>(
  { deps }: { readonly deps: Pick<Deps, "db"> },
  input: Input,
): Promise<Input & { readonly rates: Rates | null }> {
  return { ...input, rates: await readRates(deps, input) };
}

/** Procedures of the reports, and of those on the Home page of the admin who asks. */
export const reports = router({
  created: projectProcedure(
    "read-only",
    z.object({
      period: z.enum(CREATED_PERIODS),
      unit: z.enum(UNITS),
      timeZone,
      type: objectType.optional(),
    }),
  ).query(async ({ ctx, input }) =>
    createdReport(await readingDeps(ctx.deps, input), input.projectId, input),
  ),
  funnel: projectProcedure(
    "read-only",
    z.object({ type: objectType, pipeline, period: period.optional(), timeZone }),
  ).query(async ({ ctx, input }) => {
    requirePipelines(ctx.schema.object(input.type));
    return funnelReport(
      await readingDeps(ctx.deps, input),
      input.projectId,
      await atRates(ctx, input),
    );
  }),
  durations: projectProcedure(
    "read-only",
    z.object({ type: objectType, pipeline, period, timeZone }),
  ).query(async ({ ctx, input }) => {
    requirePipelines(ctx.schema.object(input.type));
    return stageDurationReport(await readingDeps(ctx.deps, input), input.projectId, input);
  }),
  outcomes: projectProcedure("read-only", z.object(months)).query(async ({ ctx, input }) =>
    outcomeReport(await readingDeps(ctx.deps, input), input.projectId, await atRates(ctx, input)),
  ),
  owners: projectProcedure("read-only", z.object(months)).query(async ({ ctx, input }) =>
    ownerReport(await readingDeps(ctx.deps, input), input.projectId, await atRates(ctx, input)),
  ),
  forecast: projectProcedure("read-only", z.object(months)).query(async ({ ctx, input }) =>
    forecastReport(await readingDeps(ctx.deps, input), input.projectId, await atRates(ctx, input)),
  ),
  webhooks: projectProcedure("read-only", z.object(recent)).query(({ ctx, input }) =>
    webhookReport(ctx.deps, input.projectId, input),
  ),
  usage: projectProcedure("read-only", z.object(recent)).query(({ ctx, input }) =>
    usageReport(ctx.deps, input.projectId, input),
  ),
  pins: router({
    list: projectProcedure("read-only").query(({ ctx }) => listPins(ctx)),
    set: projectProcedure(
      "read-only",
      z.object({ pins: pinList, seen: pinList.optional() }),
    ).mutation(async ({ ctx, input: { projectId, pins, seen } }) => {
      const subject = `project:${projectId}`;
      const details = { reports: pins.map(({ report }) => report) };
      const what = { action: "reports.pins.set", subject, details };
      await audited(ctx, what, (joined) => setPins(joined, { pins, seen }));
    }),
  }),
});

/** Kind and id, such as `client:rpc…` or `key:3`. */
const credential = searchText();

/** Procedures of a project's log of requests. */
export const usage = router({
  requests: projectProcedure(
    "read-only",
    z.object({
      credential: credential.optional(),
      outcome: z.enum(OUTCOMES).optional(),
      method: z.enum(["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE"]).optional(),
      route: searchText().optional(),
      from: instant.optional(),
      to: instant.optional(),
      ...page,
    }),
  ).query(({ ctx, input }) => {
    const { projectId: _, cursor, limit, ...filter } = input;
    return listRequests(ctx, filter, { cursor, limit });
  }),
  request: projectProcedure(
    "read-only",
    z.object({ at: instant, id: storableText.max(100) }),
  ).query(({ ctx, input }) => readRequest(ctx, input)),
});

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
  seeMentions: projectProcedure(
    "read-only",
    z.object({ until: z.iso.datetime({ precision: 3 }) }),
  ).mutation(({ ctx, input }) => seeMentions(ctx, input.until)),
  webhooks: projectProcedure("read-only").query(({ ctx, input }) =>
    webhookHealth(ctx.deps, input.projectId),
  ),
  templates: projectProcedure("read-only").query(({ ctx }) =>
    templateStates(ctx.deps, ctx.principal.tenantId),
  ),
});
