import { type QueryFunctionContext, useMutation, useQuery } from "@tanstack/react-query";
import { api, type Inputs, type Outputs, queryClient } from "../../api.ts";
import type { Board, Column } from "./moves.ts";

export type BoardType = Inputs["board"]["read"]["type"];

/** Cards of a column at first and with each "Show more". */
const PAGE = 30;

/**
 * A pipeline's board. Read anew it keeps as many cards of each column as were shown.
 *
 * @param pipeline key, id or label; the default one when undefined
 */
export function useBoard(projectId: number, type: BoardType, pipeline: string | undefined) {
  const options = api.board.read.queryOptions({ projectId, type, pipeline, limit: PAGE });
  const place = { projectId, type };
  const read = options.queryFn as (context: QueryFunctionContext) => Promise<Board>;
  const query = useQuery({
    ...options,
    queryFn: async (context: QueryFunctionContext): Promise<Board> => {
      const board = await read(context);
      const shown = queryClient.getQueryData(options.queryKey);
      const stages = board.stages.map((stage) => {
        const before = shown?.stages.find(({ key }) => key === stage.key);
        return grown(stage, before?.cards.length ?? 0, { ...place, pipeline: board.pipeline.key });
      });
      return { ...board, stages: await Promise.all(stages) };
    },
  });
  const more = useMutation({
    /** @param key of the stage */
    mutationFn: async (key: string) => {
      // Cards that come while the board is read anew would be lost when that answer comes.
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

interface Place {
  readonly projectId: number;
  readonly type: BoardType;
  readonly pipeline: string;
}

/** A column with as many cards as it had, where there still are so many. */
async function grown(stage: Column, atLeast: number, place: Place): Promise<Column> {
  if (stage.nextCursor === null || stage.cards.length >= atLeast) return stage;
  return grown(appended(stage, await readPage(stage, place)), atLeast, place);
}

type CardPage = Outputs["board"]["stage"];

function readPage({ key, nextCursor }: Column, place: Place): Promise<CardPage> {
  const input = { ...place, stage: key, limit: PAGE, cursor: nextCursor ?? undefined };
  return queryClient.fetchQuery({
    ...api.board.stage.queryOptions(input),
    staleTime: 0,
    gcTime: 0,
  });
}

function withPage(board: Board, before: Column, page: CardPage): Board {
  const last = before.cards.at(-1)?.id;
  const stages = board.stages.map((stage) =>
    // Another answer may have come in between: the page goes on from where it was asked for alone.
    stage.key === before.key && stage.cards.at(-1)?.id === last ? appended(stage, page) : stage,
  );
  return { ...board, stages };
}

function appended(stage: Column, page: CardPage): Column {
  return { ...stage, cards: [...stage.cards, ...page.cards], nextCursor: page.nextCursor };
}
