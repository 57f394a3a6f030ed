import { isInSidebar } from "@rapport/model";
import { z } from "zod";
import type { Admin } from "../../access/admins/sessions.ts";
import { audited, pick } from "../../audit/audited.ts";
import type { Deps } from "../../deps.ts";
import type { ObjectSchema } from "../../object-schema.ts";
import {
  addLabel,
  changeLabel,
  listLabels,
  MAX_LABEL_LIMIT,
  removeLabel,
} from "../../records/associations/labels.ts";
import type { SchemaChange } from "../../schema/change-schema.ts";
import {
  createType,
  removeType,
  typeUsage,
  typeView,
  updateType,
} from "../../schema/object-types.ts";
import { propertyUsage, removeProperty } from "../../schema/remove-property.ts";
import { removeStage, stageUsage } from "../../schema/remove-stage.ts";
import { breachesText, countRuleBreaches } from "../../schema/rule-breaches.ts";
import { orderPipelines, removePipeline, savePipeline } from "../../schema/save-pipeline.ts";
import { saveProperty } from "../../schema/save-property.ts";
import { orderStages, saveStage } from "../../schema/save-stage.ts";
import { usedValues } from "../../schema/usage.ts";
import { reading } from "../reading.ts";
import {
  pipelineSettings,
  propertySettings,
  stageSettings,
  typeSettings,
} from "../schema-settings.ts";
import { searchText } from "../schemas.ts";
import { router } from "../trpc.ts";
import { objectType, projectProcedure } from "./procedure.ts";

const key = searchText(100);
const keys = z.array(key).min(1).max(200);
const ofType = z.object({ type: objectType });
const property = ofType.extend({ name: searchText(64) });
const savedProperty = z.object(propertySettings).partial().extend({ name: z.string() }).strict();
const inPipeline = ofType.extend({ pipeline: key });
const newPipeline = z.object(pipelineSettings).partial().strict();

const ofPair = ofType.extend({ toType: objectType });
const labelLimit = z.int().min(1).max(MAX_LABEL_LIMIT).nullable().optional();

async function sidesOf(
  { schemas }: Deps,
  { projectId, type, toType }: z.infer<typeof ofPair> & { readonly projectId: number },
) {
  const schema = await schemas.get(projectId);
  return [schema.object(type), schema.object(toType)] as const;
}

interface Changing {
  readonly deps: Deps;
  readonly admin: Admin;
}

/** Changes the schema, logs the change, then clears this process's schema cache. */
async function changed<T>(
  ctx: Changing,
  {
    action,
    subject,
    details,
  }: {
    readonly action: string;
    readonly subject: string;
    readonly details: Readonly<Record<string, unknown>> & { readonly projectId: number };
  },
  run: (deps: Deps) => Promise<SchemaChange<T>>,
): Promise<T> {
  const what = {
    action: `schema.${action}`,
    subject,
    projectId: details.projectId,
    details,
    isLong: true,
    isChange: ({ changes }: SchemaChange<T>) => changes.length > 0,
  };
  const { result } = await audited(ctx.deps, ctx.admin, what, run);
  ctx.deps.schemas.clear();
  return result;
}

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
    hasProbability,
    hasCloseDate,
    isInSidebar: isInSidebar(object),
  };
}

