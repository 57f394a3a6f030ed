import { z } from "zod";
import { pick } from "../../../audit/audit.ts";
import { propertyUsage, removeProperty } from "../../../schema/remove-property.ts";
import { breachesText, countRuleBreaches } from "../../../schema/rule-breaches.ts";
import { saveProperty } from "../../../schema/save-property.ts";
import { usedValues } from "../../../schema/usage.ts";
import { searchText } from "../../schemas.ts";
import { router } from "../../trpc.ts";
import { projectProcedure } from "../procedure.ts";
import { changed, changing, ofType, savedProperty } from "./changed.ts";

const property = ofType.extend({ name: searchText(64) });

/** Procedures of properties. */
export const properties = router({
  saveProperty: projectProcedure(
    "admin",
    ofType.extend({
      isNew: z.boolean().optional(),
      settings: savedProperty,
    }),
  ).mutation(async ({ ctx, input }) => {
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
  propertyUsage: projectProcedure("read-only", property).query(({ ctx, input }) =>
    propertyUsage(ctx.deps, input.projectId, input.type, input.name),
  ),
  usedValues: projectProcedure("read-only", property).query(({ ctx, input }) =>
    usedValues(ctx.deps, input.projectId, input.type, input.name),
  ),
  removeProperty: changing("removeProperty", property, {
    subject: ({ type, name }) => `property:${type}.${name}`,
    run: (deps, { projectId, type, name }) => removeProperty(deps, projectId, type, name),
  }),
});
