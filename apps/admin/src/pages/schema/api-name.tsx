import { ActionIcon, Code, CopyButton, Group, Tooltip } from "@mantine/core";
import { IconCheck, IconCopy } from "@tabler/icons-react";

/** An internal name with a button that copies it. */
export function ApiName({ name }: { readonly name: string }) {
  return (
    <Group component="span" gap={2} wrap="nowrap" display="inline-flex">
      <Code>{name}</Code>
      <CopyButton value={name}>
        {({ copied, copy }) => (
          <Tooltip label={copied ? "Copied" : "Copy internal name"}>
            <ActionIcon
              variant="subtle"
              color="gray"
              size={24}
              onClick={copy}
              aria-label={copied ? `Copied ${name}` : `Copy ${name}`}
            >
              {copied ? <IconCheck size={14} aria-hidden /> : <IconCopy size={14} aria-hidden />}
            </ActionIcon>
          </Tooltip>
        )}
      </CopyButton>
    </Group>
  );
}
