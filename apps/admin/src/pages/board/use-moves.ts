import { notifications } from "@mantine/notifications";
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { api, queryClient } from "../../api.ts";
import { type Saved, saveOneSeen, undoSaved } from "../../conflict/save-seen.ts";
import { itemOf } from "../../property/property-item.ts";
import { messageOf } from "../../ui/pages/error-notice.tsx";
import { offerUndo } from "../records/use-offer-undo.tsx";
import type { Card, Column, Move } from "./moves.ts";
import type { BoardType } from "./use-board.ts";

const INVALIDATED_BY_MOVE = [api.board.pathKey(), api.records.pathKey(), api.home.pathKey()];
/** Moves run one after another, so that a card that is moved twice ends in the last stage. */
const SERIAL_SCOPE = { id: "board" };

let lastKey = 0;

interface Attempt extends Move {
  readonly save: () => Promise<Saved>;
  /** What the offer to undo says; null for a move that undoes another. */
  readonly done: string | null;
}

/**
 * Moves cards optimistically, and offers to undo the last move. If the server refuses, the card moves back and a
 * notification says why.
 */
export function useMoves(projectId: number, type: BoardType) {
  const [moves, setMoves] = useState<readonly Move[]>([]);
  const change = useMutation({
    scope: SERIAL_SCOPE,
    mutationKey: [SERIAL_SCOPE.id],
    mutationFn: ({ save }: Attempt) => save(),
    onMutate: (move) => setMoves((all) => [...all, move]),
    onSuccess: (saved, attempt) => {
      setMoves((all) =>
        all.map((move) => (move.key === attempt.key ? { ...move, doneAt: saved.updatedAt } : move)),
      );
      const { done } = attempt;
      if (done !== null) offerUndo({ text: done, saved }, () => undo(attempt, saved));
    },
    onError: (error, { key, card, done }) => {
      setMoves((all) => all.filter((move) => move.key !== key));
      const title = `${card.name} was not moved${done === null ? " back" : ""}`;
      notifications.show({ title, message: messageOf(error), color: "red" });
    },
    onSettled: () => {
      // Waits for the last move, because earlier answers would already be out of date.
      if (queryClient.isMutating({ mutationKey: [SERIAL_SCOPE.id] }) > 1) return;
      for (const queryKey of INVALIDATED_BY_MOVE) void queryClient.invalidateQueries({ queryKey });
    },
  });
  const cardKey = ({ id }: Card) => ({ projectId, type, id });
  /** Moves the card back at once, and then in the order of all moves. */
  const undo = ({ card, from, to }: Move, saved: Saved) =>
    change.mutateAsync({
      ...{ key: ++lastKey, card, from: to, to: from, doneAt: null, done: null },
      save: () => undoSaved(cardKey(card), saved),
    });
  const move = (card: Card, from: string, to: Pick<Column, "key" | "label">) =>
    change.mutate({
      ...{ key: ++lastKey, card, from, to: to.key, doneAt: null },
      done: `Moved ${card.name.trim()} to ${to.label}.`,
      save: () =>
        saveOneSeen(cardKey(card), itemOf("stage", to.key), {
          version: card.version,
          properties: { stage: from },
        }),
    });
  return { moves, move };
}
