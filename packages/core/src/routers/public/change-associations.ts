import { OBJECT_TYPES, type ObjectType, withArticle } from "@rapport/model";
import {
  addAssociation,
  removeAssociation,
} from "../../records/associations/change-associations.ts";
import { noData } from "../schemas.ts";
import { scopedProcedure } from "../scoped-procedures.ts";
import { envelope, success } from "./envelope.ts";
import { idOf, withId } from "./record-input.ts";
import { otherPlural, recordId } from "./schemas.ts";

const SUMMARIES = {
  PUT: "Associate",
  DELETE: "Remove an association of",
} as const;

/** PUT /api/crm/objects/{plural}/{id}/associations/{toPlural}/{toId} (specification §23) */
export function associateOne<T extends ObjectType>(type: T) {
  return procedure(type, "PUT", "Does nothing if the records are already associated.").mutation(
    async ({ ctx, input }) => {
      const { one, other } = pairOf(type, input);
      await addAssociation(ctx.deps, ctx.principal, one, other);
      return success("Records associated.", null);
    },
  );
}

/** DELETE /api/crm/objects/{plural}/{id}/associations/{toPlural}/{toId} (specification §23) */
export function dissociateOne<T extends ObjectType>(type: T) {
  return procedure(type, "DELETE", "Does nothing if the records are not associated.").mutation(
    async ({ ctx, input }) => {
      const { one, other } = pairOf(type, input);
      await removeAssociation(ctx.deps, ctx.principal, one, other);
      return success("Association removed.", null);
    },
  );
}

function procedure<T extends ObjectType>(type: T, method: "PUT" | "DELETE", repeated: string) {
  const { plural, title, idParam } = OBJECT_TYPES[type];
  const scope = `crm.${plural}.write`;
  return scopedProcedure(scope)
    .meta({
      scope,
      errors: [410],
      openapi: {
        method,
        path: `/api/crm/objects/${plural}/{${idParam}}/associations/{toPlural}/{toId}`,
        tags: [title],
        summary: `${SUMMARIES[method]} ${withArticle(type)}`,
        description: `${repeated} The versions of the records stay the same; both histories have an entry.`,
        protect: true,
      },
    })
    .input(withId(type, { toPlural: otherPlural(type), toId: recordId }))
    .output(envelope(noData));
}

function pairOf(type: ObjectType, input: unknown) {
  const { toPlural, toId } = input as { readonly toPlural: ObjectType; readonly toId: number };
  return { one: { type, id: idOf(type, input) }, other: { type: toPlural, id: toId } };
}
