import { z } from "zod";
import { listLog } from "../../audit/log.ts";
import { searchText } from "../schemas.ts";
import { adminProcedure, router } from "../trpc.ts";
import { id, logFilter, objectType } from "./procedure.ts";

/** Procedures of the audit log: what admins did, and every record change by any actor. */
export const audit = router({
  list: adminProcedure("read-only")
    .input(
      z.object({
        projectId: id.optional(),
        subject: searchText().optional(),
        objectType: objectType.optional(),
        recordId: id.optional(),
        /** Only changes of records with this action. */
        action: searchText(64).optional(),
        /** Whether like changes of records by programs become one entry. */
        folds: z.boolean().default(false),
        ...logFilter,
      }),
    )
    .query(({ ctx, input }) => listLog(ctx.deps, input, input)),
});
