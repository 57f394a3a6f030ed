import { z } from "zod";
import { pick } from "../../../audit/audit.ts";
import type { Deps } from "../../../deps.ts";
import {
  addLabel,
  changeLabel,
  listLabels,
  MAX_LABEL_LIMIT,
  removeLabel,
} from "../../../records/associations/labels.ts";
import { router } from "../../trpc.ts";
import { objectType, projectProcedure } from "../procedure.ts";
import { changed, key, ofType } from "./changed.ts";

const ofPair = ofType.extend({ toType: objectType });
const labelLimit = z.int().min(1).max(MAX_LABEL_LIMIT).nullable().optional();

async function readSides(
  { schemas }: Deps,
  { projectId, type, toType }: z.infer<typeof ofPair> & { readonly projectId: number },
) {
  const schema = await schemas.get(projectId);
  return [schema.object(type), schema.object(toType)] as const;
}

/** Procedures of the labels of associations. */
export const labels = router({
  /** Lists the labels of the associations of a type with each other type, as it sees them. */
  associationLabels: projectProcedure("read-only", ofType).query(async ({ ctx, input }) => {
    const { types } = await ctx.deps.schemas.get(input.projectId);
    const object = await ctx.deps.schemas.object(input.projectId, input.type);
    return types.flatMap((other) =>
      listLabels([object, other]).map((label) => ({ ...label, toType: other.name })),
    );
  }),
  saveAssociationLabel: projectProcedure(
    "admin",
    ofPair.extend({
      isNew: z.boolean(),
      key,
      settings: z.strictObject({
        label: key.max(255),
        inverseKey: key.optional(),
        inverseLabel: key.max(255).optional(),
        maxPerSource: labelLimit,
        maxPerTarget: labelLimit,
      }),
    }),
  ).mutation(async ({ ctx, input }) => {
    const { projectId, isNew, key, settings } = input;
    const sides = await readSides(ctx.deps, input);
    const { inverseKey: _inverseKey, ...changes } = settings;
    return changed(
      ctx,
      {
        action: "saveAssociationLabel",
        subject: `association_label:${input.type}.${input.toType}.${key}`,
        details: pick(input, "projectId", "type", "toType", "key", "settings"),
      },
      (deps) =>
        isNew
          ? addLabel(deps, projectId, sides, { key, ...settings })
          : changeLabel(deps, projectId, sides, { key, settings: changes }),
    );
  }),
  removeAssociationLabel: projectProcedure("admin", ofPair.extend({ key })).mutation(
    async ({ ctx, input }) => {
      const sides = await readSides(ctx.deps, input);
      await changed(
        ctx,
        {
          action: "removeAssociationLabel",
          subject: `association_label:${input.type}.${input.toType}.${input.key}`,
          details: pick(input, "projectId", "type", "toType", "key"),
        },
        (deps) => removeLabel(deps, input.projectId, sides, input.key),
      );
    },
  ),
});
