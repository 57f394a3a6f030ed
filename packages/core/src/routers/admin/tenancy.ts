import { z } from "zod";
import { roleInTenant } from "../../access/project-principal.ts";
import { audited, pick } from "../../audit/audit.ts";
import { nameText, storableText } from "../../storable-text.ts";
import {
  countContents,
  countTenant,
  listDeletedFor,
  requireSubjectOwner,
} from "../../tenancy/deleted.ts";
import {
  deleteProject,
  deleteTenant,
  moveProject,
  restoreProject,
  restoreTenant,
} from "../../tenancy/leaving.ts";
import { readQuotaUse } from "../../tenancy/tenant-quotas.ts";
import { createProject, createTenant, listTenantsFor, rename } from "../../tenancy/tenants.ts";
import { reading } from "../reading.ts";
import { router } from "../trpc.ts";
import {
  adminProcedure,
  id,
  projectProcedure,
  signedInProcedure,
  tenantProcedure,
} from "./procedure.ts";

const name = nameText.trim().min(1).max(255);

/** The name of what is deleted, which shows that the right one is meant. */
const confirm = storableText.max(255);

/** Returns the audit log entry of an action on a tenant. */
function ofTenant(action: string, input: { readonly tenantId: number; readonly name: string }) {
  const { tenantId } = input;
  const details = pick(input, "tenantId", "name");
  return { action, subject: `tenant:${tenantId}`, tenantId, details };
}

const adminActor = (admin: { readonly id: number }) => `user:${admin.id}`;

export const tenants = router({
  /** Lists the tenants in which the admin has a role, and that role. */
  list: signedInProcedure().query(({ ctx }) => listTenantsFor(ctx.deps, ctx.admin)),
  /** Lists the deleted tenants and projects that the admin owns. */
  deleted: signedInProcedure().query(({ ctx }) => listDeletedFor(ctx.deps, ctx.admin)),
  /** Counts what goes with a tenant. */
  contents: tenantProcedure("owner").query(({ ctx, input }) =>
    countTenant(ctx.deps, input.tenantId),
  ),
  delete: tenantProcedure("owner", z.object({ confirm })).mutation(({ ctx, input }) =>
    deleteTenant(ctx.deps, adminActor(ctx.admin), input.tenantId, { confirm: input.confirm }),
  ),
  restore: signedInProcedure()
    .concat(reading(z.object({ tenantId: id })))
    .mutation(async ({ ctx, input }) => {
      await requireSubjectOwner(ctx.deps, ctx.admin, { what: "tenant", id: input.tenantId });
      await restoreTenant(ctx.deps, adminActor(ctx.admin), input.tenantId);
    }),
  create: adminProcedure("owner")
    .concat(reading(z.strictObject({ name })))
    .mutation(({ ctx, input: { name } }) => {
      const details = (tenantId: number) => ({ name, tenantId });
      const what = { action: "tenants.create", subject: "tenant", details };
      return audited(ctx, what, ({ deps }) => createTenant(deps, name));
    }),
  /** Returns what the tenant has of each thing that its quota limits. */
  quota: tenantProcedure("admin").query(({ ctx, input }) => readQuotaUse(ctx.deps, input.tenantId)),
  rename: tenantProcedure("owner", z.strictObject({ tenantId: id, name })).mutation(
    ({ ctx, input }) =>
      audited(ctx, ofTenant("tenants.rename", input), ({ deps }) =>
        rename(deps, "tenant", input.tenantId, input.name),
      ),
  ),
});

export const projects = router({
  /** Counts what goes with a project. */
  contents: projectProcedure("owner").query(({ ctx, input }) =>
    countContents(ctx.deps, [input.projectId]),
  ),
  delete: projectProcedure("owner", z.object({ confirm })).mutation(({ ctx, input }) =>
    deleteProject(ctx.deps, adminActor(ctx.admin), input.projectId, { confirm: input.confirm }),
  ),
  restore: signedInProcedure()
    .concat(reading(z.object({ projectId: id })))
    .mutation(async ({ ctx, input }) => {
      await requireSubjectOwner(ctx.deps, ctx.admin, { what: "project", id: input.projectId });
      await restoreProject(ctx.deps, adminActor(ctx.admin), input.projectId);
    }),
  /** Gives a project to another tenant that the admin owns too. */
  move: projectProcedure("owner", z.object({ tenantId: id })).mutation(async ({ ctx, input }) => {
    await roleInTenant(ctx.deps, ctx.admin, input.tenantId, "owner");
    await moveProject(ctx.deps, adminActor(ctx.admin), input.projectId, input.tenantId);
  }),
  create: tenantProcedure("owner", z.strictObject({ tenantId: id, name })).mutation(
    ({ ctx, input }) =>
      audited(ctx, ofTenant("projects.create", input), ({ deps }) =>
        createProject(deps, input.tenantId, input.name),
      ),
  ),
  rename: projectProcedure("owner", z.strictObject({ projectId: id, name })).mutation(
    ({ ctx, input }) => {
      const details = pick(input, "projectId", "name");
      const what = { action: "projects.rename", subject: `project:${input.projectId}`, details };
      return audited(ctx, what, ({ deps }) => rename(deps, "project", input.projectId, input.name));
    },
  ),
});
