import { PIPELINE_TYPE_NAMES } from "@rapport/model";
import { z } from "zod";
import { readBoard, readStage } from "../../insights/board.ts";
import { page, searchText } from "../schemas.ts";
import { router } from "../trpc.ts";
import { projectProcedure } from "./procedure.ts";

const type = z.enum(PIPELINE_TYPE_NAMES);
const limit = z.int().min(1).max(100).default(30);

/** Lists records as cards by pipeline stage. To move a card, set the record's `stage`. */
export const board = router({
  read: projectProcedure("read-only")
    .input(z.object({ type, pipeline: searchText().optional(), limit }))
    .query(({ ctx, input }) => readBoard(ctx.deps, ctx.principal, input)),
  stage: projectProcedure("read-only")
    .input(
      z.object({
        type,
        pipeline: searchText(),
        stage: searchText(),
        cursor: page.cursor,
        limit,
      }),
    )
    .query(({ ctx, input }) => readStage(ctx.deps, ctx.principal, input)),
});
