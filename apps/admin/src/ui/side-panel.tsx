import { Drawer } from "@mantine/core";
import type { ReactNode } from "react";

interface SidePanelProps {
  readonly title: string;
  readonly opened: boolean;
  readonly onClose: () => void;
  readonly size?: number;
  readonly children: ReactNode;
}

/** A form or the details of a row, at the right of the list that they belong to; Esc closes it. */
export function SidePanel({ title, opened, onClose, size = 500, children }: SidePanelProps) {
  return (
    <Drawer position="right" size={size} title={title} opened={opened} onClose={onClose}>
      {opened && children}
    </Drawer>
  );
}
