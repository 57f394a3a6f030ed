import { z } from "zod";
import { checkProperty } from "../../../schema/check-property.ts";
import { removeProperty } from "../../../schema/remove-property.ts";
import { breachesText, countRuleBreaches } from "../../../schema/rule-breaches.ts";
import { saveProperty } from "../../../schema/save-property.ts";
import { propertyView } from "../../../schema/views.ts";
import { propertySettings } from "../../schema-settings.ts";
import { noData } from "../../schemas.ts";
import { operation } from "../../scoped-procedures.ts";
import { envelope, plural, success } from "../schemas.ts";
import { change, changeSchema, createOnce, SCOPE, settingFaults, TAGS } from "./schema-change.ts";
import { changedProperty, internalName, property } from "./schema-shapes.ts";

const NAMES = { name: "internal_name" };

const { label, type, ...optional } = propertySettings;
/** Members of a new property in a request. */
export const newProperty = {
  internal_name: z.string().meta({
    description: "A letter, then up to 63 letters, digits and underscores; never changes",
    example: "contract_number",
  }),
  label,
  type: type.default("string"),
  ...z.object(optional).partial().shape,
};
const changes = z.object(propertySettings).partial().shape;

/** POST /api/crm/properties/{plural} (specification §11) */
const create = operation(SCOPE, "POST /api/crm/properties/{plural}", {
  status: 201,
  errors: [404],
  tags: TAGS,
  summary: "Create a property",
  description: "Adds a property to an object type of the project.",
  input: z.strictObject({ plural, ...newProperty }),
  check: settingFaults(
    newProperty,
    NAMES,
    ({ name: type }, { internal_name: name = "x", ...settings }) =>
      checkProperty(type, undefined, { name, ...settings }).issues,
  ),
  output: envelope(property),
}).mutation(({ ctx, input }) =>
  createOnce(ctx, "properties.create", input, async (ctx) => {
    const { plural, internal_name: name, ...given } = input;
    const settings = { name, ...given };
    const what = change("saveProperty", ["property", name], { isNew: true, settings }, NAMES);
    const { result } = await changeSchema(ctx, plural, what, (deps, project, type) =>
      saveProperty(deps, project, type, { ...settings, isNew: true }),
    );
    return success("Property created.", propertyView(result));
  }),
);

/** PATCH /api/crm/properties/{plural}/{internal_name} (specification §11) */
const update = operation(SCOPE, "PATCH /api/crm/properties/{plural}/{internal_name}", {
  errors: [404, 409],
  tags: TAGS,
  summary: "Change a property",
  description:
    "Changes the given settings. If a property becomes indexed or unique, the response comes once its existing values are indexed. Until then, writes in the project wait. If it gets other rules, `violations` counts the records that break them.",
  input: z.strictObject({ plural, internal_name: internalName, ...changes }),
  check: settingFaults(
    { internal_name: internalName, ...changes },
    NAMES,
    ({ name: type, properties }, { internal_name: name = "", ...settings }) => {
      const before = properties.get(name);
      return before === undefined ? [] : checkProperty(type, before, { name, ...settings }).issues;
    },
  ),
  isChange: true,
  output: envelope(changedProperty),
}).mutation(async ({ ctx, input: { plural, internal_name: name, ...given } }) => {
  const settings = { name, ...given };
  const what = change("saveProperty", ["property", name], { isNew: false, settings }, NAMES);
  const { result } = await changeSchema(ctx, plural, what, (deps, project, type) =>
    saveProperty(deps, project, type, { ...settings, isNew: false }),
  );
  const violations = given.rules
    ? await countRuleBreaches(ctx.deps, ctx.principal.projectId, plural, result)
    : null;
  const message = `Property changed.${violations === null ? "" : breachesText(violations)}`;
  return success(message, { ...propertyView(result), violations });
});

/** DELETE /api/crm/properties/{plural}/{internal_name} (specification §11) */
const remove = operation(SCOPE, "DELETE /api/crm/properties/{plural}/{internal_name}", {
  errors: [404, 409],
  tags: TAGS,
  summary: "Remove a property",
  description:
    "Removes a property of the project. If records have a value of it, the 409 counts them.",
  input: z.strictObject({ plural, internal_name: internalName }),
  output: envelope(noData),
}).mutation(async ({ ctx, input: { plural, internal_name: name } }) => {
  const what = change("removeProperty", ["property", name], { name }, NAMES);
  await changeSchema(ctx, plural, what, (deps, project, type) =>
    removeProperty(deps, project, type, name),
  );
  return success("Property removed.", null);
});

export const propertyWrites = { create, update, delete: remove };
