import { z } from "zod";
import { listAttachments, removeAttachment } from "../../../activities/attachments.ts";
import { listOpenTasks } from "../../../activities/open-tasks.ts";
import { listTimeline } from "../../../activities/timeline.ts";
import { audited } from "../../../audit/audit.ts";
import { listLog } from "../../../audit/log.ts";
import { exportRecord } from "../../../audit/record-export.ts";
import { readingCall } from "../../../call.ts";
import { dayOfRate, readRates } from "../../../currencies/rates.ts";
import { BODY_PATHS, ITEM_PATHS } from "../../../input-paths.ts";
import { countTable, readBoard, readStage } from "../../../insights/board.ts";
import { groupTable } from "../../../query/group-table.ts";
import { pickRecords } from "../../../query/pick-records.ts";
import { listTable } from "../../../query/table.ts";
import {
  addAssociation,
  listAssociated,
  removeAssociation,
} from "../../../records/associations/change-associations.ts";
import { deleteRecord, listBin, restoreRecord } from "../../../records/bin.ts";
import { createRecord } from "../../../records/create.ts";
import { eraseRecord } from "../../../records/erase/erase.ts";
import { readRecordPage } from "../../../records/read.ts";
import { ifVersion } from "../../../records/record.ts";
import { type Updated, updateReversibly } from "../../../records/update.ts";
import { requirePipelines } from "../../../schema/change-pipelines.ts";
import { page, searchText } from "../../schemas.ts";
import { router } from "../../trpc.ts";
import { id, logFilter, objectType, projectProcedure } from "../procedure.ts";
import { table, tableRows } from "./table-input.ts";

const type = objectType;
const scalar = z.union([z.string(), z.number(), z.boolean(), z.null()]);
const item = z.strictObject({
  internal_name: z.string().min(1),
  value: scalar.optional(),
  values: z.array(scalar).optional(),
});
const record = z.object({ type, id });
/** A record to change, with the version that the admin saw. */
const changed = record.extend({ ifVersion: z.int().positive().optional() });
const items = z.array(item).min(1).max(200);
const pair = z.object({ one: record, other: record });

