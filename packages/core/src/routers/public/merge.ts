import { OBJECT_TYPES, type ObjectType } from "@rapport/model";
import { z } from "zod";
import { mergeRecords } from "../../records/merge/merge.ts";
import { MAX_MERGED_RECORDS, repeatedIdIssues } from "../../records/merge/merge-input.ts";
import { type Unmerged, unmergeRecord } from "../../records/merge/unmerge.ts";
import { recordOfData, withIdempotencyKeyOf } from "../idempotency-key.ts";
import { reportAllFaults } from "../report-faults.ts";
import { orRequired } from "../schemas.ts";
import { scopedProcedure } from "../scoped-procedures.ts";
import { envelope, success } from "./envelope.ts";
import { idOf, withId } from "./record-input.ts";
import { recordId } from "./schemas.ts";
import { shownRecord, writtenRecord } from "./written-record.ts";

const COUNT = { error: `Give 1 to ${MAX_MERGED_RECORDS} ids of records to merge.` };

const mergeInput = z.strictObject({
  primaryId: recordId.meta({
    description: "The record that stays. It keeps its values and takes those that it lacks",
    example: 42,
  }),
  mergeIds: z
    .array(recordId, orRequired(COUNT.error))
    .min(1, COUNT)
    .max(MAX_MERGED_RECORDS, COUNT)
    .meta({ description: "The records to merge into it, in the order in which they give values" }),
});

/** Scopes of a merge and its undoing: they change records and remove one. */
function scopesOf(type: ObjectType): readonly [write: string, remove: string] {
  const { plural } = OBJECT_TYPES[type];
  return [`crm.${plural}.write`, `crm.${plural}.delete`];
}

/** POST /api/crm/objects/{plural}/merge (specification §25) */
export function mergeAll<T extends ObjectType>(type: T) {
  const { plural, title, pluralTitle } = OBJECT_TYPES[type];
  const [scope, also] = scopesOf(type);
  return scopedProcedure(scope, also)
    .meta({
      scope,
      alsoNeeds: [also],
      errors: [404],
      openapi: {
        method: "POST",
        path: `/api/crm/objects/${plural}/merge`,
        tags: [title],
        summary: `Merge ${plural}`,
        description: `Merges ${plural} into a primary one. It keeps its values, takes those that it lacks from the others, and takes all their associations. The ids of the others then lead to it. It can be undone for 90 days. Also needs the scope \`${also}\`.`,
        protect: true,
      },
    })
    .use(reportAllFaults(async (_, input) => repeatedIdIssues(input)))
    .input(mergeInput)
    .output(envelope(writtenRecord.describe("The primary record after the merge")))
    .mutation(async ({ ctx, input }) => {
      const request = { operation: `${plural}.merge`, input, recordsOf: recordOfData };
      const { message, data } = await withIdempotencyKeyOf(ctx, request, async (deps) => {
        const record = await mergeRecords(deps, ctx.principal, type, input);
        return success(`${pluralTitle} merged.`, record);
      });
      const record = shownRecord(type, ctx.principal, data);
      return success(message, record as z.infer<typeof writtenRecord>);
    });
}

function recordsOfUnmerge({ data }: { readonly data: Unmerged }): readonly number[] {
  return [data.record.id, data.primary.id];
}

const unmerged = z.object({
  record: writtenRecord.describe("The record that was merged, as it was before"),
  primary: writtenRecord.describe("The primary record"),
  kept: z
    .array(z.string())
    .readonly()
    .describe(
      "Properties of the primary record that keep their value, because it changed after the merge",
    ),
});

/** POST /api/crm/objects/{plural}/{id}/unmerge (specification §25) */
export function unmergeOne<T extends ObjectType>(type: T) {
  const { plural, title, idParam } = OBJECT_TYPES[type];
  const [scope, also] = scopesOf(type);
  return scopedProcedure(scope, also)
    .meta({
      scope,
      alsoNeeds: [also],
      openapi: {
        method: "POST",
        path: `/api/crm/objects/${plural}/{${idParam}}/unmerge`,
        tags: [title],
        summary: `Undo the merge of ${plural}`,
        description: `Undoes the newest merge into the ${type}. The merged record is as it was. The primary ${type} loses what came by the merge and is unchanged since. Also needs the scope \`${also}\`.`,
        protect: true,
      },
    })
    .input(
      withId(type, {
        mergeId: recordId.meta({ description: "The record that was merged last", example: 43 }),
      }),
    )
    .output(envelope(unmerged))
    .mutation(async ({ ctx, input }) => {
      const { mergeId } = input as unknown as { mergeId: number };
      const ids = { primaryId: idOf(type, input), mergeId };
      const request = { operation: `${plural}.unmerge`, input, recordsOf: recordsOfUnmerge };
      const { message, data } = await withIdempotencyKeyOf(ctx, request, async (deps) =>
        success("Merge undone.", await unmergeRecord(deps, ctx.principal, type, ids)),
      );
      const view = {
        record: shownRecord(type, ctx.principal, data.record),
        primary: shownRecord(type, ctx.principal, data.primary),
        kept: data.kept,
      };
      return success(message, view as z.infer<typeof unmerged>);
    });
}
