import { signedInProcedure } from "../admin-procedures.ts";
import { router } from "../trpc.ts";
import { access } from "./access/access.ts";
import { audit } from "./audit.ts";
import { currencies } from "./currencies.ts";
import { home } from "./home.ts";
import { board } from "./records/board.ts";
import { changes } from "./records/changes.ts";
import { duplicates } from "./records/duplicates.ts";
import { exports } from "./records/exports.ts";
import { imports } from "./records/imports.ts";
import { records } from "./records/records.ts";
import { views } from "./records/views.ts";
import { reports } from "./reports.ts";
import { schema } from "./schema/index.ts";
import { templates } from "./templates.ts";
import { projects, tenants } from "./tenancy.ts";
import { usage } from "./usage.ts";
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
  currencies,
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
