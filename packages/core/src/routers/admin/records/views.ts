import { isPeriod } from "@rapport/model";
import { z } from "zod";
import { audited } from "../../../audit/audit.ts";
import { nameText } from "../../../storable-text.ts";
import {
  changeView,
  createView,
  deleteView,
  listViews,
  newViewId,
  type View,
  type ViewContent,
} from "../../../views/views.ts";
import { searchText } from "../../schemas.ts";
import { router } from "../../trpc.ts";
import { objectType, projectProcedure } from "../procedure.ts";
import { filter as tableFilter } from "./table-input.ts";

const MAX_NAME_CHARACTERS = 60;
const MAX_COLUMNS = 100;

const property = searchText();
const relative = z.strictObject({
  property,
  operator: z.literal("within"),
  value: z.string().refine(isPeriod, { error: "This must be a period such as last-7-days." }),
});

const content = z.strictObject({
  layout: z.enum(["table", "board"]),
  groups: z.array(z.array(z.union([relative, tableFilter])).min(1)).max(10),
  sort: z.strictObject({ property, direction: z.enum(["asc", "desc"]) }).nullable(),
  columns: z
    .array(
      z.strictObject({
        name: property,
        width: z.int().min(40).max(1_000).optional(),
        pinned: z.boolean().optional(),
      }),
    )
    .max(MAX_COLUMNS)
    .nullable(),
  group: property.optional(),
  board: z.strictObject({
    pipeline: searchText(100).nullable(),
    collapsed: z.array(searchText(100)).max(200),
    cards: z.array(property).max(10).nullable(),
  }),
}) satisfies z.ZodType<ViewContent>;

const settings = {
  name: nameText.min(1).max(MAX_NAME_CHARACTERS),
  isShared: z.boolean(),
  content,
};
const id = z.string().regex(/^v[\w-]{12}$/);

function namedIfShared({ name, isShared }: Pick<View, "name" | "isShared">) {
  return isShared ? { name } : {};
}

/**
 * Procedures of saved views. Every admin keeps private ones; the service decides who may change shared ones. The log names
 * a view only if it is shared, and never has its filters.
 */
export const views = router({
  list: projectProcedure("read-only", z.object({ type: objectType })).query(({ ctx, input }) =>
    listViews(ctx, input.type),
  ),
  create: projectProcedure("read-only", z.object({ type: objectType, ...settings })).mutation(
    ({ ctx, input }) => {
      const { type, name, isShared } = input;
      const id = newViewId();
      const details = { type, isShared, ...namedIfShared({ name, isShared }) };
      const what = { action: "views.create", subject: `view:${id}`, details };
      return audited(ctx, what, (joined) => createView(joined, { id, type }, input));
    },
  ),
  change: projectProcedure(
    "read-only",
    z.object({
      id,
      version: z.int().positive(),
      changes: z.strictObject(settings).partial(),
    }),
  ).mutation(({ ctx, input: { id, version, changes } }) => {
    const changed = Object.keys(changes);
    const details = (view: View) => ({ changed, ...namedIfShared(view) });
    const what = { action: "views.change", subject: `view:${id}`, details };
    return audited(ctx, what, (joined) => changeView(joined, { id, version }, changes));
  }),
  delete: projectProcedure("read-only", z.object({ id })).mutation(
    async ({ ctx, input: { id } }) => {
      const what = { action: "views.delete", subject: `view:${id}`, details: namedIfShared };
      await audited(ctx, what, (joined) => deleteView(joined, id));
    },
  ),
});
