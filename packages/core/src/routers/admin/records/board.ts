import { z } from "zod";
import { readRates } from "../../../currencies/rates.ts";
import { readingDeps } from "../../../deps.ts";
import { readBoard, readStage } from "../../../insights/board.ts";
import { requirePipelines } from "../../../schema/change-pipelines.ts";
import { page, searchText } from "../../schemas.ts";
import { router } from "../../trpc.ts";
import { projectProcedure } from "../procedure.ts";
import { table } from "./table-input.ts";

/** Filters, search and order of a table, and what the cards show. */
const shown = { ...table, fields: z.array(searchText()).max(10).default([]) };
const limit = z.int().min(1).max(100).default(30);

/** Lists records as cards by pipeline stage. To move a card, set the record's `stage`. */
export const board = router({
  read: projectProcedure(
    "read-only",
    z.object({ ...shown, pipeline: searchText().optional(), limit }),
  ).query(async ({ ctx: { deps, principal, schema }, input }) => {
    requirePipelines(schema, input.type);
    const rates = await readRates(deps, principal);
    return readBoard({ deps: await readingDeps(deps, principal), principal }, { ...input, rates });
  }),
  stage: projectProcedure(
    "read-only",
    z.object({
      ...shown,
      pipeline: searchText(),
      stage: searchText(),
      cursor: page.cursor,
      limit,
    }),
  ).query(async ({ ctx: { deps, principal, schema }, input }) => {
    requirePipelines(schema, input.type);
    return readStage({ deps: await readingDeps(deps, principal), principal }, input);
  }),
});
