import { createContext, type RefObject, useContext } from "react";
import type { Schema } from "../../property/use-schema.ts";
import type { Field } from "../../records/fields.ts";
import type { Board, Card, Column } from "./moves.ts";

interface BoardContext {
  readonly projectId: number;
  /** Segment of the URL. */
  readonly plural: string;
  readonly stages: readonly Pick<Column, "key" | "label" | "closed" | "probability" | "color">[];
  readonly mayMove: boolean;
  /** Whether the sums of all stages are shortened. */
  readonly areSumsShort: boolean;
  readonly reporting: Board["reporting"];
  /** Whether a stage has a card. */
  readonly hasCards: boolean;
  /** Whether a stage has a sum. */
  readonly hasSums: boolean;
  readonly schema: Schema;
  /** The properties on each card. */
  readonly fields: readonly Field[];
  /** Moves a card and announces it to screen readers. */
  readonly move: (card: Card, from: string, to: string) => void;
  /** Opens the form of a new record in a stage; null for read-only admins. */
  readonly create: ((stage: string) => void) | null;
  /** What the records are, such as `deal`. */
  readonly noun: string;
  /** Id of a moved card that gets the focus in its new column. */
  readonly arriving: RefObject<number | null>;
}

export const BoardContext = createContext<BoardContext | null>(null);

export function useBoardContext(): BoardContext {
  const context = useContext(BoardContext);
  if (context === null) throw new Error("useBoardContext needs a BoardContext");
  return context;
}
