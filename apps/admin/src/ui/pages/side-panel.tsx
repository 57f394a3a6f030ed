import { Drawer } from "@mantine/core";
import type { ReactNode } from "react";
import { InertPage } from "../dialogs/inert-page.ts";

interface SidePanelProps {
  readonly title: string;
  readonly opened: boolean;
  readonly onClose: () => void;
  readonly size?: number;
  readonly children: ReactNode;
}

/** A drawer on the right for a form or for the details of a row; Esc closes it. */
export function SidePanel({ title, opened, onClose, size = 500, children }: SidePanelProps) {
  return (
    <>
      {opened && <InertPage />}
      <Drawer position="right" size={size} title={title} opened={opened} onClose={onClose}>
        {opened && children}
      </Drawer>
    </>
  );
}
