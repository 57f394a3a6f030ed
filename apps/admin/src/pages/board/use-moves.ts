import { notifications } from "@mantine/notifications";
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { api, queryClient } from "../../api.ts";
import { saveOneSeen } from "../../conflict/save-seen.ts";
import { itemOf } from "../../property/property-item.ts";
import { messageOf } from "../../ui/pages/error-notice.tsx";
import type { Card, Move } from "./moves.ts";
import type { BoardType } from "./use-board.ts";

const INVALIDATED_BY_MOVE = [api.board.pathKey(), api.records.pathKey(), api.home.pathKey()];
/** Moves run one after another, so that a card that is moved twice ends in the last stage. */
const SERIAL_SCOPE = { id: "board" };

let lastKey = 0;

/** Moves cards optimistically. If the server refuses, the card moves back and a notification says why. */
export function useMoves(projectId: number, type: BoardType) {
  const [moves, setMoves] = useState<readonly Move[]>([]);
  const change = useMutation({
    scope: SERIAL_SCOPE,
    mutationKey: [SERIAL_SCOPE.id],
    mutationFn: ({ card, from, to }: Move) =>
      saveOneSeen({ projectId, type, id: card.id }, itemOf("stage", to), {
        version: card.version,
        properties: { stage: from },
      }),
    onMutate: (move) => setMoves((all) => [...all, move]),
    onSuccess: ({ updatedAt }, { key }) =>
      setMoves((all) =>
        all.map((move) => (move.key === key ? { ...move, doneAt: updatedAt } : move)),
      ),
    onError: (error, { key, card }) => {
      setMoves((all) => all.filter((move) => move.key !== key));
      const title = `${card.name} was not moved`;
      notifications.show({ title, message: messageOf(error), color: "red" });
    },
    onSettled: () => {
      // Waits for the last move, because earlier answers would already be out of date.
      if (queryClient.isMutating({ mutationKey: [SERIAL_SCOPE.id] }) > 1) return;
      for (const queryKey of INVALIDATED_BY_MOVE) void queryClient.invalidateQueries({ queryKey });
    },
  });
  const move = (card: Card, from: string, to: string) =>
    change.mutate({ key: ++lastKey, card, from, to, doneAt: null });
  return { moves, move };
}
