import { z } from "zod";
import { principalOfProject } from "../../access/project-principal.ts";
import type { AdminRole } from "../../access/roles.ts";
import { adminProcedure } from "../trpc.ts";

export const id = z.int().positive();
const inProject = z.object({ projectId: id });

/** A procedure on one project: `ctx.principal` acts there in the admin's name. */
export function projectProcedure(least: AdminRole) {
  return adminProcedure(least)
    .input(inProject)
    .use(async ({ ctx, input, next }) =>
      next({ ctx: { principal: await principalOfProject(ctx.deps, ctx.admin, input.projectId) } }),
    );
}
