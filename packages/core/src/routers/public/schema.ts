import { PROPERTY_TYPES } from "@rapport/model";
import { z } from "zod";
import { listPipelines, listProperties, readPipeline, readProperty } from "../../schema/views.ts";
import { router, scopedProcedure } from "../trpc.ts";
import { envelope, success } from "./envelope.ts";
import { onePage, plural } from "./schemas.ts";

const SCOPE = "crm.schemas.read";
const TAGS = ["Schema"];

const text = (description: string) => z.string().describe(description);
const flag = (description: string) => z.boolean().describe(description);

const property = z
  .object({
    internal_name: text("Name of the property in requests and responses"),
    label: text("Name for people"),
    type: z.enum(PROPERTY_TYPES).describe("Type of its values"),
    multi: flag("Whether it holds several values"),
    indexed: flag("Whether records can be looked up and sorted by it"),
    unique: flag("Whether two live records cannot have the same value"),
    readOnly: flag("Whether it is derived and cannot be written"),
    builtIn: flag("Whether every project has it"),
    closed: flag("Whether only the values of `options` are allowed"),
    options: z
      .array(z.object({ value: text("The value"), label: text("Name for people") }))
      .readonly()
      .describe("Values of an enumeration in order; empty for other types"),
    description: z.string().nullable().describe("What it is for; null without a description"),
  })
  .meta({ id: "Property" });

const stage = z.object({
  key: text("Value of the property `stage`"),
  label: text("Name for people"),
  probability: z
    .string()
    .nullable()
    .describe("Decimal from 0 to 1; null for types without probabilities"),
  closed: flag("Whether it ends the pipeline"),
});

const pipeline = z
  .object({
    key: text("Value of the property `pipeline`"),
    label: text("Name for people"),
    isDefault: flag("Whether records without a pipeline in their create get this one"),
    stages: z.array(stage).readonly().describe("The stages in order"),
  })
  .meta({ id: "Pipeline" });

/** GET /api/crm/properties/{plural} (specification §11) */
const properties = scopedProcedure(SCOPE)
  .meta({
    scope: SCOPE,
    openapi: {
      method: "GET",
      path: "/api/crm/properties/{plural}",
      tags: TAGS,
      summary: "List the properties of an object type",
      description: "Returns all properties in one page: the built-in ones and the project's own.",
      protect: true,
    },
  })
  .input(z.strictObject({ plural }))
  .output(envelope(onePage(property)))
  .query(async ({ ctx, input }) => {
    const results = await listProperties(ctx.deps, ctx.principal, input.plural);
    return success("Properties found.", { results, nextCursor: null });
  });

/** GET /api/crm/properties/{plural}/{internal_name} (specification §11) */
const oneProperty = scopedProcedure(SCOPE)
  .meta({
    scope: SCOPE,
    openapi: {
      method: "GET",
      path: "/api/crm/properties/{plural}/{internal_name}",
      tags: TAGS,
      summary: "Read a property",
      description: "Returns one property by its internal name.",
      protect: true,
    },
  })
  .input(
    z.strictObject({
      plural,
      internal_name: z
        .string()
        .meta({ description: "Internal name of the property", example: "priority" }),
    }),
  )
  .output(envelope(property))
  .query(async ({ ctx, input }) =>
    success(
      "Property found.",
      await readProperty(ctx.deps, ctx.principal, input.plural, input.internal_name),
    ),
  );

/** GET /api/crm/pipelines/{plural} (specification §12) */
const pipelines = scopedProcedure(SCOPE)
  .meta({
    scope: SCOPE,
    openapi: {
      method: "GET",
      path: "/api/crm/pipelines/{plural}",
      tags: TAGS,
      summary: "List the pipelines of an object type",
      description:
        "Returns all pipelines with their stages in one page; none for a type without pipelines.",
      protect: true,
    },
  })
  .input(z.strictObject({ plural }))
  .output(envelope(onePage(pipeline)))
  .query(async ({ ctx, input }) => {
    const results = await listPipelines(ctx.deps, ctx.principal, input.plural);
    return success("Pipelines found.", { results, nextCursor: null });
  });

/** GET /api/crm/pipelines/{plural}/{key} (specification §12) */
const onePipeline = scopedProcedure(SCOPE)
  .meta({
    scope: SCOPE,
    openapi: {
      method: "GET",
      path: "/api/crm/pipelines/{plural}/{key}",
      tags: TAGS,
      summary: "Read a pipeline",
      description: "Returns one pipeline with its stages by its key.",
      protect: true,
    },
  })
  .input(
    z.strictObject({
      plural,
      key: z.string().meta({ description: "Key of the pipeline", example: "default" }),
    }),
  )
  .output(envelope(pipeline))
  .query(async ({ ctx, input }) =>
    success(
      "Pipeline found.",
      await readPipeline(ctx.deps, ctx.principal, input.plural, input.key),
    ),
  );

export const propertiesRouter = router({ list: properties, read: oneProperty });
export const pipelinesRouter = router({ list: pipelines, read: onePipeline });
