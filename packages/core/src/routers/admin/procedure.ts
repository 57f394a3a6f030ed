import { OBJECT_TYPES, type ObjectType } from "@rapport/model";
import { z } from "zod";
import { principalOfProject } from "../../access/project-principal.ts";
import type { AdminRole } from "../../access/roles.ts";
import { SURFACES } from "../../audit/actors.ts";
import { instant, page, searchText } from "../schemas.ts";
import { adminProcedure } from "../trpc.ts";

export const id = z.int().positive();
export const objectType = z.enum(Object.keys(OBJECT_TYPES) as [ObjectType, ...ObjectType[]]);

/** Input fields of a log: actor, surface, time range and page. Entries are listed newest first. */
export const logFilter = {
  /** Kind and id, such as `client:rpc…`, `key:3` or `admin:1`. */
  actor: searchText().optional(),
  surface: z.enum(SURFACES).optional(),
  from: instant.optional(),
  to: instant.optional(),
  cursor: page.cursor,
  limit: z.int().min(1).max(200).default(50),
};
const inProject = z.object({ projectId: id });

/**
 * Builds a procedure on one project. `ctx.principal` acts in that project as the signed-in admin.
 *
 * @param least lowest role that may call it
 */
export function projectProcedure(least: AdminRole) {
  return adminProcedure(least)
    .input(inProject)
    .use(async ({ ctx, input, next }) =>
      next({ ctx: { principal: await principalOfProject(ctx.deps, ctx.admin, input.projectId) } }),
    );
}
