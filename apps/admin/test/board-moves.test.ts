import { describe, expect, it } from "vitest";
import {
  type Board,
  type Card,
  type Column,
  type Move,
  withMoves,
} from "../src/pages/board/moves.ts";

const BEFORE = "2026-11-20T10:00:00.000Z";
const MOVED = "2026-11-20T10:00:10.000Z";
const AFTER = "2026-11-20T10:00:20.000Z";

const card = (id: number, amount: string | null = null, updatedAt = BEFORE): Card => ({
  id,
  name: `Deal ${id}`,
  amount,
  currency: amount === null ? null : "EUR",
  updatedAt,
  version: 1,
  values: {},
  associated: {},
});

const stage = (key: string, cards: Card[], more: Partial<Column> = {}): Column => ({
  key,
  label: key,
  closed: false,
  probability: null,
  color: null,
  count: cards.length,
  amounts: [],
  cards,
  nextCursor: null,
  relation: "eq",
  isPartial: false,
  ...more,
});

const board = (asOf: string, ...stages: Column[]): Board => ({
  pipeline: { key: "default", label: "Sales" },
  pipelines: [],
  reporting: null,
  stages,
  asOf,
});

const move = (moved: Card, from: string, to: string, doneAt: string | null = null): Move => ({
  key: 1,
  card: moved,
  from,
  to,
  doneAt,
});

const shown = ({ stages }: Board) =>
  stages.map(({ key, count, cards }) => [key, count, cards.map(({ id }) => id)]);
const amounts = ({ stages }: Board) => stages.map((one) => one.amounts);

describe("moves on a board", () => {
  it("are shown before the server has answered, newest first, with count and amount", () => {
    const told = board(
      BEFORE,
      stage("new", [card(5, "0.1"), card(3, "12.50")], {
        amounts: [{ currency: "EUR", amount: "12.60" }],
      }),
      stage("won", [card(4), card(1, "0.20")], { amounts: [{ currency: "EUR", amount: "0.20" }] }),
    );
    const moved = withMoves(told, [move(card(3, "12.50"), "new", "won")]);
    expect(shown(moved)).toEqual([
      ["new", 1, [5]],
      ["won", 3, [4, 3, 1]],
    ]);
    expect(amounts(moved)).toEqual([
      [{ currency: "EUR", amount: "0.10" }],
      [{ currency: "EUR", amount: "12.70" }],
    ]);
  });

  it("add amounts exactly, and add a new currency", () => {
    const huge = card(1, "9007199254740993.000000000000001");
    const told = board(
      BEFORE,
      stage("new", [huge], { amounts: [{ currency: "EUR", amount: "9007199254740993.5" }] }),
      stage("won", [], { amounts: [{ currency: null, amount: "1" }] }),
    );
    expect(amounts(withMoves(told, [move(huge, "new", "won")]))).toEqual([
      [{ currency: "EUR", amount: "0.499999999999999" }],
      [
        { currency: null, amount: "1" },
        { currency: "EUR", amount: "9007199254740993.000000000000001" },
      ],
    ]);
  });

  it.each([
    ["-2.5", "-2.5", "0.0"],
    ["1", "2.25", "-1.25"],
  ])("take %s's %s away exactly", (whole, part, rest) => {
    const told = board(
      BEFORE,
      stage("new", [card(1, part)], { amounts: [{ currency: "EUR", amount: whole }] }),
      stage("won", []),
    );
    const [left] = withMoves(told, [move(card(1, part), "new", "won")]).stages;
    expect(left?.amounts).toEqual([{ currency: "EUR", amount: rest }]);
  });

  it("are applied until cards and counts are newer than the move", () => {
    const done = [move(card(1), "new", "won", MOVED)];
    const expected = [
      ["new", 0, []],
      ["won", 1, [1]],
    ];
    const stale = board(BEFORE, stage("new", [card(1)]), stage("won", []));
    expect(shown(withMoves(stale, done))).toEqual(expected);
    const placed = card(1, null, MOVED);
    const old = board(BEFORE, stage("new", [], { count: 1 }), stage("won", [placed], { count: 0 }));
    expect(shown(withMoves(old, done))).toEqual(expected);
    const fresh = board(AFTER, stage("new", []), stage("won", [placed]));
    expect(shown(withMoves(fresh, done))).toEqual(expected);
  });

  it("yield to later changes of another admin", () => {
    const done = [move(card(1), "new", "won", MOVED)];
    const back = board(AFTER, stage("new", [card(1, null, AFTER)]), stage("won", []));
    expect(withMoves(back, done)).toEqual(back);
    const deleted = board(AFTER, stage("new", []), stage("won", []));
    expect(withMoves(deleted, done)).toEqual(deleted);
  });

  it("keep a card visible that belongs below the loaded cards of its column", () => {
    const won = stage("won", [card(9), card(8)], { count: 40, nextCursor: "more" });
    const told = board(AFTER, stage("new", []), won);
    expect(shown(withMoves(told, [move(card(2), "new", "won", MOVED)]))).toEqual([
      ["new", 0, []],
      ["won", 40, [9, 8, 2]],
    ]);
  });

  it("are applied in order", () => {
    const told = board(BEFORE, stage("new", [card(1)]), stage("open", []), stage("won", []));
    const both = [move(card(1), "new", "open", MOVED), move(card(1), "open", "won")];
    expect(shown(withMoves(told, both))).toEqual([
      ["new", 0, []],
      ["open", 0, []],
      ["won", 1, [1]],
    ]);
  });

  it("puts a moved card first if the cards have another order than the usual", () => {
    const [old, moved] = [card(9), card(1)];
    const shown = board(BEFORE, stage("new", [moved]), stage("won", [card(5), old]));
    const after = withMoves(shown, [move(moved, "new", "won")], false);
    expect(after.stages.map(({ cards }) => cards.map(({ id }) => id))).toEqual([[], [1, 5, 9]]);
  });
});
