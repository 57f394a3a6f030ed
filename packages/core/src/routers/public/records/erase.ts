import { withArticle } from "@rapport/model";
import { z } from "zod";
import { eraseRecord } from "../../../records/erase/erase.ts";
import { noRecords, withIdempotencyKeyOf } from "../../idempotency-key.ts";
import { reading } from "../../reading.ts";
import { numericId, timestamp } from "../../schemas.ts";
import { envelope, success } from "../envelope.ts";
import { type Front, objectProcedure, titleOf } from "../front.ts";
import { idOf, withId } from "./record-input.ts";
import { foundRecord } from "./record-schemas.ts";

const erasedRecord = z
  .object({
    id: numericId.describe("Id of the record"),
    version: foundRecord.shape.version,
    erasedAt: timestamp.describe("When it was erased"),
  })
  .meta({ id: "ErasedRecord", description: "What is left of an erased record" });

/** POST /api/crm/objects/{plural}/{id}/erase (specification §24) */
export function eraseOne<F extends Front>(front: F) {
  return objectProcedure(front, {
    access: "erase",
    method: "POST",
    path: "/{id}/erase",
    errors: [404, 410],
    summary: `Erase ${withArticle(front)}`,
    description: `Removes the values of the ${front.name} for good: from the record, its history, its events and their deliveries. Its associations end. A deleted ${front.name} can be erased too. Nothing can undo this. Takes no body.`,
  })
    .concat(reading(withId(front, {})))
    .output(envelope(erasedRecord))
    .mutation(async ({ ctx, input }) => {
      const request = { operation: `${ctx.object.plural}.erase`, input, recordsOf: noRecords };
      return withIdempotencyKeyOf(ctx, request, async (deps) => {
        const record = await eraseRecord(
          { deps, principal: ctx.principal },
          ctx.object.name,
          idOf(front, input),
        );
        return success(`${titleOf(ctx.object)} erased.`, record);
      });
    });
}
