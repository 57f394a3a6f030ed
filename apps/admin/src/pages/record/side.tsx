import { Paper, Stack, Text, Title, VisuallyHidden } from "@mantine/core";
import type { ReactNode } from "react";

interface SideProps {
  readonly title: string;
  readonly lead: string;
  readonly children: ReactNode;
}

/** The content of a tab. The title is hidden, because the tab already shows it. */
export function Side({ title, lead, children }: SideProps) {
  return (
    <Paper withBorder p="md">
      <Stack gap="sm">
        <VisuallyHidden>
          <Title order={2}>{title}</Title>
        </VisuallyHidden>
        <Text c="dimmed">{lead}</Text>
        {children}
      </Stack>
    </Paper>
  );
}
