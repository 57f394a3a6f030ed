import { withArticle } from "@rapport/model";
import { z } from "zod";
import { unknownLabelIssue } from "../../../records/associations/associations.ts";
import {
  addAssociation,
  endedLabelIssue,
  removeAssociation,
} from "../../../records/associations/change-associations.ts";
import { kindNamed } from "../../../records/associations/kinds.ts";
import type { ObjectContext } from "../../reading.ts";
import { noData } from "../../schemas.ts";
import { associatedFaults, otherObject } from "../faults.ts";
import { type Front, objectProcedure } from "../front.ts";
import { envelope, otherPlural, recordId, success } from "../schemas.ts";
import { idInPath, withId } from "./record-input.ts";

/** Most labels that one association can have. */
const MAX_TYPES = 100;

const types = z
  .array(z.string().meta({ description: "Key of a label", example: "decision_maker" }))
  .max(MAX_TYPES, { error: `Give at most ${MAX_TYPES} labels.` })
  .optional()
  .meta({
    description:
      "Keys of the labels that the association then has, and no others: none is the plain one alone. Omitted, it keeps its labels",
  });

/** PUT /api/crm/objects/{plural}/{id}/associations/{toPlural}/{toId} (specification §23) */
export function associateOne<F extends Front>(front: F) {
  return objectProcedure(front, {
    access: "write",
    method: "PUT",
    path: PATH,
    errors: [404, 409, 410],
    summary: `Associate ${withArticle(front)}`,
    description: `Does nothing if the records are already associated with these labels. ${VERSIONS}`,
    input: withId(front, { toPlural: otherPlural(front), toId: recordId, types }),
    check: associatedFaults(({ object }, other, { types }) =>
      !Array.isArray(types) || other === undefined
        ? []
        : types.flatMap((type, i) =>
            typeof type !== "string" || kindNamed(object, other, type)
              ? []
              : [unknownLabelIssue(object, other, type, `types.${i}`)],
          ),
    ),
    output: envelope(noData),
  }).mutation(async ({ ctx, input }) => {
    const { one, other } = givenPair(front, ctx, input);
    const { types } = input as { readonly types?: readonly string[] };
    await addAssociation(ctx, one, other, types);
    return success("Records associated.", null);
  });
}

/** DELETE /api/crm/objects/{plural}/{id}/associations/{toPlural}/{toId} (specification §23) */
export function dissociateOne<F extends Front>(front: F) {
  return objectProcedure(front, {
    access: "write",
    method: "DELETE",
    path: PATH,
    errors: [404, 410],
    summary: `Remove an association of ${withArticle(front)}`,
    description: `Ends the association with all its labels, or one label with \`type\`. Does nothing if the records are not associated. ${VERSIONS}`,
    input: withId(front, {
      toPlural: otherPlural(front),
      toId: recordId,
      type: z
        .string()
        .describe("Key of the label to end; the association and all its labels if omitted")
        .optional(),
    }),
    check: associatedFaults(({ object }, other, { type }) =>
      typeof type !== "string" || other === undefined
        ? []
        : [endedLabelIssue([object, other], type, "type") ?? []].flat(),
    ),
    output: envelope(noData),
  }).mutation(async ({ ctx, input }) => {
    const { one, other } = givenPair(front, ctx, input);
    const { type } = input as { readonly type?: string };
    await removeAssociation(ctx, one, other, type);
    return success("Association removed.", null);
  });
}

const PATH = "/{id}/associations/{toPlural}/{toId}";
const VERSIONS =
  "The versions of the records stay the same; both histories have an entry for each label.";

function givenPair(front: Front, ctx: ObjectContext, input: unknown) {
  const { toPlural, toId } = input as { readonly toPlural: string; readonly toId: number };
  return {
    one: { type: ctx.object.name, id: idInPath(front, input) },
    other: { type: otherObject(ctx, toPlural).name, id: toId },
  };
}
