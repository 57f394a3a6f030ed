import { createContext, type RefObject, useContext } from "react";
import type { Card, Column } from "./moves.ts";

interface BoardContext {
  readonly projectId: number;
  /** Segment of the address. */
  readonly plural: string;
  readonly stages: readonly Pick<Column, "key" | "label" | "closed">[];
  readonly mayMove: boolean;
  /** Moves a card and tells it. */
  readonly move: (card: Card, from: string, to: string) => void;
  /** Id of a card that has left its column with the focus in it, or by its menu. */
  readonly arriving: RefObject<number | null>;
}

export const BoardContext = createContext<BoardContext | null>(null);

export function useBoardContext(): BoardContext {
  const context = useContext(BoardContext);
  if (context === null) throw new Error("a card stands on a board");
  return context;
}
