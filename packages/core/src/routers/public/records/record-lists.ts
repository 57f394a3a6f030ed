import { withArticle } from "@rapport/model";
import { z } from "zod";
import { HISTORY_ACTIONS, listRecordHistory } from "../../../audit/record-history.ts";
import { cursorIssues } from "../../../paging.ts";
import { listAssociations } from "../../../records/associations/associated.ts";
import { page, suchAs, timestamp } from "../../schemas.ts";
import { associatedFaults, historyFaults, otherObject } from "../faults.ts";
import { type Front, objectProcedure } from "../front.ts";
import { envelope, otherPlural, resultsPage, success } from "../schemas.ts";
import { idInPath, withId } from "./record-input.ts";
import { associationEntry, storedValue } from "./record-schemas.ts";

export const listedAssociation = associationEntry.extend({
  createdAt: timestamp.describe("When the records were associated"),
});

/** GET /api/crm/objects/{plural}/{id}/associations/{toPlural} (specification §22) */
export function makeListAssociations<F extends Front>(front: F) {
  return objectProcedure(front, {
    access: "read",
    method: "GET",
    path: "/{id}/associations/{toPlural}",
    errors: [404, 410],
    summary: `List associations of ${withArticle(front)}`,
    description: `Returns the ${front.name}'s associations with live records of a type, by their id, in pages: follow \`nextCursor\` until it is null.`,
    input: withId(front, { toPlural: otherPlural(front), ...page }),
    check: associatedFaults(({ deps }, _, { cursor }) => cursorIssues(deps, cursor)),
    output: envelope(resultsPage(listedAssociation, "The associations of this page")),
  }).query(async ({ ctx, input }) => {
    const record = { object: ctx.object, id: idInPath(front, input) };
    const { toPlural, ...query } = input as unknown as {
      toPlural: string;
      cursor?: string;
      limit: number;
    };
    const to = otherObject(ctx, toPlural);
    const list = await listAssociations(ctx, record, { ...query, to });
    return success("Associations found.", list);
  });
}

export const historyEntry = z
  .object({
    at: timestamp.describe("When it was changed"),
    action: z.enum(HISTORY_ACTIONS).describe("What was done"),
    version: z.int().meta({ description: "The record's version after the change", example: 3 }),
    actor: z
      .object({
        type: z.enum(["client", "key", "admin", "system"]).describe("Kind of the author"),
        id: z.string().describe("Id of the author"),
        name: z.string().describe("A client's or key's name, or an admin's email"),
      })
      .describe("Who changed it"),
    changes: z
      .array(
        z.object({
          internal_name: z
            .string()
            .describe(
              "The property; `associations.{type}` if it was associated, `merge.id` or `merge.into` if it was merged",
            ),
          type: z
            .string()
            .optional()
            .describe("Of an association with a label: its key, as this record shows it"),
          old: storedValue.describe("Value before; null without a value"),
          new: storedValue.describe(
            "Value after; for an association or a merge, the other record's id",
          ),
        }),
      )
      .readonly()
      .describe("The changed properties; none for a creation, deletion or restore"),
  })
  .meta({ id: "HistoryEntry" });

/** GET /api/crm/objects/{plural}/{id}/history (specification §22) */
export function makeListHistory<F extends Front>(front: F) {
  return objectProcedure(front, {
    access: "read",
    method: "GET",
    path: "/{id}/history",
    errors: [404, 410],
    summary: `List the history of ${withArticle(front)}`,
    description: `Returns who changed the ${front.name}, when and how, newest first, in pages: follow \`nextCursor\` until it is null.`,
    input: withId(front, {
      ...page,
      internal_name: z
        .string()
        .min(1)
        .describe(
          suchAs(
            "Lists only changes of this property, or with `associations.{type}` of these associations; a page may then be short",
            front.examples.set[0],
          ),
        )
        .optional(),
    }),
    check: historyFaults,
    output: envelope(resultsPage(historyEntry, "The entries of this page")),
  }).query(async ({ ctx, input }) => {
    const record = { type: ctx.object.name, id: idInPath(front, input) };
    const { internal_name: property, ...query } = input as unknown as {
      internal_name?: string;
      cursor?: string;
      limit: number;
    };
    const list = await listRecordHistory(ctx, record, { ...query, property });
    return success("History found.", list);
  });
}
