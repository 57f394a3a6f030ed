import { z } from "zod";
import { nameActors } from "../../../audit/actors.ts";
import { audited } from "../../../audit/audit.ts";
import { undoRecordJob } from "../../../record-jobs/begin-undo.ts";
import {
  type AnyRecordJobKind,
  cancelRecordJob,
  findKind,
  listRecordJobs,
  type RecordJobKind,
  readRecordJob,
  type UndoProgress,
} from "../../../record-jobs/record-jobs.ts";
import { page } from "../../schemas.ts";
import { id, projectProcedure } from "../procedure.ts";

export const existing = z.object({ id });

/** Returns the procedures that jobs have that change many records. */
export function recordJobProcedures<View extends object, Count extends keyof UndoProgress>(
  ...kinds: readonly [RecordJobKind<View, Count>, ...RecordJobKind<View, Count>[]]
) {
  return {
    list: projectProcedure("read-only", z.object(page)).query(async ({ ctx, input }) => {
      const found = await listRecordJobs(ctx, kinds, input);
      const actors = found.results.map(({ actor }) => actor);
      const actorName = await nameActors(ctx.deps, actors);
      const jobs = found.results.map((one) => ({ ...one, actor: actorName(one.actor) }));
      return { jobs, nextCursor: found.nextCursor };
    }),
    read: projectProcedure("read-only", existing).query(async ({ ctx, input }) => {
      const kind = await findKind(ctx.deps.db, ctx.principal, kinds, input.id);
      const found = await readRecordJob(ctx, kind, input.id);
      const actorName = await nameActors(ctx.deps, [found.actor]);
      return { ...found, actor: actorName(found.actor) };
    }),
    cancel: projectProcedure("admin", existing).mutation(async ({ ctx, input }) => {
      const kind = await findKind(ctx.deps.db, ctx.principal, kinds, input.id);
      await audited(ctx, auditEntry(kind, input.id, "cancel"), (joined) =>
        cancelRecordJob(joined, kind, input.id),
      );
    }),
    undo: projectProcedure("admin", existing).mutation(async ({ ctx, input }) => {
      const kind = await findKind(ctx.deps.db, ctx.principal, kinds, input.id);
      await audited(ctx, auditEntry(kind, input.id, "undo"), (joined) =>
        undoRecordJob(joined, kind, input.id),
      );
    }),
  };
}

/** Returns the entry of the audit log for an action on a job. */
export function auditEntry(
  { noun }: Pick<AnyRecordJobKind, "noun">,
  id: number,
  action: string,
  details: Readonly<Record<string, unknown>> = {},
) {
  return { action: `${noun}s.${action}`, subject: `${noun}:${id}`, details };
}
