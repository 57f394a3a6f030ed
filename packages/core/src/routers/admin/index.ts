import { signedInProcedure } from "../admin-procedures.ts";
import { router } from "../trpc.ts";
import { access } from "./access.ts";
import { audit } from "./audit.ts";
import { board } from "./board.ts";
import { changes } from "./changes.ts";
import { duplicates } from "./duplicates.ts";
import { exports } from "./exports.ts";
import { home } from "./home.ts";
import { imports } from "./imports.ts";
import { records } from "./records.ts";
import { reports } from "./reports.ts";
import { schema } from "./schema.ts";
import { templates } from "./templates.ts";
import { projects, tenants } from "./tenancy.ts";
import { usage } from "./usage.ts";
import { views } from "./views.ts";
import { webhooks } from "./webhooks.ts";

/** Procedures of the admin app. Each checks the admin's role. Each change is logged or in a history. */
export const adminRouter = router({
  me: signedInProcedure({ isForSetUp: true }).query(({ ctx }) => ctx.admin),
  tenants,
  projects,
  home,
  board,
  records,
  views,
  reports,
  duplicates,
  imports,
  exports,
  changes,
  schema,
  access,
  audit,
  usage,
  webhooks,
  templates,
});
