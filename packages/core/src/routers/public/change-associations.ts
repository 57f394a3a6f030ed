import { withArticle } from "@rapport/model";
import {
  addAssociation,
  removeAssociation,
} from "../../records/associations/change-associations.ts";
import { noData } from "../schemas.ts";
import { envelope, success } from "./envelope.ts";
import { type Front, type ObjectContext, objectProcedure } from "./front.ts";
import { idOf, withId } from "./record-input.ts";
import { otherPlural, recordId } from "./schemas.ts";

const SUMMARIES = {
  PUT: "Associate",
  DELETE: "Remove an association of",
} as const;

/** PUT /api/crm/objects/{plural}/{id}/associations/{toPlural}/{toId} (specification §23) */
export function associateOne<F extends Front>(front: F) {
  return procedure(front, "PUT", "Does nothing if the records are already associated.").mutation(
    async ({ ctx, input }) => {
      const { one, other } = pairOf(front, ctx, input);
      await addAssociation(ctx.deps, ctx.principal, one, other);
      return success("Records associated.", null);
    },
  );
}

/** DELETE /api/crm/objects/{plural}/{id}/associations/{toPlural}/{toId} (specification §23) */
export function dissociateOne<F extends Front>(front: F) {
  return procedure(front, "DELETE", "Does nothing if the records are not associated.").mutation(
    async ({ ctx, input }) => {
      const { one, other } = pairOf(front, ctx, input);
      await removeAssociation(ctx.deps, ctx.principal, one, other);
      return success("Association removed.", null);
    },
  );
}

function procedure<F extends Front>(front: F, method: "PUT" | "DELETE", repeated: string) {
  return objectProcedure(front, {
    access: "write",
    method,
    path: "/{id}/associations/{toPlural}/{toId}",
    errors: [410],
    summary: `${SUMMARIES[method]} ${withArticle(front)}`,
    description: `${repeated} The versions of the records stay the same; both histories have an entry.`,
  })
    .input(withId(front, { toPlural: otherPlural(front), toId: recordId }))
    .output(envelope(noData));
}

function pairOf(front: Front, { object }: ObjectContext, input: unknown) {
  const { toPlural, toId } = input as { readonly toPlural: string; readonly toId: number };
  return {
    one: { type: object.name, id: idOf(front, input) },
    other: { type: toPlural, id: toId },
  };
}
