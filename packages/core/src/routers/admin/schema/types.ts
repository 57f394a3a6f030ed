import { isInSidebar } from "@rapport/model";
import { z } from "zod";
import { pick } from "../../../audit/audit.ts";
import type { ObjectSchema } from "../../../object-schema.ts";
import {
  createType,
  removeType,
  typeUsage,
  typeView,
  updateType,
} from "../../../schema/object-types.ts";
import { pipelineSettings, typeSettings } from "../../schema-settings.ts";
import { router } from "../../trpc.ts";
import { projectProcedure } from "../procedure.ts";
import { changed, changing, ofType, savedProperty } from "./changed.ts";

const newPipeline = z.object(pipelineSettings).partial().strict();

/** Returns what the pages need of an object type besides its properties and pipelines. */
function shownType(object: ObjectSchema) {
  const { article, detailProperties, properties, money, admin, rules } = object;
  const { hasProbability, hasCloseDate } = object;
  const { initial = {} } = rules;
  const { columns, sortName, form } = admin;
  const hasTimeAsDetail = detailProperties
    .flat()
    .some((name) => properties.get(name)?.type === "datetime");
  const shown = { article, hasTimeAsDetail, money, columns, sortName, form };
  return {
    ...typeView(object),
    ...shown,
    initial,
    activity: object.activity ?? null,
    hasProbability,
    hasCloseDate,
    isInSidebar: isInSidebar(object),
  };
}

/** Procedures of object types. */
export const types = router({
  types: projectProcedure("read-only").query(({ ctx }) => ctx.schema.types.map(shownType)),
  createType: projectProcedure(
    "admin",
    z.object({
      settings: z
        .object(typeSettings)
        .partial()
        .extend({
          name: z.string(),
          plural: z.string(),
          hasPipeline: z.boolean(),
          pipeline: newPipeline.optional(),
          properties: z.array(savedProperty).max(1_000),
        })
        .strict(),
    }),
  ).mutation(async ({ ctx, input: { projectId, settings } }) => {
    const created = await changed(
      ctx,
      {
        action: "createType",
        subject: `type:${settings.name}`,
        details: { projectId, settings },
      },
      (deps) => createType(deps, projectId, settings),
    );
    return shownType(created);
  }),
  updateType: projectProcedure(
    "admin",
    ofType.extend({ settings: z.object(typeSettings).partial().strict() }),
  ).mutation(async ({ ctx, input }) => {
    const updated = await changed(
      ctx,
      {
        action: "updateType",
        subject: `type:${input.type}`,
        details: pick(input, "projectId", "type", "settings"),
      },
      (deps) => updateType(deps, input.projectId, input.type, input.settings),
    );
    return shownType(updated);
  }),
  typeUsage: projectProcedure("read-only", ofType).query(({ ctx, input }) =>
    typeUsage(ctx.deps.db, input.projectId, input.type),
  ),
  removeType: changing("removeType", ofType, {
    subject: ({ type }) => `type:${type}`,
    run: (deps, { projectId, type }) => removeType(deps, projectId, type),
  }),
  read: projectProcedure("read-only", ofType).query(async ({ ctx, input }) => {
    const { name, properties, pipelines } = await ctx.deps.schemas.object(
      input.projectId,
      input.type,
    );
    return { name, properties: [...properties.values()], pipelines };
  }),
});
