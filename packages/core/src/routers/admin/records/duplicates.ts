import { z } from "zod";
import { audited, pick } from "../../../audit/audit.ts";
import { countCandidates, dismissCandidate, listCandidates } from "../../../duplicates/queue.ts";
import { mergeRecords, previewMerge } from "../../../records/merge/merge.ts";
import { MAX_MERGED_RECORDS } from "../../../records/merge/merge-input.ts";
import { unmergeRecord } from "../../../records/merge/unmerge.ts";
import { page } from "../../schemas.ts";
import { router } from "../../trpc.ts";
import { id, projectProcedure, objectType as type } from "../procedure.ts";

const ids = z.array(id).min(1).max(MAX_MERGED_RECORDS);

/** Procedures for records that may be the same: candidates, preview, merge and its undoing. */
export const duplicates = router({
  list: projectProcedure("read-only", z.object({ type, ...page })).query(({ ctx, input }) =>
    listCandidates(ctx, input),
  ),
  counts: projectProcedure("read-only").query(({ ctx }) => countCandidates(ctx)),
  dismiss: projectProcedure(
    "admin",
    z.object({ oneId: id, otherId: id, isDifferent: z.boolean() }),
  ).mutation(({ ctx, input }) =>
    audited(
      ctx,
      {
        action: input.isDifferent ? "duplicates.dismiss" : "duplicates.reopen",
        subject: `duplicates:#${input.oneId} and #${input.otherId}`,
        details: pick(input, "projectId", "oneId", "otherId"),
      },
      (joined) => dismissCandidate(joined, input),
    ),
  ),
  preview: projectProcedure(
    "read-only",
    z.object({
      type,
      ids: z
        .array(id)
        .min(2)
        .max(MAX_MERGED_RECORDS + 1),
    }),
  ).query(({ ctx, input }) => previewMerge(ctx, ctx.schema.object(input.type), input.ids)),
  merge: projectProcedure(
    "admin",
    z.object({
      type,
      primaryId: id,
      mergeIds: ids,
      /** Properties that take the value of one of the merged records: its id by internal name. */
      values: z.record(z.string(), id).optional(),
      /** The versions that the admin saw, by id. */
      versions: z.record(z.string().regex(/^[1-9]\d{0,15}$/), id).optional(),
    }),
  ).mutation(({ ctx, input }) => mergeRecords(ctx, input.type, input)),
  unmerge: projectProcedure("admin", z.object({ type, primaryId: id, mergeId: id })).mutation(
    ({ ctx, input }) => unmergeRecord(ctx, input.type, input),
  ),
});
