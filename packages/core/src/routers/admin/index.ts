import { z } from "zod";
import { listAudit } from "../../audit/audit.ts";
import { audited } from "../../audit/audited.ts";
import { saveProperty } from "../../objects/property-schema.ts";
import { PROPERTY_TYPES } from "../../objects/types.ts";
import { searchText } from "../schemas.ts";
import { adminProcedure, router } from "../trpc.ts";
import { access } from "./access.ts";
import { id, newestFirst, objectType, projectProcedure } from "./procedure.ts";
import { records } from "./records.ts";
import { projects, tenants } from "./tenancy.ts";

const schema = router({
  read: projectProcedure("read-only")
    .input(z.object({ type: objectType }))
    .query(async ({ ctx, input }) => {
      const catalogue = (await ctx.deps.catalogue.get(input.projectId))[input.type];
      return { properties: [...catalogue.properties.values()], pipelines: catalogue.pipelines };
    }),
  saveProperty: projectProcedure("admin")
    .input(
      z.object({
        type: objectType,
        settings: z.strictObject({
          name: z.string(),
          label: z.string().optional(),
          type: z.enum(PROPERTY_TYPES).optional(),
          multi: z.boolean().optional(),
          indexed: z.boolean().optional(),
          unique: z.boolean().optional(),
          options: z
            .array(z.strictObject({ value: z.string(), label: z.string() }))
            .max(1_000)
            .optional(),
          closed: z.boolean().optional(),
          description: z.string().max(1_000).optional(),
        }),
      }),
    )
    .mutation(({ ctx, input }) =>
      audited(
        ctx.deps,
        ctx.admin,
        {
          action: "schema.saveProperty",
          subject: `property:${input.type}.${input.settings.name}`,
          projectId: input.projectId,
          input,
        },
        (deps) => saveProperty(deps, input.projectId, input.type, input.settings),
      ),
    ),
});

/** What the admin app needs beyond the other branches: guarded by role, each change kept in the audit log. */
export const adminRouter = router({
  me: adminProcedure("read-only").query(({ ctx }) => ctx.admin),
  tenants,
  projects,
  records,
  schema,
  access,
  audit: adminProcedure("read-only")
    .input(
      z.object({
        projectId: id.optional(),
        subject: searchText().optional(),
        ...newestFirst,
      }),
    )
    .query(({ ctx, input }) => listAudit(ctx.deps, input, input)),
});
