import { z } from "zod";
import { checkNewType, checkTypeChanges, type NewType } from "../../../schema/check-type.ts";
import { createType, removeType, typeView, updateType } from "../../../schema/object-types.ts";
import { requireType } from "../../../schema/views.ts";
import { typeSettings } from "../../schema-settings.ts";
import { noData } from "../../schemas.ts";
import { operation } from "../../scoped-procedures.ts";
import { router } from "../../trpc.ts";
import { envelope, onePage, plural, success } from "../schemas.ts";
import { newPipeline } from "./pipeline-writes.ts";
import { newProperty } from "./property-writes.ts";
import {
  change,
  changeSchema,
  changeType,
  createOnce,
  faultsIn,
  SCOPE,
  TAGS,
} from "./schema-change.ts";
import { objectTypeShape } from "./schema-shapes.ts";

const READ = "crm.schemas.read";

const { label, pluralLabel, description, nameProperties, required, icon, activity, layout } =
  typeSettings;
const changes = {
  label: label.optional(),
  pluralLabel: pluralLabel.optional(),
  description: description.optional(),
  nameProperties: nameProperties.optional(),
  required: required.optional(),
  icon: icon.optional(),
  activity: activity.optional(),
  layout: layout.optional(),
};
const newType = {
  name: z.string().meta({
    description:
      "A small letter, then up to 49 small letters, digits and underscores; never changes",
    example: "listing",
  }),
  plural: z.string().meta({
    description: "As the name, and different from it: paths and scopes have it; never changes",
    example: "listings",
  }),
  ...changes,
  builtIn: z
    .literal(false, { error: "A type of the project's own is not built in. Leave this out." })
    .optional()
    .describe("False, as answers have it"),
  hasPipeline: z.boolean().default(false).meta({
    description: "Whether its records are in a stage of a pipeline; never changes",
    example: true,
  }),
  properties: z
    .array(z.strictObject(newProperty))
    .max(1_000)
    .meta({
      description: "The first properties, as POST /api/crm/properties/{plural} takes them",
      example: [
        { internal_name: "street", label: "Street", indexed: true },
        { internal_name: "price", label: "Price", type: "number" },
      ],
    })
    .optional(),
  pipeline: z
    .strictObject(newPipeline)
    .meta({
      description: "The first pipeline, as POST /api/crm/pipelines/{plural} takes it",
      example: { label: "Sale", stages: [{ label: "Draft" }, { label: "Sold", closed: true }] },
    })
    .optional(),
};

/** GET /api/crm/types (specification §44) */
const list = operation(READ, "GET /api/crm/types", {
  tags: TAGS,
  summary: "List the object types",
  description: "Returns all object types in one page: the built-in ones and the project's own.",
  input: z.strictObject({}),
  output: envelope(onePage(objectTypeShape)),
}).query(async ({ ctx }) => {
  const { types } = await ctx.deps.schemas.get(ctx.principal.projectId);
  return success("Object types found.", { results: types.map(typeView), nextCursor: null });
});

/** GET /api/crm/types/{plural} (specification §44) */
const read = operation(READ, "GET /api/crm/types/{plural}", {
  errors: [404],
  tags: TAGS,
  summary: "Read an object type",
  description: "Returns one object type.",
  input: z.strictObject({ plural }),
  output: envelope(objectTypeShape),
}).query(async ({ ctx, input }) =>
  success("Object type found.", typeView(await requireType(ctx, input.plural))),
);

/** POST /api/crm/types (specification §44) */
const create = operation(SCOPE, "POST /api/crm/types", {
  status: 201,
  errors: [409],
  tags: TAGS,
  summary: "Create an object type",
  description:
    "Adds an object type to the project, with its first properties and its pipeline: all or nothing. Its records have the paths, scopes and events of its plural and name at once.",
  input: z.strictObject(newType),
  check: faultsIn(
    newType,
    inRequest,
    (schema, valid) => checkNewType(schema, newTypeSettings(valid)).issues,
  ),
  output: envelope(objectTypeShape),
}).mutation(({ ctx, input }) =>
  createOnce(ctx, "types.create", input, async (ctx) => {
    const settings = newTypeSettings(input) as NewType;
    const what = change("createType", ["type"], { settings }, inRequest);
    const { result } = await changeType(ctx, input.name, what, (deps, project) =>
      createType(deps, project, settings),
    );
    return success("Object type created.", typeView(result));
  }),
);

type GivenType = z.output<z.ZodObject<typeof newType>>;

function newTypeSettings({
  properties,
  builtIn: _,
  ...given
}: Partial<GivenType>): Partial<NewType> {
  if (properties === undefined) return given;
  const named = properties.map(({ internal_name: name, ...settings }) => ({ name, ...settings }));
  return { ...given, properties: named };
}

/** Returns the path in a request of a path in the settings of the service. */
function inRequest(path: string): string {
  return path.replace(/^(properties\.\d+)\.name$/, "$1.internal_name");
}

/** PATCH /api/crm/types/{plural} (specification §44) */
const update = operation(SCOPE, "PATCH /api/crm/types/{plural}", {
  errors: [404],
  tags: TAGS,
  summary: "Change an object type",
  description:
    "Changes how a type is shown and what its records need. Built-in types can be changed too; names in paths, scopes and events stay.",
  input: z.strictObject({ plural, ...changes }),
  check: faultsIn({ plural, ...changes }, {}, (schema, { plural = "", ...valid }) => {
    const object = schema.objects.get(plural);
    return object === undefined ? [] : checkTypeChanges(object, valid);
  }),
  isChange: true,
  output: envelope(objectTypeShape),
}).mutation(async ({ ctx, input: { plural, ...settings } }) => {
  const what = change("updateType", ["type"], { settings }, {});
  const { result } = await changeSchema(ctx, plural, what, (deps, project, type) =>
    updateType(deps, project, type, settings),
  );
  return success("Object type changed.", typeView(result));
});

/** DELETE /api/crm/types/{plural} (specification §44) */
const remove = operation(SCOPE, "DELETE /api/crm/types/{plural}", {
  errors: [404, 409],
  tags: TAGS,
  summary: "Remove an object type",
  description:
    "Removes a type of the project. While it has live records, this is 409 `IN_USE` with their `count`. Its deleted records are purged.",
  input: z.strictObject({ plural }),
  output: envelope(noData),
}).mutation(async ({ ctx, input: { plural } }) => {
  const what = change("removeType", ["type"], {}, {});
  await changeSchema(ctx, plural, what, (deps, project, type) => removeType(deps, project, type));
  return success("Object type removed.", null);
});

export const typesRouter = router({ list, read, create, update, delete: remove });
