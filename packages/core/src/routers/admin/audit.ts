import { z } from "zod";
import { requireRole } from "../../access/admins/roles.ts";
import { principalOfProject, roleInTenant } from "../../access/project-principal.ts";
import { listLog } from "../../audit/log.ts";
import { CrmError } from "../../errors.ts";
import { reading } from "../reading.ts";
import { searchText } from "../schemas.ts";
import { router } from "../trpc.ts";
import { id, logFilter, objectType, signedInProcedure } from "./procedure.ts";

/** Without a project or a tenant, the log is that of the installation. */
const logProcedure = signedInProcedure()
  .concat(reading(z.object({ projectId: id.optional(), tenantId: id.optional() })))
  .use(async ({ ctx: { deps, admin }, input: { projectId, tenantId }, next }) => {
    if (tenantId !== undefined) await roleInTenant(deps, admin, tenantId, "read-only");
    if (projectId !== undefined) await principalOfProject(deps, admin, projectId, "read-only");
    if (tenantId === undefined && projectId === undefined) requireRole(admin.role, "read-only");
    if (tenantId !== undefined && projectId !== undefined) {
      throw new CrmError("INVALID_INPUT", "Give `projectId` or `tenantId`, not both.");
    }
    return next();
  });

/** Procedures of the audit log: what admins did, and every record change by any actor. */
export const audit = router({
  list: logProcedure
    .concat(
      reading(
        z.object({
          subject: searchText().optional(),
          objectType: objectType.optional(),
          recordId: id.optional(),
          /** Only changes of records with this action. */
          action: searchText(64).optional(),
          /** Whether like changes of records by programs become one entry. */
          folds: z.boolean().default(false),
          ...logFilter,
        }),
      ),
    )
    .query(({ ctx, input }) => listLog(ctx.deps, input, input)),
});
