import { mergeRouters, router } from "../trpc.ts";
import { access } from "./access/access.ts";
import { audit } from "./audit.ts";
import { currencies } from "./currencies.ts";
import { signedInProcedure } from "./procedure.ts";
import { changes } from "./records/changes.ts";
import { duplicates } from "./records/duplicates.ts";
import { exports } from "./records/exports.ts";
import { imports } from "./records/imports.ts";
import { board, records } from "./records/records.ts";
import { views } from "./records/views.ts";
import { home, reports, usage } from "./reports.ts";
import { labels } from "./schema/labels.ts";
import { pipelines } from "./schema/pipelines.ts";
import { properties } from "./schema/properties.ts";
import { types } from "./schema/types.ts";
import { templates } from "./templates.ts";
import { projects, tenants } from "./tenancy.ts";
import { webhooks } from "./webhooks.ts";

/** Procedures that read and change a project's object types, properties and pipelines, and count their use. */
const schema = mergeRouters(types, properties, labels, pipelines);

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
