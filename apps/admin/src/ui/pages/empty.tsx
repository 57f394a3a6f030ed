import { Center, type MantineSize, Stack, Text, ThemeIcon } from "@mantine/core";
import type { IconProps } from "@tabler/icons-react";
import type { ComponentType, ReactNode } from "react";

interface EmptyProps {
  readonly icon: ComponentType<IconProps>;
  readonly title: string;
  /** What belongs here, or what to do next. */
  readonly children: ReactNode;
  readonly action?: ReactNode;
  readonly py?: MantineSize | number;
}

/** An empty state: says what belongs here and offers the first step. */
export function Empty({ icon: Icon, title, children, action, py = 56 }: EmptyProps) {
  return (
    <Center py={py} px="md" data-empty>
      <Stack align="center" gap="xs" maw={420} ta="center">
        <ThemeIcon variant="light" color="gray" size={44} radius="xl">
          <Icon size={22} stroke={1.6} aria-hidden />
        </ThemeIcon>
        <Text fw={600} fz="md">
          {title}
        </Text>
        <Text c="dimmed" style={{ textWrap: "balance" }}>
          {children}
        </Text>
        {action}
      </Stack>
    </Center>
  );
}
