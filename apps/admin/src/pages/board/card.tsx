import { useDraggable } from "@dnd-kit/core";
import { Menu } from "@mantine/core";
import { stageColor } from "@rapport/model";
import { IconDots, IconGripVertical } from "@tabler/icons-react";
import { Link } from "@tanstack/react-router";
import {
  type KeyboardEvent,
  type RefObject,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from "react";
import { useMark } from "../../live/changed.ts";
import { useHold } from "../../live/live-refetch.ts";
import { LazyMenu } from "../../ui/dialogs/lazy-menu.tsx";
import { hasNoFocus } from "../../ui/pages/heading-focus.ts";
import { Dot } from "../../ui/values/chip.tsx";
import classes from "./board.module.css";
import { useBoardContext } from "./board-context.ts";
import { CardFace } from "./card-face.tsx";
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

interface MoveMenuProps {
  readonly ref: RefObject<HTMLButtonElement | null>;
  readonly card: Card;
  readonly stage: Column;
}

/** The menu that moves a card to another stage; quicker than dragging with the keyboard. */
function MoveMenu({ ref, card, stage }: MoveMenuProps) {
  const { stages, move, arriving } = useBoardContext();
  const others = stages.filter(({ key }) => key !== stage.key);
  const [isOpen, setOpen] = useState(false);
  useHold("card", isOpen);
  const moveTo = (to: string) => {
    arriving.current = card.id;
    move(card, stage.key, to);
  };
  return (
    <LazyMenu
      position="bottom-end"
      shadow="md"
      width={220}
      onOpenChange={setOpen}
      target={
        <button
          type="button"
          ref={ref}
          className={classes.menu}
          tabIndex={-1}
          aria-label={`Move ${card.name} to another stage`}
        >
          <IconDots size={16} aria-hidden />
        </button>
      }
    >
      <Menu.Dropdown>
        <Menu.Label>Move to</Menu.Label>
        {others.map((other) => (
          <Menu.Item
            key={other.key}
            leftSection={<Dot color={stageColor(other)} />}
            onClick={() => moveTo(other.key)}
          >
            {other.label}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </LazyMenu>
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
    const card = menu.current?.closest("li");
    if (arriving.current === id) {
      arriving.current = null;
      if (hasNoFocus()) menu.current?.focus();
    }
    return () => {
      if (card?.contains(document.activeElement)) arriving.current = id;
    };
  }, [arriving, id]);
  return menu;
}
