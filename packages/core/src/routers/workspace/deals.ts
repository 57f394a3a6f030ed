import { z } from "zod";
import { openCursor, sealCursor } from "../../cursor.ts";
import { listRecords } from "../../query/list.ts";
import { checkCreate, createRecord } from "../../records/create.ts";
import { deleteRecord } from "../../records/delete.ts";
import { readRecord } from "../../records/read.ts";
import { checkUpdate, updateRecord } from "../../records/update.ts";
import { dealView } from "../../workspace/view.ts";
import { filter, noData, page } from "../schemas.ts";
import { reportAllFaults, router, scopedProcedure } from "../trpc.ts";
import { envelope, listEnvelope, success } from "./envelope.ts";
import { byFieldNames, itemsOf, namesOf, renameIssues } from "./items.ts";
import { once } from "./post.ts";
import { clearable, idFilter, idInPath } from "./schemas.ts";

const deal = z
  .object({
    id: z.string().describe("Id of the deal; the Public Object API knows it by the same"),
    name: z.string().nullable().describe("What the deal is called"),
    amount: z.number().nullable().describe("Value in the currency"),
    currency: z.string().nullable().describe("ISO 4217 code"),
    stage: z.string().nullable().describe("Stage of its pipeline; at first the initial one"),
  })
  .meta({ id: "Deal" });

const FIELDS = {
  name: "name",
  amount: "amount",
  currency: "currency",
  pipeline: "pipeline",
  stage: "stage",
} as const;

const AMOUNT = { error: "amount is a JSON number from 0 to 9007199254740991." };
const amount = z
  .number(AMOUNT)
  .nonnegative(AMOUNT)
  .max(Number.MAX_SAFE_INTEGER, AMOUNT)
  .meta({ description: "Value in the currency", example: 12500 });

const createInput = z.strictObject({
  name: z
    .string()
    .min(1, { error: "A deal needs a name." })
    .meta({ description: "What the deal is called", example: "Engine No. 2" }),
  amount,
  currency: z
    .string()
    .min(1, { error: "A deal needs a currency." })
    .meta({ description: "ISO 4217 code", example: "GBP" }),
  companyId: z.string().optional().meta({ description: "Id of the deal's company", example: "42" }),
});

const TAGS = ["Deals"];

/** A deal's company is an association of it. */
function createOf(input: object) {
  const { companyId } = input as { companyId?: unknown };
  return {
    properties: itemsOf(FIELDS, input),
    associations:
      typeof companyId === "string" ? [{ to: { object: "company", id: companyId } }] : [],
  };
}

/** POST /v1/deals (specification §4.2) */
const create = scopedProcedure("deals:write")
  .meta({
    scope: "deals:write",
    status: 201,
    openapi: {
      method: "POST",
      path: "/deals",
      tags: TAGS,
      summary: "Create a deal",
      description:
        "Creates a deal in the first stage of the default pipeline; an update moves it to another.",
      protect: true,
    },
  })
  .use(
    reportAllFaults(async (ctx, input) => {
      if (typeof input !== "object" || input === null) return [];
      const { issues } = await checkCreate(ctx.deps, ctx.principal, "deal", createOf(input));
      return renameIssues(issues, FIELDS, namesOf(FIELDS, input));
    }),
  )
  .input(createInput)
  .output(envelope(deal))
  .mutation(({ ctx, input }) =>
    once(ctx, { operation: "deals.create", input }, (deps) =>
      byFieldNames(FIELDS, namesOf(FIELDS, input), async () => {
        const made = await createRecord(deps, ctx.principal, "deal", createOf(input));
        return success(dealView(made.id, made.properties));
      }),
    ),
  );

const list = scopedProcedure("deals:read")
  .meta({
    scope: "deals:read",
    openapi: {
      method: "GET",
      path: "/deals",
      tags: TAGS,
      summary: "List deals",
      description: "Oldest first, in pages: follow `nextCursor` until it is null.",
      protect: true,
    },
  })
  .input(
    z.strictObject({
      ...page,
      stage: filter("Only deals in this stage", "proposal"),
      pipeline: filter("Only deals in this pipeline", "default"),
      companyId: idFilter("Only deals of the company with this id"),
    }),
  )
  .output(listEnvelope(deal))
  .query(async ({ ctx, input }) => {
    const { limit, cursor, stage, pipeline, companyId } = input;
    const identity = { list: "deals", filter: { stage, pipeline, companyId } };
    const { records, next } = await listRecords(ctx.deps, ctx.principal, "deal", {
      where: { stage, pipeline },
      associatedWith: companyId,
      after: openCursor(ctx.deps, ctx.principal, identity, cursor),
      limit,
    });
    return {
      ...success(records.map(({ id, properties }) => dealView(id, properties))),
      pagination: {
        nextCursor: sealCursor(ctx.deps, ctx.principal, identity, next),
      },
    };
  });

const read = scopedProcedure("deals:read")
  .meta({
    scope: "deals:read",
    openapi: {
      method: "GET",
      path: "/deals/{dealId}",
      tags: TAGS,
      summary: "Read a deal",
      description: "Returns one deal of the workspace.",
      protect: true,
    },
  })
  .input(z.strictObject({ dealId: idInPath }))
  .output(envelope(deal))
  .query(async ({ ctx, input }) => {
    const record = await readRecord(ctx.deps, ctx.principal, "deal", input.dealId, {});
    return success(dealView(record.id, record.properties));
  });

const update = scopedProcedure("deals:write")
  .meta({
    scope: "deals:write",
    openapi: {
      method: "PATCH",
      path: "/deals/{dealId}",
      tags: TAGS,
      summary: "Update a deal",
      description: "Changes the fields that are given; null clears one.",
      protect: true,
    },
  })
  .use(
    reportAllFaults(async (ctx, input) => {
      if (typeof input !== "object" || input === null) return [];
      const id = idInPath.safeParse((input as { dealId?: unknown }).dealId);
      if (!id.success) return [];
      const names = namesOf(FIELDS, input);
      const items = itemsOf(FIELDS, input);
      return checkUpdate(
        ctx.deps,
        ctx.principal,
        "deal",
        id.data,
        items,
        (index) => names[index] ?? "",
      );
    }),
  )
  .input(
    z.strictObject({
      dealId: idInPath,
      name: clearable("Name", "Engine No. 2"),
      amount: amount.nullable().describe("Value in the currency; null clears it").optional(),
      currency: clearable("ISO 4217 code", "GBP"),
      pipeline: clearable("Pipeline, by key, id or label", "default"),
      stage: clearable("Stage, by key, id or label", "proposal"),
    }),
  )
  .output(envelope(deal))
  .mutation(async ({ ctx, input }) => {
    const names = namesOf(FIELDS, input);
    const updated = await updateRecord(
      ctx.deps,
      ctx.principal,
      "deal",
      input.dealId,
      itemsOf(FIELDS, input),
      (index) => names[index] ?? "",
    );
    return success(dealView(updated.id, updated.properties));
  });

const remove = scopedProcedure("deals:delete")
  .meta({
    scope: "deals:delete",
    openapi: {
      method: "DELETE",
      path: "/deals/{dealId}",
      tags: TAGS,
      summary: "Delete a deal",
      description:
        "Soft-deletes the deal: it is not found any more; an admin can restore it for 90 days.",
      protect: true,
    },
  })
  .input(z.strictObject({ dealId: idInPath }))
  .output(envelope(noData))
  .mutation(async ({ ctx, input }) => {
    await deleteRecord(ctx.deps, ctx.principal, "deal", input.dealId);
    return success(null);
  });

export const deals = router({ create, list, read, update, delete: remove });
