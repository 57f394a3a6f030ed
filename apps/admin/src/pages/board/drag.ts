import {
  type Active,
  type Announcements,
  type AutoScrollOptions,
  type CollisionDetection,
  type KeyboardCoordinateGetter,
  KeyboardSensor,
  MouseSensor,
  type Over,
  pointerWithin,
  TouchSensor,
  useSensor,
  useSensors,
} from "@dnd-kit/core";
import type { Card, Column } from "./moves.ts";

/** The data of a dragged card. */
export interface Dragged {
  readonly card: Card;
  readonly stage: Column;
}

export function draggedData(active: Active): Dragged {
  return active.data.current as Dragged;
}

export function stageUnder(over: Over | null): Column | undefined {
  return over?.data.current?.stage as Column | undefined;
}

/** Mouse drags start after a few pixels; touch drags after a delay, because before that a touch scrolls. */
export function useBoardSensors() {
  return useSensors(
    useSensor(MouseSensor, { activationConstraint: { distance: 6 } }),
    useSensor(TouchSensor, { activationConstraint: { delay: 220, tolerance: 8 } }),
    useSensor(KeyboardSensor, { coordinateGetter: toNextColumn, scrollBehavior: "instant" }),
  );
}

/** Slow enough (6 px each 10 ms) to drop a card on the column that scrolls into view. */
export const AUTO_SCROLL: AutoScrollOptions = { acceleration: 6, interval: 10 };

/** An arrow key moves the card to the middle of the next column. */
const toNextColumn: KeyboardCoordinateGetter = (event, { context, currentCoordinates }) => {
  const step = event.code === "ArrowRight" ? 1 : event.code === "ArrowLeft" ? -1 : 0;
  const { droppableRects, collisionRect, over } = context;
  if (step === 0 || collisionRect === null || over === null) return undefined;
  const columns = [...droppableRects].sort(([, one], [, other]) => one.left - other.left);
  const next = columns[columns.findIndex(([id]) => id === over.id) + step];
  if (next === undefined) return undefined;
  const [, { left, width }] = next;
  return { x: left + (width - collisionRect.width) / 2, y: currentCoordinates.y };
};

/** Returns the column under the pointer; for keyboards the column nearest to the card. */
export const columnUnder: CollisionDetection = (args) => {
  if (args.pointerCoordinates !== null) return pointerWithin(args);
  const middle = ({ left, width }: { left: number; width: number }) => left + width / 2;
  const from = middle(args.collisionRect);
  // Columns are measured shortly after a drag starts, so there may be none yet.
  return [...args.droppableRects]
    .map(([id, rect]) => ({ id, away: Math.abs(middle(rect) - from) }))
    .sort((one, other) => one.away - other.away);
};

const announcements: Announcements = {
  onDragStart: ({ active }) => {
    const { card, stage } = draggedData(active);
    return `Picked up ${card.name} in ${stage.label}.`;
  },
  onDragOver: ({ active, over }) =>
    `${draggedData(active).card.name} is over ${stageUnder(over)?.label ?? "no stage"}.`,
  // The board announces a moved card, as it does after a move from the menu.
  onDragEnd: ({ active, over }) => {
    const { card, stage } = draggedData(active);
    const isMoved = over !== null && stageUnder(over)?.key !== stage.key;
    return isMoved ? undefined : `${card.name} stays in ${stage.label}.`;
  },
  onDragCancel: ({ active }) => {
    const { card, stage } = draggedData(active);
    return `Cancelled. ${card.name} stays in ${stage.label}.`;
  },
};

/** Texts for screen readers. */
export const DRAG_ACCESSIBILITY = {
  announcements,
  screenReaderInstructions: {
    draggable:
      "Press Space or Enter to pick up the card, choose a stage with the left and right arrow keys, and press Space or Enter to drop it. Esc cancels.",
  },
};
