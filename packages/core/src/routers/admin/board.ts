import { PIPELINE_TYPE_NAMES } from "@rapport/model";
import { z } from "zod";
import { readingDeps } from "../../deps.ts";
import { readBoard, readStage } from "../../insights/board.ts";
import { page, searchText } from "../schemas.ts";
import { router } from "../trpc.ts";
import { projectProcedure } from "./procedure.ts";
import { table } from "./table-input.ts";

const type = z.enum(PIPELINE_TYPE_NAMES as readonly [string, ...string[]]);
const { type: _, ...rows } = table;
/** Filters, search and order of a table, and what the cards show. */
const shown = { ...rows, fields: z.array(searchText()).max(10).default([]) };
const limit = z.int().min(1).max(100).default(30);

/** Lists records as cards by pipeline stage. To move a card, set the record's `stage`. */
export const board = router({
  read: projectProcedure("read-only")
    .input(z.object({ ...shown, type, pipeline: searchText().optional(), limit }))
    .query(async ({ ctx: { deps, principal }, input }) =>
      readBoard(await readingDeps(deps, principal), principal, input),
    ),
  stage: projectProcedure("read-only")
    .input(
      z.object({
        ...shown,
        type,
        pipeline: searchText(),
        stage: searchText(),
        cursor: page.cursor,
        limit,
      }),
    )
    .query(async ({ ctx: { deps, principal }, input }) =>
      readStage(await readingDeps(deps, principal), principal, input),
    ),
});
