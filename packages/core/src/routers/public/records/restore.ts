import { withArticle } from "@rapport/model";
import { restoreRecord } from "../../../records/restore.ts";
import { noRecords, withIdempotencyKeyOf } from "../../idempotency-key.ts";
import { reading } from "../../reading.ts";
import { noData } from "../../schemas.ts";
import { envelope, success } from "../envelope.ts";
import { type Front, objectProcedure, titleOf } from "../front.ts";
import { idOf, withId } from "./record-input.ts";

/** POST /api/crm/objects/{plural}/{id}/restore (specification §14) */
export function restoreOne<F extends Front>(front: F) {
  return objectProcedure(front, {
    access: "delete",
    method: "POST",
    path: "/{id}/restore",
    errors: [404],
    summary: `Restore ${withArticle(front)}`,
    description: `Restores ${withArticle(front)} that was deleted in the last 90 days, with its associations. Takes no body.`,
  })
    .concat(reading(withId(front, {})))
    .output(envelope(noData))
    .mutation(({ ctx, input }) => {
      const request = { operation: `${ctx.object.plural}.restore`, input, recordsOf: noRecords };
      return withIdempotencyKeyOf(ctx, request, async (deps) => {
        await restoreRecord(
          { deps, principal: ctx.principal },
          ctx.object.name,
          idOf(front, input),
        );
        return success(`${titleOf(ctx.object)} restored.`, null);
      });
    });
}
