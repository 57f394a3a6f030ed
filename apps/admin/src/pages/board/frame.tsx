import { type Active, DndContext, type DragEndEvent, DragOverlay } from "@dnd-kit/core";
import { Text, VisuallyHidden } from "@mantine/core";
import { notifications } from "@mantine/notifications";
import { useMutation } from "@tanstack/react-query";
import { useMemo, useRef, useState } from "react";
import { queryClient } from "../../api.ts";
import { type Saved, saveOneSeen, undoSaved } from "../../conflict/save-seen.ts";
import { refetch } from "../../invalidation.ts";
import { useHold } from "../../live/live-refetch.ts";
import { typeNames } from "../../object-types.ts";
import { propertyItem } from "../../property/property-types.ts";
import type { Schema } from "../../property/use-schema.ts";
import { type Field, ID } from "../../records/fields.ts";
import { offerUndoOfChange } from "../../records/use-offer-undo.tsx";
import type { Asked } from "../../records/use-records-search.ts";
import { readNames, writeNames } from "../../records/views/view-params.ts";
import { addTotals, RatesNote } from "../../reports/totals.tsx";
import { useMay } from "../../session.ts";
import { failureMessage } from "../../ui/pages/error-notice.tsx";
import { ScrollFrame } from "../../ui/pages/page.tsx";
import { useHint } from "../../ui/use-hint.ts";
import classes from "./board.module.css";
import { BoardContext } from "./board-context.ts";
import { CardFace } from "./card-face.tsx";
import { BoardColumn, SumText } from "./column.tsx";
import {
  AUTO_SCROLL,
  columnUnder,
  DRAG_ACCESSIBILITY,
  draggedData,
  stageUnder,
  useBoardSensors,
} from "./drag.ts";
import { type Board, type Card, type Column, type Move, withMoves } from "./moves.ts";
import { areSumsShort, openWeighted, stageSum } from "./sums.ts";
import type { BoardType, useBoard } from "./use-board.ts";

interface FrameProps {
  readonly projectId: number;
  readonly board: Board;
  readonly asked: Asked;
  readonly schema: Schema;
  readonly fields: readonly Field[];
  readonly more: ReturnType<typeof useBoard>["more"];
  /** Opens the form of a new record with these values. */
  readonly onCreate: (values: { readonly pipeline: string; readonly stage: string }) => void;
}

/** The columns of a pipeline, with drag and drop between them. */
export function BoardFrame(props: FrameProps) {
  const { projectId, board: fetched, asked, schema, fields, more, onCreate } = props;
  const { name: type } = schema;
  const { moves, move } = useMoves(projectId, type);
  const { property, direction } = asked.sort;
  const board = withMoves(fetched, moves, property === ID.name && direction === "desc");
  const collapsed = readNames(asked.params.collapsed);
  const toggle = (key: string) => {
    const next = collapsed.includes(key)
      ? collapsed.filter((one) => one !== key)
      : [...collapsed, key];
    void asked.change({ collapsed: writeNames(next) }, { replace: true });
  };
  const [active, setActive] = useState<Active | null>(null);
  useHold("card", active !== null);
  const [status, setStatus] = useState("");
  const arriving = useRef<number | null>(null);
  const mayMove = useMay("admin");
  const stageLabel = (stage: string) =>
    board.stages.find(({ key }) => key === stage)?.label ?? stage;
  const [, noteMove] = useHint("move");
  const moveAndAnnounce = (card: Card, from: string, to: string) => {
    move(card, from, { key: to, label: stageLabel(to) });
    noteMove();
    setStatus(`Moved ${card.name} from ${stageLabel(from)} to ${stageLabel(to)}.`);
  };
  const drop = ({ active: dropped, over }: DragEndEvent) => {
    setActive(null);
    const { card, stage } = draggedData(dropped);
    const target = stageUnder(over);
    if (target && target.key !== stage.key) moveAndAnnounce(card, stage.key, target.key);
  };
  const { plural, label, singular } = typeNames(type);
  const create = (stage: string) => onCreate({ pipeline: board.pipeline.key, stage });
  return (
    <BoardContext
      value={{
        ...{ projectId, plural, stages: board.stages, mayMove, schema, fields },
        ...{ move: moveAndAnnounce, arriving, areSumsShort: areSumsShort(board) },
        ...{ noun: singular.toLowerCase(), create: mayMove ? create : null },
        reporting: board.reporting,
        hasCards: board.stages.some(({ count }) => count > 0),
        hasSums: board.stages.some((stage) => stageSum(stage, board.reporting) !== null),
      }}
    >
      <BoardTotals board={board} />
      <DndContext
        sensors={useBoardSensors()}
        collisionDetection={columnUnder}
        accessibility={DRAG_ACCESSIBILITY}
        autoScroll={AUTO_SCROLL}
        onDragStart={(event) => setActive(event.active)}
        onDragEnd={drop}
        onDragCancel={() => setActive(null)}
      >
        <ScrollFrame
          className={classes.frame}
          aria-label={`${label} by stage`}
          data-dragging={active !== null}
        >
          <div className={classes.columns}>
            {board.stages.map((stage) => (
              <BoardColumn
                key={stage.key}
                stage={stage}
                isCollapsed={collapsed.includes(stage.key)}
                onToggle={() => toggle(stage.key)}
                isLoadingMore={more.isPending && more.variables === stage.key}
                onMore={() => more.mutate(stage.key)}
              />
            ))}
          </div>
        </ScrollFrame>
        <DragOverlay dropAnimation={null}>
          {active && <Carried card={draggedData(active).card} />}
        </DragOverlay>
      </DndContext>
      <VisuallyHidden role="status">{status}</VisuallyHidden>
    </BoardContext>
  );
}

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
function useMoves(projectId: number, type: BoardType) {
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
      if (done !== null) offerUndoOfChange({ text: done, saved }, () => undo(attempt, saved));
    },
    onError: (error, { key, card, done }) => {
      setMoves((all) => all.filter((move) => move.key !== key));
      const title = `${card.name} was not moved${done === null ? " back" : ""}`;
      notifications.show({ title, message: failureMessage(error), color: "red" });
    },
    onSettled: () => {
      // Waits for the last move, because earlier answers would already be out of date.
      if (queryClient.isMutating({ mutationKey: [SERIAL_SCOPE.id] }) > 1) return;
      void refetch("board");
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
        saveOneSeen(cardKey(card), propertyItem("stage", to.key), {
          version: card.version,
          properties: { stage: from },
        }),
    });
  return { moves, move };
}

/**
 * The amounts of all open stages times their probabilities, which types without probabilities do not have; and what totals in
 * the reporting currency leave out.
 */
function BoardTotals({ board }: { readonly board: Board }) {
  const weighted = openWeighted(board);
  const { reporting, stages } = board;
  const { leftOut } = addTotals(stages.map(({ total }) => total));
  return (
    <>
      {weighted && (
        <Text
          fz="sm"
          c="dimmed"
          mb={reporting === null ? "xs" : 0}
          className={`tabular ${classes.sum}`}
        >
          Open, weighted by probability: <SumText text={weighted} isShort={areSumsShort(board)} />
        </Text>
      )}
      {reporting && <RatesNote reporting={reporting} leftOut={leftOut} mb="xs" />}
    </>
  );
}

function Carried({ card }: { readonly card: Card }) {
  const name = useMemo(() => <span className={classes.link}>{card.name}</span>, [card]);
  return (
    <div className={classes.card} data-carried aria-hidden>
      <CardFace card={card} name={name} />
    </div>
  );
}
