import { DATE_FORMATS, FILE_FORMATS, IMPORT_MODES } from "@rapport/model";
import { z } from "zod";
import { nameActors } from "../../../audit/actors.ts";
import { audited } from "../../../audit/audit.ts";
import { joinCall } from "../../../call.ts";
import { IMPORT_KINDS } from "../../../hubspot/hubspot-jobs.ts";
import { MAX_EMPTY_VALUES } from "../../../imports/cell-values.ts";
import {
  discardDraft,
  setOptions,
  startCheck,
  startImport,
} from "../../../imports/drafts/change-draft.ts";
import { OUTCOMES } from "../../../imports/drafts/draft.ts";
import { fixRow } from "../../../imports/drafts/fix-row.ts";
import { changeEncoding } from "../../../imports/drafts/upload.ts";
import { listCheckedRows, listDraftViews, viewDraft } from "../../../imports/drafts/view.ts";
import { MAX_COLUMNS } from "../../../imports/files.ts";
import { IMPORTS } from "../../../imports/imports.ts";
import { DECIMAL_SEPARATORS } from "../../../imports/settings.ts";
import { storableText } from "../../../storable-text.ts";
import { recordSchema } from "../../schemas.ts";
import { router } from "../../trpc.ts";
import { objectType, projectProcedure } from "../procedure.ts";
import { auditEntry, recordJobProcedures } from "./record-jobs.ts";

const draftId = z.string().regex(/^[\w-]{16}$/);
const draft = z.object({ id: draftId });
const column = storableText.min(1).max(65_536);
const name = storableText.min(1).max(64);
const boundedRecord = <Value extends z.ZodType>(value: Value) =>
  // An empty name stands for values without a column.
  recordSchema(column.or(z.literal("")), value).refine(
    (entries) => Object.keys(entries).length <= MAX_COLUMNS,
  );

const options = z.strictObject({
  mode: z.enum(IMPORT_MODES),
  idProperty: name.optional(),
  mapping: boundedRecord(name.nullable()),
  associations: z
    .array(z.strictObject({ column, object: objectType, idProperty: name, type: name.optional() }))
    .max(20),
  // Left out unless the admin chose them.
  dateFormat: z.enum(DATE_FORMATS).optional(),
  decimalSeparator: z.enum(DECIMAL_SEPARATORS).optional(),
  multiValueSeparator: storableText.min(1).max(5),
  format: z.enum(FILE_FORMATS),
  emptyCells: z.enum(["keep", "clear"]),
  emptyValues: z.array(storableText.min(1).max(255)).max(MAX_EMPTY_VALUES).optional(),
  longCells: z.enum(["refuse", "allow"]).optional(),
});

/** Procedures of imports in preparation: choices, the dry run and fixes. Uploads have a route of their own. */
const drafts = router({
  list: projectProcedure("read-only").query(async ({ ctx }) => {
    const found = await listDraftViews(ctx);
    const actorName = await nameActors(
      ctx.deps,
      found.map(({ actor }) => actor),
    );
    return found.map((one) => ({ ...one, actor: actorName(one.actor) }));
  }),
  read: projectProcedure("read-only", draft).query(async ({ ctx, input }) => {
    const found = await viewDraft(ctx, input.id);
    const actorName = await nameActors(ctx.deps, [found.actor]);
    return { ...found, actor: actorName(found.actor) };
  }),
  setOptions: projectProcedure("admin", draft.extend({ options })).mutation(({ ctx, input }) =>
    setOptions(ctx, input.id, input.options),
  ),
  /** Reads the file again in another encoding, and proposes the options again. */
  setEncoding: projectProcedure("admin", draft.extend({ encoding: z.string().max(40) })).mutation(
    ({ ctx, input }) => changeEncoding(ctx, input.id, input.encoding),
  ),
  check: projectProcedure("admin", draft).mutation(({ ctx, input }) => startCheck(ctx, input.id)),
  /** Lists rows of the dry run. `cursor` is the number of the last row of the previous page. */
  rows: projectProcedure(
    "read-only",
    draft.extend({
      outcome: z.enum([...OUTCOMES, "fixed"]),
      cursor: z.int().min(0).optional(),
      limit: z.int().min(1).max(100).default(25),
    }),
  ).query(async ({ ctx, input: { id, outcome, cursor = 0, limit } }) => {
    const wanted = { outcome, after: cursor, limit };
    const { rows, next } = await listCheckedRows(ctx, id, wanted);
    return { rows, nextCursor: next };
  }),
  fixRow: projectProcedure(
    "admin",
    draft.extend({
      number: z.int().positive(),
      cells: boundedRecord(storableText.max(65_536)),
    }),
  ).mutation(({ ctx, input: { id, number, cells } }) => fixRow(ctx, id, { number, cells })),
  /** Starts the import and returns its id. */
  start: projectProcedure("admin", draft).mutation(async ({ ctx, input }) => {
    const { id } = input;
    const importId = await ctx.deps.db.transaction(async (tx) => {
      const joined = joinCall(ctx, tx);
      const started = await startImport(joined, id);
      const entry = auditEntry(IMPORTS, started, "start");
      return audited(joined, entry, async () => started);
    });
    return { importId };
  }),
  discard: projectProcedure("admin", draft).mutation(({ ctx, input }) =>
    discardDraft(ctx, input.id),
  ),
});

/** Procedures of imports. Files of refused rows have a route of their own. */
export const imports = router({ ...recordJobProcedures(...IMPORT_KINDS), drafts });
