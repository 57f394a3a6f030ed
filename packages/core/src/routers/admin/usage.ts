import { z } from "zod";
import { storedActor } from "../../audit/actors.ts";
import { listRequests, OUTCOMES, readRequest } from "../../usage/requests.ts";
import { MAX_USAGE_HOURS, usageByCredential, usageByHour } from "../../usage/usage-figures.ts";
import { instant, page, searchText } from "../schemas.ts";
import { router } from "../trpc.ts";
import { projectProcedure } from "./procedure.ts";

const hours = z.int().min(1).max(MAX_USAGE_HOURS);
/** Kind and id, such as `client:rpc…` or `key:3`. */
const credential = searchText();

/** Procedures of the API usage of a project, and of its log of requests. */
export const usage = router({
  byCredential: projectProcedure("read-only")
    .input(z.object({ hours }))
    .query(({ ctx, input }) => usageByCredential(ctx.deps, ctx.principal, input.hours)),
  byHour: projectProcedure("read-only")
    .input(z.object({ hours, credential: credential.optional() }))
    .query(({ ctx, input }) =>
      usageByHour(ctx.deps, ctx.principal, input.hours, storedActor(input.credential) ?? undefined),
    ),
  requests: projectProcedure("read-only")
    .input(
      z.object({
        credential: credential.optional(),
        outcome: z.enum(OUTCOMES).optional(),
        method: z.enum(["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE"]).optional(),
        route: searchText().optional(),
        from: instant.optional(),
        to: instant.optional(),
        ...page,
      }),
    )
    .query(({ ctx, input }) => {
      const { projectId: _, cursor, limit, ...filter } = input;
      return listRequests(ctx.deps, ctx.principal, filter, { cursor, limit });
    }),
  request: projectProcedure("read-only")
    .input(z.object({ at: instant, id: z.string().max(100) }))
    .query(({ ctx, input }) => readRequest(ctx.deps, ctx.principal, input)),
});
