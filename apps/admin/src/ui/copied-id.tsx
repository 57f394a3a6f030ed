import { ActionIcon, Code, CopyButton, Group, Tooltip } from "@mantine/core";
import { IconCheck, IconCopy } from "@tabler/icons-react";

interface CopiedIdProps {
  readonly id: string | number;
  /** Name for screen readers, such as `client id`. */
  readonly label: string;
}

/** An id with a button that copies it. */
export function CopiedId({ id, label }: CopiedIdProps) {
  return (
    <Group gap={4} wrap="nowrap">
      <Code>{id}</Code>
      <CopyButton value={String(id)}>
        {({ copied, copy }) => (
          <Tooltip label={copied ? "Copied" : `Copy the ${label}`}>
            <ActionIcon
              size="sm"
              variant="subtle"
              color="gray"
              aria-label={copied ? `Copied the ${label} ${id}` : `Copy the ${label} ${id}`}
              onClick={copy}
            >
              {copied ? <IconCheck size={15} /> : <IconCopy size={15} />}
            </ActionIcon>
          </Tooltip>
        )}
      </CopyButton>
    </Group>
  );
}
