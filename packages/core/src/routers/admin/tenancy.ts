import { z } from "zod";
import { audited, pick } from "../../audit/audited.ts";
import { nameText } from "../../storable-text.ts";
import { listTenantsFor } from "../../tenancy/own-tenants.ts";
import { quotaUseOf } from "../../tenancy/tenant-quotas.ts";
import { createProject, createTenant, rename } from "../../tenancy/tenants.ts";
import { adminProcedure, signedInProcedure } from "../admin-procedures.ts";
import { router } from "../trpc.ts";
import { id, projectProcedure, tenantProcedure } from "./procedure.ts";

const name = nameText.trim().min(1).max(255);

export const tenants = router({
  /** Lists the tenants in which the admin has a role, and that role. */
  list: signedInProcedure().query(({ ctx }) => listTenantsFor(ctx.deps, ctx.admin)),
  create: adminProcedure("owner")
    .input(z.strictObject({ name }))
    .mutation(({ ctx, input }) =>
      audited(
        ctx.deps,
        ctx.admin,
        {
          action: "tenants.create",
          subject: "tenant",
          details: (tenantId: number) => ({ ...pick(input, "name"), tenantId }),
        },
        (deps) => createTenant(deps, input.name),
      ),
    ),
  /** Returns what the tenant has of each thing that its quota limits. */
  quota: tenantProcedure("admin").query(({ ctx, input }) => quotaUseOf(ctx.deps, input.tenantId)),
  rename: tenantProcedure("owner")
    .input(z.strictObject({ tenantId: id, name }))
    .mutation(({ ctx, input }) =>
      audited(
        ctx.deps,
        ctx.admin,
        {
          action: "tenants.rename",
          subject: `tenant:${input.tenantId}`,
          tenantId: input.tenantId,
          details: pick(input, "tenantId", "name"),
        },
        (deps) => rename(deps, "tenant", input.tenantId, input.name),
      ),
    ),
});

export const projects = router({
  create: tenantProcedure("owner")
    .input(z.strictObject({ tenantId: id, name }))
    .mutation(({ ctx, input }) =>
      audited(
        ctx.deps,
        ctx.admin,
        {
          action: "projects.create",
          subject: `tenant:${input.tenantId}`,
          tenantId: input.tenantId,
          details: pick(input, "tenantId", "name"),
        },
        (deps) => createProject(deps, input.tenantId, input.name),
      ),
    ),
  rename: projectProcedure("owner")
    .input(z.strictObject({ projectId: id, name }))
    .mutation(({ ctx, input }) =>
      audited(
        ctx.deps,
        ctx.admin,
        {
          action: "projects.rename",
          subject: `project:${input.projectId}`,
          projectId: input.projectId,
          details: pick(input, "projectId", "name"),
        },
        (deps) => rename(deps, "project", input.projectId, input.name),
      ),
    ),
});
