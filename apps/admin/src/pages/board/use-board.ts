import {
  keepPreviousData,
  type QueryFunctionContext,
  useMutation,
  useQuery,
} from "@tanstack/react-query";
import { api, type Inputs, type Outputs, queryClient } from "../../api.ts";
import { typeNames } from "../../object-types.ts";
import { useProjectId } from "../../shell/use-project.ts";
import type { Board, Column } from "./moves.ts";

export type BoardType = Inputs["board"]["read"]["type"];

/** Which records the board shows, in which order, and what of them. */
type BoardInput = Omit<Inputs["board"]["read"], "pipeline" | "limit">;

const CARDS_PER_PAGE = 30;

/**
 * Fetches a pipeline's board. A refetch loads as many cards per column as were shown.
 *
 * @param pipeline key, id or label; the default pipeline if undefined
 */
export function useBoard(shown: BoardInput, pipeline: string | undefined) {
  const options = api.board.read.queryOptions({ ...shown, pipeline, limit: CARDS_PER_PAGE });
  const place = shown;
  const read = options.queryFn as (context: QueryFunctionContext) => Promise<Board>;
  const query = useQuery({
    ...options,
    placeholderData: keepPreviousData,
    queryFn: async (context: QueryFunctionContext): Promise<Board> => {
      const board = await read(context);
      const before = queryClient.getQueryData(options.queryKey);
      const stages = board.stages.map((stage) => {
        const known = before?.stages.find(({ key }) => key === stage.key);
        return refilled(stage, known?.cards.length ?? 0, {
          ...place,
          pipeline: board.pipeline.key,
        });
      });
      return { ...board, stages: await Promise.all(stages) };
    },
  });
  const more = useMutation({
    /** @param key of the stage */
    mutationFn: async (key: string) => {
      // A running refetch would overwrite the cards that are added here.
      if (query.isFetching) await query.refetch({ cancelRefetch: false });
      const board = queryClient.getQueryData(options.queryKey);
      const stage = board?.stages.find((one) => one.key === key);
      if (board === undefined || stage === undefined || stage.nextCursor === null) return;
      const page = await readPage(stage, { ...place, pipeline: board.pipeline.key });
      queryClient.setQueryData(options.queryKey, (now) => now && withPage(now, stage, page));
    },
  });
  return { query, more };
}

interface Place extends BoardInput {
  readonly pipeline: string;
}

/** Loads more pages of a column until it has as many cards as before. */
async function refilled(stage: Column, atLeast: number, place: Place): Promise<Column> {
  if (stage.nextCursor === null || stage.cards.length >= atLeast) return stage;
  return refilled(appended(stage, await readPage(stage, place)), atLeast, place);
}

type CardPage = Outputs["board"]["stage"];

function readPage({ key, nextCursor }: Column, place: Place): Promise<CardPage> {
  const input = { ...place, stage: key, limit: CARDS_PER_PAGE, cursor: nextCursor ?? undefined };
  return queryClient.fetchQuery({
    ...api.board.stage.queryOptions(input),
    staleTime: 0,
    gcTime: 0,
  });
}

function withPage(board: Board, before: Column, page: CardPage): Board {
  const last = before.cards.at(-1)?.id;
  const stages = board.stages.map((stage) =>
    // Skips the page if a refetch has changed the column in the meantime.
    stage.key === before.key && stage.cards.at(-1)?.id === last ? appended(stage, page) : stage,
  );
  return { ...board, stages };
}

function appended(stage: Column, page: CardPage): Column {
  return { ...stage, cards: [...stage.cards, ...page.cards], nextCursor: page.nextCursor };
}

/** Returns the URL parameters of a type's table and board. */
export function useTypeParams(type: string): { projectId: string; plural: string } {
  return { projectId: String(useProjectId()), plural: typeNames(type).plural };
}
