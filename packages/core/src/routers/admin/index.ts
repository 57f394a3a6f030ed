import { adminProcedure, router } from "../trpc.ts";
import { access } from "./access.ts";
import { audit } from "./audit.ts";
import { board } from "./board.ts";
import { home } from "./home.ts";
import { records } from "./records.ts";
import { schema } from "./schema.ts";
import { templates } from "./templates.ts";
import { projects, tenants } from "./tenancy.ts";
import { webhooks } from "./webhooks.ts";

/** What the admin app needs beyond the other branches: guarded by role, each change kept in the audit log. */
export const adminRouter = router({
  me: adminProcedure("read-only").query(({ ctx }) => ctx.admin),
  tenants,
  projects,
  home,
  board,
  records,
  schema,
  access,
  audit,
  webhooks,
  templates,
});