/** Procedures that read and change records. The services write each change to the record's history. */
export const records = router({
  list: projectProcedure(
    "read-only",
    z.object({
      ...table,
      associations: z.array(type).max(200).default([]),
      ...page,
    }),
  ).query(async ({ ctx, input }) => listTable(await readingCall(ctx), input.type, input)),
  /** Counts what a table lists, and all records of its type. */
  count: projectProcedure("read-only", z.object(tableRows)).query(async ({ ctx, input }) =>
    countTable(await readingCall(ctx), ctx.schema.object(input.type), input),
  ),
  /** Groups what a table lists by a property, and adds up numbers. */
  groups: projectProcedure(
    "read-only",
    z.object({
      ...tableRows,
      by: searchText(64),
      sums: z.array(searchText(64)).max(20).default([]),
    }),
  ).query(async ({ ctx, input }) => {
    const object = ctx.schema.object(input.type);
    const rates = object.money === null ? null : await readRates(ctx.deps, ctx.principal);
    const { groups, convertible, ...table } = await groupTable(await readingCall(ctx), object, {
      ...input,
      ...(rates && { dayOfRate: dayOfRate(object, rates) }),
    });
    const inOne = (rows: typeof convertible) =>
      rates && {
        converted: { property: object.money?.amount, ...rates.total(rows) },
      };
    return {
      ...table,
      ...(table.sums && inOne(convertible)),
      groups: groups.map(({ convertible: own, ...group }) => ({
        ...group,
        ...(group.sums && inOne(own)),
      })),
      reporting: rates?.view() ?? null,
    };
  }),
  search: projectProcedure(
    "read-only",
    z.object({
      text: searchText(),
      types: z.array(type).min(1).max(200).optional(),
      limit: z.int().min(1).max(20).default(10),
    }),
  ).query(async ({ ctx, input }) => pickRecords(await readingCall(ctx), input)),
  bin: projectProcedure("read-only", z.object({ type: type.optional(), ...page })).query(
    ({ ctx, input }) => listBin(ctx, input),
  ),
  read: projectProcedure("read-only", record).query(({ ctx, input }) =>
    readRecordPage(ctx, ctx.schema.object(input.type), input.id),
  ),
  /** Lists the associated records of the type `other`. */
  associated: projectProcedure("read-only", record.extend({ other: type, ...page })).query(
    ({ ctx, input }) => listAssociated(ctx, input, input),
  ),
  history: projectProcedure(
    "read-only",
    z
      .object({ id: id.optional(), property: searchText(64).optional(), ...logFilter })
      .refine((input) => input.property === undefined || input.id !== undefined, {
        path: ["property"],
        message: "The history of a property needs the record's id too.",
      }),
  ).query(({ ctx, input }) =>
    listLog(ctx.deps, { ...input, recordId: input.id, isHistory: true }, input),
  ),
  /** Lists notes, done tasks and changes of a record as one list. */
  timeline: projectProcedure(
    "read-only",
    record.extend({ kind: searchText(64).optional(), ...page }),
  ).query(({ ctx, input }) => listTimeline(ctx, input, input)),
  openTasks: projectProcedure("read-only", record).query(({ ctx, input }) =>
    listOpenTasks(ctx, input),
  ),
  /** Lists the files that are attached to a record. */
  attachments: projectProcedure("read-only", record).query(({ ctx, input }) =>
    listAttachments(ctx, input),
  ),
  removeAttachment: projectProcedure(
    "admin",
    record.extend({ attachment: searchText(64) }),
  ).mutation(({ ctx, input }) => removeAttachment(ctx, input, input.attachment)),
  create: projectProcedure(
    "admin",
    z.object({ type, properties: items, associatedWith: record.optional() }),
  ).mutation(({ ctx, input: { type, properties, associatedWith } }) =>
    createRecord(ctx, type, {
      properties,
      associations: associatedWith && [
        { to: { object: associatedWith.type, id: String(associatedWith.id) } },
      ],
    }),
  ),
  set: projectProcedure("admin", changed.extend({ item })).mutation(
    async ({ ctx: { deps, principal }, input }) => {
      const { type, id, item } = input;
      const seen = ifVersion(input.ifVersion);
      return showSaved(
        await updateReversibly({ deps, principal }, { type, id }, [item], {
          paths: ITEM_PATHS,
          conditions: seen,
        }),
      );
    },
  ),
  update: projectProcedure("admin", changed.extend({ properties: items })).mutation(
    async ({ ctx: { deps, principal }, input }) => {
      const { type, id, properties } = input;
      const seen = ifVersion(input.ifVersion);
      return showSaved(
        await updateReversibly({ deps, principal }, { type, id }, properties, {
          paths: BODY_PATHS,
          conditions: seen,
        }),
      );
    },
  ),
  delete: projectProcedure("admin", changed).mutation(({ ctx, input }) => {
    const conditions = ifVersion(input.ifVersion);
    return deleteRecord(ctx, input.type, input.id, conditions);
  }),
  erase: projectProcedure("admin", record).mutation(({ ctx, input }) =>
    eraseRecord(ctx, input.type, input.id),
  ),
  /** Returns everything that is kept about a record, for the person whom it is about. */
  export: projectProcedure("admin", record).mutation(({ ctx, input: { type, id } }) =>
    audited(ctx, { action: "records.export", subject: `${type}:${id}`, details: {} }, (joined) =>
      exportRecord(joined, type, id),
    ),
  ),
  restore: projectProcedure("admin", record).mutation(({ ctx, input }) =>
    restoreRecord(ctx, input.type, input.id),
  ),
  /** Without `types`, the association keeps its labels. */
  associate: projectProcedure(
    "admin",
    pair.extend({ types: z.array(searchText(60)).max(100).optional() }),
  ).mutation(({ ctx, input: { one, other, types } }) => addAssociation(ctx, one, other, types)),
  dissociate: projectProcedure("admin", pair).mutation(({ ctx, input }) =>
    removeAssociation(ctx, input.one, input.other),
  ),
});

/** Filters, search and order of a table, and what the cards show. */
const shown = { ...table, fields: z.array(searchText()).max(10).default([]) };
const limit = z.int().min(1).max(100).default(30);

/** Lists records as cards by pipeline stage. To move a card, set the record's `stage`. */
export const board = router({
  read: projectProcedure(
    "read-only",
    z.object({ ...shown, pipeline: searchText().optional(), limit }),
  ).query(async ({ ctx, input }) => {
    requirePipelines(ctx.schema.object(input.type));
    const rates = await readRates(ctx.deps, ctx.principal);
    return readBoard(await readingCall(ctx), { ...input, rates });
  }),
  stage: projectProcedure(
    "read-only",
    z.object({
      ...shown,
      pipeline: searchText(),
      stage: searchText(),
      cursor: page.cursor,
      limit,
    }),
  ).query(async ({ ctx, input }) => {
    requirePipelines(ctx.schema.object(input.type));
    return readStage(await readingCall(ctx), input);
  }),
});

/** Returns the changes too, because the page offers to undo them. */
function showSaved({ record: { updatedAt, version }, changes }: Updated) {
  return { updatedAt, version, changes };
}
