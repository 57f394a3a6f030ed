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
      const shown = queryClient.getQueryData(options.queryKey);
      const board = await read(context);
      const stages = board.stages.map((stage) => {
        const before = shown?.stages.find(({ key }) => key === stage.key);
        return grown(stage, before?.cards.length ?? 0, { ...place, pipeline: board.pipeline.key });
      });
      return { ...board, stages: await Promise.all(stages) };
    },
  });
  const more = useMutation({
    mutationFn: async (stage: Column) => {
      const key = query.data?.pipeline.key ?? "";
      await queryClient.cancelQueries({ queryKey: options.queryKey });
      const page = await readPage(stage, { ...place, pipeline: key });
      queryClient.setQueryData(options.queryKey, (board) => board && withPage(board, stage, page));
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

function withPage(board: Board, { key, nextCursor }: Column, page: CardPage): Board {
  const stages = board.stages.map((stage) =>
    // Another answer may have come in between: its cursor goes on from elsewhere.
    stage.key === key && stage.nextCursor === nextCursor ? appended(stage, page) : stage,
  );
  return { ...board, stages };
}

function appended(stage: Column, page: CardPage): Column {
  return { ...stage, cards: [...stage.cards, ...page.cards], nextCursor: page.nextCursor };
}
