import { z } from "zod";
import { listLog } from "../../audit/log.ts";
import { deleteRecord, restoreRecord } from "../../objects/record-lifecycle.ts";
import { addAssociation, removeAssociation } from "../../objects/record-links.ts";
import { listRecords } from "../../objects/record-lists.ts";
import { setProperty } from "../../objects/record-updates.ts";
import { createRecord, readRecord } from "../../objects/records.ts";
import { OBJECT_TYPES } from "../../objects/types.ts";
import { searchText } from "../schemas.ts";
import { router } from "../trpc.ts";
import { id, logFilter, objectType, projectProcedure } from "./procedure.ts";

const type = objectType;
const scalar = z.union([z.string(), z.number(), z.boolean(), z.null()]);
const item = z.strictObject({
  internal_name: z.string().min(1),
  value: scalar.optional(),
  values: z.array(scalar).optional(),
});
const record = z.object({ type, id });
const pair = z.object({ one: record, other: record });

/** Records as admins see and mend them; the services keep each change in the record's history. */
export const records = router({
  list: projectProcedure("read-only")
    .input(
      z.object({
        type,
        where: z.record(z.string(), searchText()).default({}),
        associatedWith: id.optional(),
        after: z.int().nonnegative().default(0),
        limit: z.int().min(1).max(200).default(50),
      }),
    )
    .query(({ ctx, input }) => listRecords(ctx.deps, ctx.principal, input.type, input)),
  read: projectProcedure("read-only")
    .input(record)
    .query(({ ctx, input }) =>
      readRecord(ctx.deps, ctx.principal, input.type, input.id, {
        associations: Object.keys(OBJECT_TYPES),
      }),
    ),
  history: projectProcedure("read-only")
    .input(
      z.object({
        id: id.optional(),
        ...logFilter,
      }),
    )
    .query(({ ctx, input }) =>
      listLog(ctx.deps, { ...input, recordId: input.id, isHistory: true }, input),
    ),
  create: projectProcedure("admin")
    .input(z.object({ type, properties: z.array(item).min(1).max(200) }))
    .mutation(({ ctx, input }) => createRecord(ctx.deps, ctx.principal, input.type, input)),
  set: projectProcedure("admin")
    .input(record.extend({ item }))
    .mutation(({ ctx, input }) =>
      setProperty(ctx.deps, ctx.principal, input.type, input.id, input.item),
    ),
  delete: projectProcedure("admin")
    .input(record)
    .mutation(({ ctx, input }) => deleteRecord(ctx.deps, ctx.principal, input.type, input.id)),
  restore: projectProcedure("admin")
    .input(record)
    .mutation(({ ctx, input }) => restoreRecord(ctx.deps, ctx.principal, input.type, input.id)),
  associate: projectProcedure("admin")
    .input(pair)
    .mutation(({ ctx, input }) => addAssociation(ctx.deps, ctx.principal, input.one, input.other)),
  dissociate: projectProcedure("admin")
    .input(pair)
    .mutation(({ ctx, input }) =>
      removeAssociation(ctx.deps, ctx.principal, input.one, input.other),
    ),
});
