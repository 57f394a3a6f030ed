import { z } from "zod";
import { principalOfProject } from "../../access/project-principal.ts";
import type { AdminRole } from "../../access/roles.ts";
import { OBJECT_TYPES, type ObjectType } from "../../objects/types.ts";
import { instant, searchText } from "../schemas.ts";
import { adminProcedure } from "../trpc.ts";

export const id = z.int().positive();
export const objectType = z.enum(Object.keys(OBJECT_TYPES) as [ObjectType, ...ObjectType[]]);

/** A span of time, and where in it a page is: entries come newest first. */
export const newestFirst = {
  actor: searchText().optional(),
  from: instant.optional(),
  to: instant.optional(),
  before: id.optional(),
  limit: z.int().min(1).max(200).default(50),
};
const inProject = z.object({ projectId: id });

/** A procedure on one project: `ctx.principal` acts there in the admin's name. */
export function projectProcedure(least: AdminRole) {
  return adminProcedure(least)
    .input(inProject)
    .use(async ({ ctx, input, next }) =>
      next({ ctx: { principal: await principalOfProject(ctx.deps, ctx.admin, input.projectId) } }),
    );
}
