import { z } from "zod";
import { listAudit } from "../../audit/audit.ts";
import { searchText } from "../schemas.ts";
import { adminProcedure, router } from "../trpc.ts";
import { access } from "./access.ts";
import { id, newestFirst } from "./procedure.ts";
import { records } from "./records.ts";
import { schema } from "./schema.ts";
import { projects, tenants } from "./tenancy.ts";

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
