import { Drawer, Group, Paper, Stack, Text, Title } from "@mantine/core";
import type { ReactNode } from "react";
import { FocusContent, findAutofocus, InertPage } from "../dialogs/dialog.tsx";

interface PanelProps {
  readonly title: string;
  readonly lead?: ReactNode;
  readonly actions?: ReactNode;
  readonly children: ReactNode;
}

/** A section of a page with a title. */
export function Panel({ title, lead, actions, children }: PanelProps) {
  return (
    <Paper withBorder p="md" component="section" aria-label={title}>
      <Stack gap="sm">
        <Group justify="space-between" align="flex-start">
          <Stack gap={2}>
            <Title order={2}>{title}</Title>
            {lead && <Text c="dimmed">{lead}</Text>}
          </Stack>
          {actions}
        </Group>
        {children}
      </Stack>
    </Paper>
  );
}

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
        {opened && <FocusContent find={findAutofocus} />}
        {opened && children}
      </Drawer>
    </>
  );
}
