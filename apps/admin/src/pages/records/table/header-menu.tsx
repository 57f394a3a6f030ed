import { ActionIcon, Menu } from "@mantine/core";
import {
  IconArrowLeft,
  IconArrowRight,
  IconArrowsHorizontal,
  IconChevronDown,
  IconEyeOff,
  IconPin,
  IconPinnedOff,
  IconRestore,
} from "@tabler/icons-react";
import type { ReactNode } from "react";
import classes from "./table-head.module.css";

interface HeaderMenuProps {
  readonly label: string;
  /** Place among the columns besides the name, from 0. */
  readonly place: number;
  readonly count: number;
  readonly isPinned: boolean;
  readonly isResized: boolean;
  readonly onMove: (place: number) => void;
  readonly onPin: (pinned: boolean) => void;
  /** Moves the focus to the edge of the column. */
  readonly onResize: () => void;
  readonly onResetWidth: () => void;
  readonly onHide: () => void;
}

/** The menu of a column: everything that dragging does, for the keyboard. */
export function HeaderMenu(props: HeaderMenuProps) {
  const { label, place, count, isPinned, isResized } = props;
  const item = (text: string, icon: ReactNode, onClick: () => void, disabled = false) => (
    <Menu.Item leftSection={icon} onClick={onClick} disabled={disabled}>
      {text}
    </Menu.Item>
  );
  return (
    <Menu position="bottom-end" width={190} shadow="md">
      <Menu.Target>
        <ActionIcon
          className={classes.menu}
          variant="subtle"
          color="gray"
          size={20}
          aria-label={`Column ${label}`}
        >
          <IconChevronDown size={13} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {item(
          "Move left",
          <IconArrowLeft size={15} aria-hidden />,
          () => props.onMove(place - 1),
          place === 0,
        )}
        {item(
          "Move right",
          <IconArrowRight size={15} aria-hidden />,
          () => props.onMove(place + 1),
          place === count - 1,
        )}
        {isPinned
          ? item("Unpin", <IconPinnedOff size={15} aria-hidden />, () => props.onPin(false))
          : item("Pin", <IconPin size={15} aria-hidden />, () => props.onPin(true))}
        {item("Resize", <IconArrowsHorizontal size={15} aria-hidden />, props.onResize)}
        {isResized &&
          item("Usual width", <IconRestore size={15} aria-hidden />, props.onResetWidth)}
        {item("Hide", <IconEyeOff size={15} aria-hidden />, props.onHide)}
      </Menu.Dropdown>
    </Menu>
  );
}
