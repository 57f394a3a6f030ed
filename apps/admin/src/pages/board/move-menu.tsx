import { Menu } from "@mantine/core";
import { IconArrowRight, IconDots, IconLock } from "@tabler/icons-react";
import type { RefObject } from "react";
import classes from "./board.module.css";
import { useBoardContext } from "./board-context.ts";
import type { Card, Column } from "./moves.ts";

const OPEN = <IconArrowRight size={14} aria-hidden />;
const CLOSED = <IconLock size={14} aria-hidden />;

interface MoveMenuProps {
  readonly ref: RefObject<HTMLButtonElement | null>;
  readonly card: Card;
  readonly stage: Column;
}

/** The menu that moves a card to another stage; quicker than dragging with the keyboard. */
export function MoveMenu({ ref, card, stage }: MoveMenuProps) {
  const { stages, move, arriving } = useBoardContext();
  const others = stages.filter(({ key }) => key !== stage.key);
  const moveTo = (to: string) => {
    arriving.current = card.id;
    move(card, stage.key, to);
  };
  return (
    <Menu position="bottom-end" shadow="md" width={220}>
      <Menu.Target>
        <button
          type="button"
          ref={ref}
          className={classes.menu}
          tabIndex={-1}
          aria-label={`Move ${card.name} to another stage`}
        >
          <IconDots size={16} aria-hidden />
        </button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>Move to</Menu.Label>
        {others.map(({ key, label, closed }) => (
          <Menu.Item key={key} leftSection={closed ? CLOSED : OPEN} onClick={() => moveTo(key)}>
            {label}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
