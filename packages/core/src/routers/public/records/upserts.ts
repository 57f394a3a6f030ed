import { withArticle } from "@rapport/model";
import { givenProperties } from "../../../input-paths.ts";
import type { GivenInput } from "../../../records/batch/check.ts";
import type { BatchResult } from "../../../records/batch/chunk.ts";
import { applyUpsert } from "../../../records/batch/upsert.ts";
import { type UpsertInput, upsertRecord } from "../../../records/batch/upsert-one.ts";
import { withIdempotencyKeyOf } from "../../idempotency-key.ts";
import { reading, writeFaults } from "../../reading.ts";
import { envelope, success } from "../envelope.ts";
import { type Front, inputOf, objectProcedure, titleOf } from "../front.ts";
import { batchResult, INPUTS, idProperty } from "./batch-schemas.ts";
import { shownRecord } from "./written-record.ts";

/** POST /api/crm/objects/{plural}/upsert (specification §23) */
export function upsertOne<F extends Front>(front: F) {
  return objectProcedure(front, {
    access: "write",
    method: "POST",
    path: "/upsert",
    otherStatus: 201,
    summary: `Create or update ${withArticle(front)}`,
    description: `Updates the one ${front.name} that has the value of \`idProperty\`, or creates it. Two requests with one value at the same time never make two records.`,
  })
    .concat(
      reading(
        inputOf(front, INPUTS.upsert.extend({ idProperty: idProperty(front) })),
        writeFaults(applyUpsert, (item: GivenInput) => {
          return { item, paths: givenProperties(item.properties).paths };
        }),
      ),
    )
    .output(envelope(batchResult.omit({ index: true })))
    .mutation(async ({ ctx, input }) => {
      const request = { operation: `${ctx.object.plural}.upsert`, input, recordsOf, statusOf };
      const answer = await withIdempotencyKeyOf(ctx, request, async (deps) => {
        const done = await upsertRecord({ ...ctx, deps }, input as UpsertInput);
        return success(`${titleOf(ctx.object)} ${done.status}.`, done);
      });
      const record = shownRecord(ctx, answer.data.record);
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
