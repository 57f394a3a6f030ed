import { z } from "zod";
import { mergeRecords } from "../../../records/merge/merge.ts";
import {
  MAX_MERGED_RECORDS,
  type MergeInput,
  repeatedIdIssues,
} from "../../../records/merge/merge-input.ts";
import { type Unmerged, unmergeRecord } from "../../../records/merge/unmerge.ts";
import { recordOfData, withIdempotencyKeyHeader } from "../../idempotency-key.ts";
import { orRequired } from "../../schemas.ts";
import {
  capitalizedPlural,
  type Front,
  frontInput,
  objectProcedure,
  objectScope,
} from "../front.ts";
import { envelope, recordId, success } from "../schemas.ts";
import { idInPath, withId } from "./record-input.ts";
import { shownRecord, writtenRecord } from "./record-schemas.ts";

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

/** A merge and its undoing change records and remove one. */
const ACCESS = ["write", "delete"] as const;

/** POST /api/crm/objects/{plural}/merge (specification §25) */
export function mergeAll<F extends Front>(front: F) {
  const { plural } = front;
  return objectProcedure(front, {
    access: ACCESS,
    method: "POST",
    path: "/merge",
    errors: [404],
    summary: `Merge ${plural}`,
    description: `Merges ${plural} into a primary one. It keeps its values, takes those that it lacks from the others, and takes all their associations. The ids of the others then lead to it. It can be undone for 90 days. Also needs the scope \`${objectScope(front, "delete")}\`.`,
    input: frontInput(front, mergeInput),
    check: async (_, input) => repeatedIdIssues(input),
    output: envelope(writtenRecord.describe("The primary record after the merge")),
  }).mutation(async ({ ctx, input }) => {
    const request = { operation: `${ctx.object.plural}.merge`, input, recordIdsIn: recordOfData };
    const { message, data } = await withIdempotencyKeyHeader(ctx, request, async (ctx) => {
      const record = await mergeRecords(ctx, ctx.object.name, input as MergeInput);
      return success(`${capitalizedPlural(ctx.object)} merged.`, record);
    });
    return success(message, shownRecord(ctx, data));
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
export function unmergeOne<F extends Front>(front: F) {
  const { plural } = front;
  return objectProcedure(front, {
    access: ACCESS,
    method: "POST",
    path: "/{id}/unmerge",
    errors: [404],
    summary: `Undo the merge of ${plural}`,
    description: `Undoes the newest merge into the ${front.name}. The merged record is as it was. The primary ${front.name} loses what came by the merge and is unchanged since. Also needs the scope \`${objectScope(front, "delete")}\`.`,
    input: withId(front, {
      mergeId: recordId.meta({ description: "The record that was merged last", example: 43 }),
    }),
    output: envelope(unmerged),
  }).mutation(async ({ ctx, input }) => {
    const { mergeId } = input as unknown as { mergeId: number };
    const ids = { primaryId: idInPath(front, input), mergeId };
    const request = {
      operation: `${ctx.object.plural}.unmerge`,
      input,
      recordIdsIn: recordsOfUnmerge,
    };
    const { message, data } = await withIdempotencyKeyHeader(ctx, request, async (ctx) =>
      success("Merge undone.", await unmergeRecord(ctx, ctx.object.name, ids)),
    );
    const view = {
      record: shownRecord(ctx, data.record),
      primary: shownRecord(ctx, data.primary),
      kept: data.kept,
    };
    return success(message, view as z.infer<typeof unmerged>);
  });
}
