import { z } from "zod";
import {
  listPipelines,
  listProperties,
  readPipeline,
  readProperty,
} from "../../../schema/views.ts";
import { operation } from "../../scoped-procedures.ts";
import { router } from "../../trpc.ts";
import { envelope, onePage, plural, success } from "../schemas.ts";
import { pipelineWrites } from "./pipeline-writes.ts";
import { propertyWrites } from "./property-writes.ts";
import { internalName, pipeline, pipelineKey, property } from "./schema-shapes.ts";
import { stagesRouter } from "./stage-writes.ts";

const SCOPE = "crm.schemas.read";
const TAGS = ["Schema"];

/** GET /api/crm/properties/{plural} (specification §11) */
const properties = operation(SCOPE, "GET /api/crm/properties/{plural}", {
  errors: [404],
  tags: TAGS,
  summary: "List the properties of an object type",
  description: "Returns all properties in one page: the built-in ones and the project's own.",
  input: z.strictObject({ plural }),
  output: envelope(onePage(property)),
}).query(async ({ ctx, input }) => {
  const results = await listProperties(ctx, input.plural);
  return success("Properties found.", { results, nextCursor: null });
});

/** GET /api/crm/properties/{plural}/{internal_name} (specification §11) */
const oneProperty = operation(SCOPE, "GET /api/crm/properties/{plural}/{internal_name}", {
  errors: [404],
  tags: TAGS,
  summary: "Read a property",
  description: "Returns one property by its internal name.",
  input: z.strictObject({ plural, internal_name: internalName }),
  output: envelope(property),
}).query(async ({ ctx, input }) =>
  success("Property found.", await readProperty(ctx, input.plural, input.internal_name)),
);

/** GET /api/crm/pipelines/{plural} (specification §12) */
const pipelines = operation(SCOPE, "GET /api/crm/pipelines/{plural}", {
  errors: [404],
  tags: TAGS,
  summary: "List the pipelines of an object type",
  description:
    "Returns all pipelines with their stages in one page; none for a type without pipelines.",
  input: z.strictObject({ plural }),
  output: envelope(onePage(pipeline)),
}).query(async ({ ctx, input }) => {
  const results = await listPipelines(ctx, input.plural);
  return success("Pipelines found.", { results, nextCursor: null });
});

/** GET /api/crm/pipelines/{plural}/{key} (specification §12) */
const onePipeline = operation(SCOPE, "GET /api/crm/pipelines/{plural}/{key}", {
  errors: [404],
  tags: TAGS,
  summary: "Read a pipeline",
  description: "Returns one pipeline with its stages by its key.",
  input: z.strictObject({ plural, key: pipelineKey }),
  output: envelope(pipeline),
}).query(async ({ ctx, input }) =>
  success("Pipeline found.", await readPipeline(ctx, input.plural, input.key)),
);

export const propertiesRouter = router({ list: properties, read: oneProperty, ...propertyWrites });
export const pipelinesRouter = router({
  list: pipelines,
  read: onePipeline,
  ...pipelineWrites,
  stages: stagesRouter,
});
