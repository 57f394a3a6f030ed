import { Menu, type MenuProps } from "@mantine/core";
import {
  type ButtonHTMLAttributes,
  cloneElement,
  type ReactElement,
  useEffect,
  useState,
} from "react";

interface LazyMenuProps extends Omit<MenuProps, "opened" | "onChange"> {
  /** The button that opens the menu. */
  readonly target: ReactElement<ButtonHTMLAttributes<HTMLButtonElement>>;
  /** The menu's content. */
  readonly children: ReactElement;
  readonly onOpenChange?: (isOpen: boolean) => void;
}

/** A menu that is built when its button is first clicked. A table has one for each row, and most are never opened. */
export function LazyMenu({ target, ...menu }: LazyMenuProps) {
  const [isBuilt, setBuilt] = useState(false);
  if (isBuilt) return <BuiltMenu target={target} {...menu} />;
  return cloneElement(target, {
    "aria-haspopup": "menu",
    "aria-expanded": false,
    onClick: () => setBuilt(true),
  });
}

function BuiltMenu({ target, children, onOpenChange, ...menu }: LazyMenuProps) {
  const [isOpen, setOpen] = useState(false);
  // It must be drawn closed first, with the focus on its button, because a menu returns the focus to where it was before
  // it was opened.
  useEffect(() => setOpen(true), []);
  useEffect(() => onOpenChange?.(isOpen), [isOpen, onOpenChange]);
  return (
    <Menu {...menu} opened={isOpen} onChange={setOpen}>
      <Menu.Target>{cloneElement(target, { autoFocus: true })}</Menu.Target>
      {children}
    </Menu>
  );
}
