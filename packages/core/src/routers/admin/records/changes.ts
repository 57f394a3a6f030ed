import { z } from "zod";
import { audited } from "../../../audit/audit.ts";
import { joinCall } from "../../../call.ts";
import { MAX_EDITS } from "../../../changes/action.ts";
import { CHANGES, startChange } from "../../../changes/changes.ts";
import { previewChange } from "../../../changes/preview.ts";
import { type ChangeSelection, MAX_IDS } from "../../../changes/settings.ts";
import { searchOfTable } from "../../../query/table-query.ts";
import { refusalReasons } from "../../../record-jobs/refused.ts";
import { storableText } from "../../../storable-text.ts";
import { router } from "../../trpc.ts";
import { id, objectType, projectProcedure } from "../procedure.ts";
import { auditEntry, existing, recordJobProcedures } from "./record-jobs.ts";
import { tableRows } from "./table-input.ts";

const scalar = z.union([storableText.max(65_536), z.number(), z.boolean(), z.null()]);
const name = z.string().min(1).max(64);
const ids = z.array(id).max(MAX_IDS);

const edit = z.strictObject({
  internal_name: name,
  how: z.enum(["set", "clear", "add", "remove"]),
  value: scalar.optional(),
  values: z.array(scalar).max(1_000).optional(),
});

const editing = z.strictObject({
  kind: z.literal("edit"),
  edits: z.array(edit).min(1).max(MAX_EDITS),
});
const moving = z.strictObject({ kind: z.literal("move"), pipeline: name, stage: name });
const associating = z.strictObject({ kind: z.literal("associate"), object: objectType, id });
const deleting = z.strictObject({ kind: z.literal("delete") });
const restoring = z.strictObject({ kind: z.literal("restore") });

const { type, ...rows } = tableRows;
/** The records of a table, or some ids. */
const selection = z.union([
  z.strictObject({ ids: ids.min(1) }),
  z.strictObject({ table: z.strictObject(rows), except: ids.default([]) }),
]);

const live = z.discriminatedUnion("kind", [editing, moving, associating, deleting]);
const any = z.discriminatedUnion("kind", [editing, moving, associating, deleting, restoring]);

const BY_ID = { property: "id", direction: "asc" } as const;

function toSelection(given: z.output<typeof selection>): ChangeSelection {
  if ("ids" in given) return given;
  const { filterGroups, query } = searchOfTable({ ...given.table, sort: BY_ID });
  return { search: { filterGroups, query }, except: given.except };
}

/** Procedures of bulk changes. The files of refused records are downloaded beside the procedures. */
export const changes = router({
  ...recordJobProcedures(CHANGES),
  /** Says why records were refused. */
  reasons: projectProcedure("read-only", existing).query(({ ctx, input }) =>
    refusalReasons(ctx, CHANGES, input.id),
  ),
  /** Says what a change would do now. It is a mutation because ids and values do not belong in an address. */
  preview: projectProcedure("admin", z.object({ type, selection, action: live })).mutation(
    ({ ctx, input: { type, selection, action } }) =>
      previewChange({ ...ctx, object: ctx.schema.object(type) }, toSelection(selection), action),
  ),
  /** Starts a change and returns its id. */
  start: projectProcedure(
    "admin",
    z
      .object({ type, selection, action: any })
      .refine(({ selection, action }) => action.kind !== "restore" || "ids" in selection, {
        path: ["selection"],
        message: "Deleted records are restored by their ids.",
      }),
  ).mutation(async ({ ctx, input: { type, selection, action } }) => {
    const chosen = toSelection(selection);
    const object = ctx.schema.object(type);
    const changeId = await ctx.deps.db.transaction(async (tx) => {
      const joined = joinCall(ctx, tx);
      const started = await startChange({ ...joined, object }, chosen, action);
      const details = {
        name: object.plural,
        action: action.kind,
        ...("ids" in chosen && { records: new Set(chosen.ids).size }),
        ...(action.kind === "edit" && {
          properties: action.edits.map(({ internal_name }) => internal_name),
        }),
        ...(action.kind === "move" && { pipeline: action.pipeline, stage: action.stage }),
      };
      const entry = auditEntry(CHANGES, started, "start", details);
      return audited(joined, entry, async () => started);
    });
    return { changeId };
  }),
});
