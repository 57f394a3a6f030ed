import { z } from "zod";
import { audited, pick } from "../../audit/audited.ts";
import {
  createProject,
  createTenant,
  listProjects,
  listTenants,
  rename,
} from "../../tenancy/tenants.ts";
import { adminProcedure, router } from "../trpc.ts";
import { id } from "./procedure.ts";

const name = z.string().trim().min(1).max(255);

export const tenants = router({
  list: adminProcedure("read-only").query(async ({ ctx }) => {
    const [tenants, projects] = [await listTenants(ctx.deps), await listProjects(ctx.deps)];
    return tenants.map((tenant) => ({
      id: tenant.id,
      name: tenant.name,
      createdAt: tenant.created_at,
      projects: projects
        .filter((project) => project.tenant_id === tenant.id)
        .map((project) => ({ id: project.id, name: project.name, createdAt: project.created_at })),
    }));
  }),
  create: adminProcedure("owner")
    .input(z.strictObject({ name }))
    .mutation(({ ctx, input }) =>
      audited(
        ctx.deps,
        ctx.admin,
        { action: "tenants.create", subject: "tenant", details: pick(input, "name") },
        (deps) => createTenant(deps, input.name),
      ),
    ),
  rename: adminProcedure("owner")
    .input(z.strictObject({ tenantId: id, name }))
    .mutation(({ ctx, input }) =>
      audited(
        ctx.deps,
        ctx.admin,
        {
          action: "tenants.rename",
          subject: `tenant:${input.tenantId}`,
          details: pick(input, "tenantId", "name"),
        },
        (deps) => rename(deps, "tenant", input.tenantId, input.name),
      ),
    ),
});

export const projects = router({
  create: adminProcedure("owner")
    .input(z.strictObject({ tenantId: id, name }))
    .mutation(({ ctx, input }) =>
      audited(
        ctx.deps,
        ctx.admin,
        {
          action: "projects.create",
          subject: `tenant:${input.tenantId}`,
          details: pick(input, "tenantId", "name"),
        },
        (deps) => createProject(deps, input.tenantId, input.name),
      ),
    ),
  rename: adminProcedure("owner")
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
