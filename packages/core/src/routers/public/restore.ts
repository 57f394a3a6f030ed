import { OBJECT_TYPES, type ObjectType, withArticle } from "@rapport/model";
import { restoreRecord } from "../../records/restore.ts";
import { noRecords, withIdempotencyKeyOf } from "../idempotency-key.ts";
import { noData } from "../schemas.ts";
import { scopedProcedure } from "../scoped-procedures.ts";
import { envelope, success } from "./envelope.ts";
import { idOf, withId } from "./record-input.ts";

/** POST /api/crm/objects/{plural}/{id}/restore (specification §14) */
export function restoreOne<T extends ObjectType>(type: T) {
  const { plural, title, idParam } = OBJECT_TYPES[type];
  const scope = `crm.${plural}.delete`;
  return scopedProcedure(scope)
    .meta({
      scope,
      openapi: {
        method: "POST",
        path: `/api/crm/objects/${plural}/{${idParam}}/restore`,
        tags: [title],
        summary: `Restore ${withArticle(type)}`,
        description: `Restores ${withArticle(type)} that was deleted in the last 90 days, with its associations. Takes no body.`,
        protect: true,
      },
    })
    .input(withId(type, {}))
    .output(envelope(noData))
    .mutation(({ ctx, input }) => {
      const request = { operation: `${plural}.restore`, input, recordsOf: noRecords };
      return withIdempotencyKeyOf(ctx, request, async (deps) => {
        await restoreRecord(deps, ctx.principal, type, idOf(type, input));
        return success(`${title} restored.`, null);
      });
    });
}
