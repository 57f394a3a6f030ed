import { notifications } from "@mantine/notifications";
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { api, queryClient } from "../../api.ts";
import { messageOf } from "../../ui/error-notice.tsx";
import type { Card, Move } from "./moves.ts";
import type { BoardType } from "./use-board.ts";

/** What a moved card makes out of date. */
const OUTDATED = [api.board.pathKey(), api.records.pathKey(), api.home.pathKey()];
/** One after the other, so that a card moved twice ends where it was put last. */
const ONE_BY_ONE = { id: "board" };

let lastKey = 0;

/** The moves made on this board: each shows at once, and is undone with a word when the server refuses. */
export function useMoves(projectId: number, type: BoardType) {
  const [moves, setMoves] = useState<readonly Move[]>([]);
  const set = useMutation(api.records.set.mutationOptions());
  const change = useMutation({
    scope: ONE_BY_ONE,
    mutationKey: [ONE_BY_ONE.id],
    mutationFn: ({ card, to }: Move) =>
      set.mutateAsync({
        projectId,
        type,
        id: card.id,
        item: { internal_name: "stage", value: to },
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
      // While others are under way, an answer would be out of date again.
      if (queryClient.isMutating({ mutationKey: [ONE_BY_ONE.id] }) > 1) return;
      for (const queryKey of OUTDATED) void queryClient.invalidateQueries({ queryKey });
    },
  });
  const move = (card: Card, from: string, to: string) =>
    change.mutate({ key: ++lastKey, card, from, to, doneAt: null });
  return { moves, move };
}
