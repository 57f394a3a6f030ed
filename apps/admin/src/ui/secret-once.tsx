import { Button, Code, CopyButton, Group, Modal, Stack, Text } from "@mantine/core";
import { IconCheck, IconCopy } from "@tabler/icons-react";
import type { ReactNode } from "react";

interface SecretOnceProps {
  /** What was made, null while there is nothing to show. */
  readonly secrets: readonly { readonly label: string; readonly value: string }[] | null;
  readonly title: string;
  /** What else there is to know of it now. */
  readonly note?: ReactNode;
  /** How it is kept; as a digest when not given. */
  readonly kept?: string;
  readonly onClose: () => void;
}

/** Shows credentials the one time that they are known; a click outside does not lose them. */
export function SecretOnce({
  secrets,
  title,
  note,
  kept = "Only a digest is kept, so it cannot be shown again.",
  onClose,
}: SecretOnceProps) {
  return (
    <Modal
      opened={secrets !== null}
      onClose={onClose}
      title={title}
      closeOnEscape={false}
      withCloseButton={false}
      size="lg"
    >
      <Stack>
        <Text>Copy this now. {kept}</Text>
        {note}
        {secrets?.map(({ label, value }) => (
          <Secret key={label} label={label} value={value} />
        ))}
        <Group justify="flex-end">
          <Button onClick={onClose}>I have copied it</Button>
        </Group>
      </Stack>
    </Modal>
  );
}

function Secret({ label, value }: { readonly label: string; readonly value: string }) {
  return (
    <Stack gap={4}>
      <Text fw={500}>{label}</Text>
      <Group gap="xs" wrap="nowrap" align="flex-start">
        <Code
          block
          flex={1}
          aria-label={label}
          style={{ overflowWrap: "anywhere", whiteSpace: "pre-wrap" }}
        >
          {value}
        </Code>
        <CopyButton value={value}>
          {({ copied, copy }) => (
            <Button
              variant="default"
              onClick={copy}
              leftSection={copied ? <IconCheck size={16} /> : <IconCopy size={16} />}
            >
              {copied ? "Copied" : "Copy"}
            </Button>
          )}
        </CopyButton>
      </Group>
    </Stack>
  );
}
