import { z } from "zod";
import { storableText } from "../../storable-text.ts";
import { listRequests, OUTCOMES, readRequest } from "../../usage/requests.ts";
import { instant, page, searchText } from "../schemas.ts";
import { router } from "../trpc.ts";
import { projectProcedure } from "./procedure.ts";

/** Kind and id, such as `client:rpc…` or `key:3`. */
const credential = searchText();

/** Procedures of a project's log of requests. */
export const usage = router({
  requests: projectProcedure(
    "read-only",
    z.object({
      credential: credential.optional(),
      outcome: z.enum(OUTCOMES).optional(),
      method: z.enum(["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE"]).optional(),
      route: searchText().optional(),
      from: instant.optional(),
      to: instant.optional(),
      ...page,
    }),
  ).query(({ ctx, input }) => {
    const { projectId: _, cursor, limit, ...filter } = input;
    return listRequests(ctx.deps, ctx.principal, filter, { cursor, limit });
  }),
  request: projectProcedure(
    "read-only",
    z.object({ at: instant, id: storableText.max(100) }),
  ).query(({ ctx, input }) => readRequest(ctx.deps, ctx.principal, input)),
});
