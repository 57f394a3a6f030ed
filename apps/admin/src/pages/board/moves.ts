import type { Outputs } from "../../api.ts";

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
    const counted = isCounted ? stage : withCount(stage, move);
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

function withCount(stage: Column, { card, from, to }: Move): Column {
  const change = Number(stage.key === to) - Number(stage.key === from);
  if (change === 0) return stage;
  const counted = { ...stage, count: Math.max(0, stage.count + change) };
  if (stage.amounts === undefined || card.amount == null) return counted;
  const amount = change > 0 ? card.amount : negated(card.amount);
  return {
    ...counted,
    amounts: withAmount(stage.amounts, { currency: card.currency ?? null, amount }),
  };
}

function withAmount(amounts: readonly Amount[], change: Amount): Amount[] {
  const known = amounts.find(({ currency }) => currency === change.currency);
  if (known === undefined) return [...amounts, change];
  const amount = sum(known.amount, change.amount);
  return amounts.map((one) => (one === known ? { ...known, amount } : one));
}

function negated(decimal: string): string {
  return decimal.startsWith("-") ? decimal.slice(1) : `-${decimal}`;
}

/** Adds decimal strings exactly. */
function sum(one: string, other: string): string {
  const scale = Math.max(decimals(one), decimals(other));
  const units = unitsOf(one, scale) + unitsOf(other, scale);
  const digits = String(units < 0n ? -units : units).padStart(scale + 1, "0");
  const whole = digits.slice(0, digits.length - scale);
  const rest = scale === 0 ? "" : `.${digits.slice(-scale)}`;
  return `${units < 0n ? "-" : ""}${whole}${rest}`;
}

function decimals(decimal: string): number {
  return decimal.split(".")[1]?.length ?? 0;
}

function unitsOf(decimal: string, scale: number): bigint {
  return BigInt(decimal.replace(".", "") + "0".repeat(scale - decimals(decimal)));
}
