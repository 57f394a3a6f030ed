import { OBJECT_TYPES, type ObjectType, withArticle } from "@rapport/model";
import type { BatchResult } from "../../records/batch/chunk.ts";
import { checkUpsert, type UpsertInput, upsertRecord } from "../../records/batch/upsert-one.ts";
import { withIdempotencyKeyOf } from "../idempotency-key.ts";
import { reportAllFaults } from "../report-faults.ts";
import { scopedProcedure } from "../scoped-procedures.ts";
import { batchResult, INPUTS, idProperty } from "./batch-schemas.ts";
import { envelope, success } from "./envelope.ts";
import { shownRecord } from "./written-record.ts";

/** POST /api/crm/objects/{plural}/upsert (specification §23) */
export function upsertOne<T extends ObjectType>(type: T) {
  const { plural, title } = OBJECT_TYPES[type];
  const scope = `crm.${plural}.write`;
  return scopedProcedure(scope)
    .meta({
      scope,
      otherStatus: 201,
      openapi: {
        method: "POST",
        path: `/api/crm/objects/${plural}/upsert`,
        tags: [title],
        summary: `Create or update ${withArticle(type)}`,
        description: `Updates the one ${type} that has the value of \`idProperty\`, or creates it. Two requests with one value at the same time never make two records.`,
        protect: true,
      },
    })
    .use(
      reportAllFaults(async (ctx, input) => {
        if (typeof input !== "object" || input === null) return [];
        return checkUpsert(ctx.deps, ctx.principal, type, input);
      }),
    )
    .input(INPUTS.upsert.extend({ idProperty: idProperty(type) }))
    .output(envelope(batchResult.omit({ index: true })))
    .mutation(async ({ ctx, input }) => {
      const request = { operation: `${plural}.upsert`, input, recordsOf, statusOf };
      const answer = await withIdempotencyKeyOf(ctx, request, async (deps) => {
        const done = await upsertRecord(deps, ctx.principal, type, input as UpsertInput);
        return success(`${title} ${done.status}.`, done);
      });
      const record = shownRecord(type, ctx.principal, answer.data.record);
      return { ...answer, data: { ...answer.data, record } } as never;
    });
}

interface Answered {
  readonly data: Pick<BatchResult, "status" | "record">;
}

function recordsOf({ data }: Answered): readonly number[] {
  return [data.record.id];
}

function statusOf({ data }: Answered): number {
  return data.status === "created" ? 201 : 200;
}
