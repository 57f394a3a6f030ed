import { OBJECT_TYPES, type ObjectType, withArticle } from "@rapport/model";
import { z } from "zod";
import { eraseRecord } from "../../records/erase/erase.ts";
import { noRecords, withIdempotencyKeyOf } from "../idempotency-key.ts";
import { numericId, timestamp } from "../schemas.ts";
import { scopedProcedure } from "../scoped-procedures.ts";
import { envelope, success } from "./envelope.ts";
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
export function eraseOne<T extends ObjectType>(type: T) {
  const { plural, title, idParam } = OBJECT_TYPES[type];
  const scope = `crm.${plural}.erase`;
  return scopedProcedure(scope)
    .meta({
      scope,
      errors: [410],
      openapi: {
        method: "POST",
        path: `/api/crm/objects/${plural}/{${idParam}}/erase`,
        tags: [title],
        summary: `Erase ${withArticle(type)}`,
        description: `Removes the values of the ${type} for good: from the record, its history, its events and their deliveries. Its associations end. A deleted ${type} can be erased too. Nothing can undo this. Takes no body.`,
        protect: true,
      },
    })
    .input(withId(type, {}))
    .output(envelope(erasedRecord))
    .mutation(async ({ ctx, input }) => {
      const request = { operation: `${plural}.erase`, input, recordsOf: noRecords };
      return withIdempotencyKeyOf(ctx, request, async (deps) => {
        const record = await eraseRecord(deps, ctx.principal, type, idOf(type, input));
        return success(`${title} erased.`, record);
      });
    });
}
