import { addDecimals, multiplyDecimals, negative } from "@rapport/model";
import type { Outputs } from "../../api.ts";
import type { Converted, Reporting } from "../../reports/totals.tsx";

export type Board = Outputs["board"]["read"];
export type Column = Board["stages"][number];
export type Card = Column["cards"][number];
type Amount = NonNullable<Column["amounts"]>[number];

/** A move made on this page. */
export interface Move {
  readonly key: number;
  readonly card: Card;
  /** Keys of stages. */
  readonly from: string;
  readonly to: string;
  /** The server's time of the change; null until it has answered. */
  readonly doneAt: string | null;
}

/**
 * Applies the moves that the server's answer does not contain yet. Cards and counts are compared separately,
 * because the counts of a large project may be up to 30 seconds older than its cards.
 *
 * @param isNewestFirst whether the cards have their usual order
 */
export function withMoves(board: Board, moves: readonly Move[], isNewestFirst = true): Board {
  return moves.reduce((moved, move) => withMove(moved, move, isNewestFirst), board);
}

function withMove(board: Board, move: Move, isNewestFirst: boolean): Board {
  const isCounted = move.doneAt !== null && board.asOf > move.doneAt;
  const isPlaced = move.doneAt !== null && !isStale(board, move, move.doneAt);
  const stages = board.stages.map((stage) => {
    const counted = isCounted ? stage : withCount(stage, move, board.reporting);
    return isPlaced ? counted : { ...counted, cards: placed(stage, move, isNewestFirst) };
  });
  return { ...board, stages };
}

/** True if the cards were read before the move, or the loaded page ends above the card's new position. */
function isStale(board: Board, { card, to }: Move, doneAt: string): boolean {
  const read = board.stages.flatMap(({ cards }) => cards).find(({ id }) => id === card.id);
  if (read !== undefined) return read.updatedAt < doneAt;
  const target = board.stages.find(({ key }) => key === to);
  return target?.nextCursor != null && card.id < (target.cards.at(-1)?.id ?? 0);
}

/** In any other order the server knows the place of a moved card; until then it comes first. */
function placed(
  { key, cards }: Column,
  { card, to, doneAt }: Move,
  isNewestFirst: boolean,
): Card[] {
  const others = cards.filter(({ id }) => id !== card.id);
  if (key !== to) return others;
  const moved = { ...card, updatedAt: doneAt ?? card.updatedAt };
  if (!isNewestFirst) return [moved, ...others];
  return [...others, moved].sort((one, other) => other.id - one.id);
}

function withCount(stage: Column, { card, from, to }: Move, reporting: Board["reporting"]): Column {
  const change = Number(stage.key === to) - Number(stage.key === from);
  if (change === 0) return stage;
  const counted = { ...stage, count: Math.max(0, stage.count + change) };
  if (stage.amounts === undefined || card.amount == null) return counted;
  const amount = change > 0 ? card.amount : negative(card.amount);
  const moved = { currency: card.currency ?? null, amount };
  const { total } = stage;
  return {
    ...counted,
    amounts: withAmount(stage.amounts, moved),
    ...(total && reporting && { total: withConverted(total, moved, { reporting, change }) }),
  };
}

function withAmount(amounts: readonly Amount[], change: Amount): Amount[] {
  const known = amounts.find(({ currency }) => currency === change.currency);
  if (known === undefined) return [...amounts, change];
  const amount = addDecimals(known.amount, change.amount);
  return amounts.map((one) => (one === known ? { ...known, amount } : one));
}

/** Converts at the rate of today. The server's answer soon has that of the close date. */
function withConverted(
  { amount, leftOut }: Converted,
  moved: Amount,
  { reporting, change }: { readonly reporting: Reporting; readonly change: number },
): Converted {
  const { currency } = moved;
  const found = reporting.rates.find((one) => one.currency === currency)?.rate;
  const rate = currency === reporting.currency ? "1" : found;
  if (rate !== undefined) {
    const converted = multiplyDecimals(moved.amount, rate);
    return { amount: addDecimals(amount ?? "0", converted), leftOut };
  }
  const known = leftOut.find((one) => one.currency === currency);
  const count = Math.max(0, (known?.count ?? 0) + change);
  const others = leftOut.filter((one) => one !== known);
  return { amount, leftOut: count === 0 ? others : [...others, { currency, count }] };
}