/** Procedures that read and change a project's object types, properties and pipelines, and count their use. */
export const schema = router({
  types: projectProcedure("read-only").query(({ ctx }) => ctx.schema.types.map(shownType)),
  createType: projectProcedure("admin")
    .concat(
      reading(
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
      ),
    )
    .mutation(async ({ ctx, input: { projectId, settings } }) => {
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
  updateType: projectProcedure("admin")
    .concat(reading(ofType.extend({ settings: z.object(typeSettings).partial().strict() })))
    .mutation(async ({ ctx, input }) => {
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
  typeUsage: projectProcedure("read-only")
    .concat(reading(ofType))
    .query(({ ctx, input }) => typeUsage(ctx.deps.db, input.projectId, input.type)),
  removeType: projectProcedure("admin")
    .concat(reading(ofType))
    .mutation(({ ctx, input }) =>
      changed(
        ctx,
        {
          action: "removeType",
          subject: `type:${input.type}`,
          details: pick(input, "projectId", "type"),
        },
        (deps) => removeType(deps, input.projectId, input.type),
      ),
    ),
  read: projectProcedure("read-only")
    .concat(reading(ofType))
    .query(async ({ ctx, input }) => {
      const object = await ctx.deps.schemas.object(input.projectId, input.type);
      return { properties: [...object.properties.values()], pipelines: object.pipelines };
    }),
  saveProperty: projectProcedure("admin")
    .concat(
      reading(
        ofType.extend({
          isNew: z.boolean().optional(),
          settings: savedProperty,
        }),
      ),
    )
    .mutation(async ({ ctx, input }) => {
      const { projectId, type, isNew, settings } = input;
      const saved = await changed(
        ctx,
        {
          action: "saveProperty",
          subject: `property:${type}.${settings.name}`,
          details: pick(input, "projectId", "type", "isNew", "settings"),
        },
        (deps) => saveProperty(deps, projectId, type, { ...settings, isNew }),
      );
      const hasOlderValues = settings.rules && isNew !== true;
      const broken = hasOlderValues && (await countRuleBreaches(ctx.deps, projectId, type, saved));
      return { ...saved, brokenRules: broken ? breachesText(broken) : undefined };
    }),
  /** Lists the labels of the associations of a type with each other type, as it sees them. */
  associationLabels: projectProcedure("read-only")
    .concat(reading(ofType))
    .query(async ({ ctx, input }) => {
      const { types } = await ctx.deps.schemas.get(input.projectId);
      const object = await ctx.deps.schemas.object(input.projectId, input.type);
      return types.flatMap((other) =>
        listLabels([object, other]).map((label) => ({ ...label, toType: other.name })),
      );
    }),
  saveAssociationLabel: projectProcedure("admin")
    .concat(
      reading(
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
      ),
    )
    .mutation(async ({ ctx, input }) => {
      const { projectId, isNew, key, settings } = input;
      const sides = await sidesOf(ctx.deps, input);
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
  removeAssociationLabel: projectProcedure("admin")
    .concat(reading(ofPair.extend({ key })))
    .mutation(async ({ ctx, input }) => {
      const sides = await sidesOf(ctx.deps, input);
      await changed(
        ctx,
        {
          action: "removeAssociationLabel",
          subject: `association_label:${input.type}.${input.toType}.${input.key}`,
          details: pick(input, "projectId", "type", "toType", "key"),
        },
        (deps) => removeLabel(deps, input.projectId, sides, input.key),
      );
    }),
  propertyUsage: projectProcedure("read-only")
    .concat(reading(property))
    .query(({ ctx, input }) => propertyUsage(ctx.deps, input.projectId, input.type, input.name)),
  usedValues: projectProcedure("read-only")
    .concat(reading(property))
    .query(({ ctx, input }) => usedValues(ctx.deps, input.projectId, input.type, input.name)),
  removeProperty: projectProcedure("admin")
    .concat(reading(property))
    .mutation(({ ctx, input }) =>
      changed(
        ctx,
        {
          action: "removeProperty",
          subject: `property:${input.type}.${input.name}`,
          details: pick(input, "projectId", "type", "name"),
        },
        (deps) => removeProperty(deps, input.projectId, input.type, input.name),
      ),
    ),
  savePipeline: projectProcedure("admin")
    .concat(
      reading(
        ofType.extend({
          pipeline: z
            .object({ key, ...pipelineSettings })
            .partial()
            .strict(),
        }),
      ),
    )
    .mutation(({ ctx, input }) =>
      changed(
        ctx,
        {
          action: "savePipeline",
          subject: `pipeline:${input.type}.${input.pipeline.key ?? input.pipeline.label ?? ""}`,
          details: pick(input, "projectId", "type", "pipeline"),
        },
        (deps) => savePipeline(deps, input.projectId, input.type, input.pipeline),
      ),
    ),
  orderPipelines: projectProcedure("admin")
    .concat(reading(ofType.extend({ pipelines: keys })))
    .mutation(({ ctx, input }) =>
      changed(
        ctx,
        {
          action: "orderPipelines",
          subject: `pipeline:${input.type}`,
          details: pick(input, "projectId", "type", "pipelines"),
        },
        (deps) => orderPipelines(deps, input.projectId, input.type, input.pipelines),
      ),
    ),
  removePipeline: projectProcedure("admin")
    .concat(reading(inPipeline))
    .mutation(({ ctx, input }) =>
      changed(
        ctx,
        {
          action: "removePipeline",
          subject: `pipeline:${input.type}.${input.pipeline}`,
          details: pick(input, "projectId", "type", "pipeline"),
        },
        (deps) => removePipeline(deps, input.projectId, input.type, input.pipeline),
      ),
    ),
  stageUsage: projectProcedure("read-only")
    .concat(reading(inPipeline.extend({ stage: key.optional() })))
    .query(({ ctx, input }) =>
      stageUsage(ctx.deps, input.projectId, input.type, {
        pipelineKey: input.pipeline,
        stageKey: input.stage,
      }),
    ),
  saveStage: projectProcedure("admin")
    .concat(
      reading(
        inPipeline.extend({
          stage: z
            .object({ key, ...stageSettings })
            .partial()
            .strict(),
        }),
      ),
    )
    .mutation(({ ctx, input }) =>
      changed(
        ctx,
        {
          action: "saveStage",
          subject: `stage:${input.type}.${input.pipeline}.${input.stage.key ?? input.stage.label ?? ""}`,
          details: pick(input, "projectId", "type", "pipeline", "stage"),
        },
        (deps) =>
          saveStage(deps, input.projectId, input.type, {
            pipelineKey: input.pipeline,
            settings: input.stage,
          }),
      ),
    ),
  orderStages: projectProcedure("admin")
    .concat(reading(inPipeline.extend({ stages: keys })))
    .mutation(({ ctx, input }) =>
      changed(
        ctx,
        {
          action: "orderStages",
          subject: `pipeline:${input.type}.${input.pipeline}`,
          details: pick(input, "projectId", "type", "pipeline", "stages"),
        },
        (deps) =>
          orderStages(deps, input.projectId, input.type, {
            pipelineKey: input.pipeline,
            keys: input.stages,
          }),
      ),
    ),
  removeStage: projectProcedure("admin")
    .concat(reading(inPipeline.extend({ stage: key })))
    .mutation(({ ctx, input }) =>
      changed(
        ctx,
        {
          action: "removeStage",
          subject: `stage:${input.type}.${input.pipeline}.${input.stage}`,
          details: pick(input, "projectId", "type", "pipeline", "stage"),
        },
        (deps) =>
          removeStage(deps, input.projectId, input.type, {
            pipelineKey: input.pipeline,
            stageKey: input.stage,
          }),
      ),
    ),
});
