import { useDraggable } from "@dnd-kit/core";
import { IconGripVertical } from "@tabler/icons-react";
import { Link } from "@tanstack/react-router";
import { type KeyboardEvent, useLayoutEffect, useMemo, useRef } from "react";
import { useMark } from "../../changed.ts";
import { hasNoFocus } from "../../ui/pages/heading-focus.ts";
import classes from "./board.module.css";
import { useBoardContext } from "./board-context.ts";
import { CardFace } from "./card-face.tsx";
import { MoveMenu } from "./move-menu.tsx";
import type { Card, Column } from "./moves.ts";

/**
 * A record in a column: links to its page, can be dragged, and moved from its menu. The Tab key reaches its link; arrow
 * keys reach the rest, and the cards above and below.
 */
export function BoardCard({ card, stage }: { readonly card: Card; readonly stage: Column }) {
  const { mayMove } = useBoardContext();
  const drag = useDraggable({ id: card.id, data: { card, stage }, disabled: !mayMove });
  const menu = useFocusAfterMove(card.id);
  const name = useMemo(() => <CardLink card={card} />, [card]);
  return (
    <li
      ref={drag.setNodeRef}
      className={classes.card}
      data-dragging={drag.isDragging}
      data-movable={mayMove}
      data-changed={useMark(card.id)}
      onKeyDown={moveFocus}
    >
      <div {...drag.listeners}>
        <CardFace card={card} name={name} />
        {mayMove && (
          <button
            type="button"
            ref={drag.setActivatorNodeRef}
            {...drag.attributes}
            tabIndex={-1}
            className={classes.grip}
            aria-label={`Drag ${card.name}`}
          >
            <IconGripVertical size={14} aria-hidden />
          </button>
        )}
      </div>
      {mayMove && <MoveMenu ref={menu} card={card} stage={stage} />}
    </li>
  );
}

/** What arrow keys to the side reach in a card, in this order. */
const PARTS = `a, .${classes.grip}, .${classes.menu}`;

function moveFocus(event: KeyboardEvent<HTMLLIElement>): void {
  const { key, target, currentTarget: card } = event;
  // The arrow keys of a dragged card move it, and those of its open menu go through the menu.
  const isOther = !card.contains(target as Node) || card.dataset.dragging === "true";
  if (isOther || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
  const parts = [...card.querySelectorAll<HTMLElement>(PARTS)];
  const at = parts.indexOf(target as HTMLElement);
  const next = {
    ArrowRight: parts[at + 1],
    ArrowLeft: parts[at - 1],
    ArrowDown: card.nextElementSibling?.querySelector<HTMLElement>("a"),
    ArrowUp: card.previousElementSibling?.querySelector<HTMLElement>("a"),
  }[key];
  if (at < 0 || next == null) return;
  event.preventDefault();
  next.focus();
}

function CardLink({ card }: { readonly card: Card }) {
  const { projectId, plural } = useBoardContext();
  const params = { projectId: String(projectId), plural, recordId: String(card.id) };
  return (
    <Link
      to="/p/$projectId/$plural/$recordId"
      params={params}
      className={classes.link}
      draggable={false}
      preload={false}
    >
      {card.name}
    </Link>
  );
}

/** Restores the focus of a card in its new column, unless the focus has moved elsewhere. */
function useFocusAfterMove(id: number) {
  const { arriving } = useBoardContext();
  const menu = useRef<HTMLButtonElement>(null);
  useLayoutEffect(() => {
    const button = menu.current;
    if (arriving.current === id) {
      arriving.current = null;
      if (hasNoFocus()) button?.focus();
    }
    return () => {
      if (button?.closest("li")?.contains(document.activeElement)) arriving.current = id;
    };
  }, [arriving, id]);
  return menu;
}
