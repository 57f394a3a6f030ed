import { z } from "zod";
import { audited, pick } from "../../audit/audit.ts";
import { openCursor, sealCursor } from "../../paging.ts";
import { storedActor } from "../../principal.ts";
import { storableText } from "../../storable-text.ts";
import { readAccount, removeAccount, setAccount } from "../../templates/accounts.ts";
import { syncTemplates } from "../../templates/sync.ts";
import {
  createTemplate,
  importTemplates,
  listTemplateChanges,
  listTemplates,
  readTemplate,
  templateTraits,
} from "../../templates/templates.ts";
import { page, searchText } from "../schemas.ts";
import { router } from "../trpc.ts";
import { id, projectProcedure } from "./procedure.ts";

/** Limit of a template field; an import has the same limit. */
const MAX_FIELD_CHARACTERS = 512;
const wanted = searchText(MAX_FIELD_CHARACTERS).optional();

const account = router({
  read: projectProcedure("read-only").query(({ ctx }) =>
    readAccount(ctx.deps, ctx.principal.tenantId),
  ),
  set: projectProcedure(
    "admin",
    z.object({ wabaId: z.string(), accessToken: storableText }),
  ).mutation(({ ctx, input: { wabaId, accessToken } }) =>
    audited(ctx, auditEntry(ctx, "account.set", { wabaId }), ({ deps }) =>
      setAccount(deps, ctx.principal.tenantId, { wabaId, accessToken }),
    ),
  ),
  remove: projectProcedure("admin").mutation(({ ctx }) =>
    audited(ctx, auditEntry(ctx, "account.remove", {}), ({ deps }) =>
      removeAccount(deps, ctx.principal.tenantId),
    ),
  ),
});

/** Returns the audit log entry of a change. Callers leave the access token out of `details`. */
function auditEntry(
  ctx: { readonly principal: { readonly tenantId: number } },
  action: string,
  details: Readonly<Record<string, unknown>>,
) {
  return {
    action: `templates.${action}`,
    subject: `tenant:${ctx.principal.tenantId}`,
    details,
  };
}

/** Procedures for a tenant's templates and its messaging account. All projects of the tenant share them. */
export const templates = router({
  /** Lists templates. `name` matches any part of a template's name, in any case. */
  list: projectProcedure(
    "read-only",
    z.object({ name: wanted, language: wanted, status: wanted, category: wanted, ...page }),
  ).query(async ({ ctx, input }) => {
    const { projectId: _, cursor, limit, name: part, ...exact } = input;
    const filter = { ...exact, part };
    const identity = { list: "admin.templates", filter };
    const { templates, next } = await listTemplates(ctx.deps, ctx.principal.tenantId, filter, {
      after: openCursor(ctx, identity, cursor),
      limit,
    });
    return { templates, nextCursor: sealCursor(ctx, identity, next) };
  }),
  read: projectProcedure("read-only", z.object({ id })).query(({ ctx, input }) =>
    readTemplate(ctx.deps, ctx.principal.tenantId, input.id),
  ),
  /** Lists the changes that syncs made to one template. */
  history: projectProcedure("read-only", z.object({ id, ...page })).query(({ ctx, input }) =>
    listTemplateChanges(ctx, input.id, input),
  ),
  traits: projectProcedure("read-only").query(({ ctx }) =>
    templateTraits(ctx.deps, ctx.principal.tenantId),
  ),
  create: projectProcedure(
    "admin",
    z.object({
      name: z.string(),
      language: z.string(),
      status: z.string(),
      category: z.string(),
      components: z.unknown().optional(),
    }),
  ).mutation(({ ctx, input: { projectId: _, ...template } }) =>
    audited(
      ctx,
      auditEntry(ctx, "create", pick(template, "name", "language", "status", "category")),
      ({ deps }) => createTemplate(deps, ctx.principal.tenantId, template),
    ),
  ),
  import: projectProcedure("admin", z.object({ templates: z.array(z.unknown()).min(1) })).mutation(
    async ({ ctx, input: { templates } }) => {
      const what = auditEntry(ctx, "import", { count: templates.length });
      const imported = await audited(ctx, what, ({ deps }) =>
        importTemplates(deps, ctx.principal.tenantId, templates),
      );
      return { imported };
    },
  ),
  /** Syncs now (specification §2.7). Logs after the sync, because no transaction may wait for the platform. */
  syncNow: projectProcedure("admin").mutation(async ({ ctx }) => {
    const { tenantId } = ctx.principal;
    const result = await syncTemplates(ctx.deps, tenantId, storedActor(ctx.principal));
    const { updated_templates: _, ...figures } = result;
    return audited(ctx, auditEntry(ctx, "syncNow", figures), async () => result);
  }),
  account,
});
