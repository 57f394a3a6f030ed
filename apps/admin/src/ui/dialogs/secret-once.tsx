import { Button, Code, Group, Stack, Text } from "@mantine/core";
import { IconCheck, IconCopy } from "@tabler/icons-react";
import type { ReactNode } from "react";
import { useCopy } from "../values/use-copy.ts";
import { Dialog } from "./dialog.tsx";

interface SecretOnceProps {
  /** The credentials; null closes the dialog. */
  readonly secrets: readonly { readonly label: string; readonly value: string }[] | null;
  readonly title: string;
  /** Further instructions. */
  readonly note?: ReactNode;
  /** How the server stores it. */
  readonly kept?: string;
  readonly onClose: () => void;
}

/** Shows credentials once. Only its button closes it, so that a slip does not lose them. */
export function SecretOnce({
  secrets,
  title,
  note,
  kept = "Only a digest is stored, so it cannot be shown again.",
  onClose,
}: SecretOnceProps) {
  return (
    <Dialog
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
    </Dialog>
  );
}

function Secret({ label, value }: { readonly label: string; readonly value: string }) {
  const { copied, copy } = useCopy(value);
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
        <Button
          variant="default"
          onClick={copy}
          leftSection={copied ? <IconCheck size={16} /> : <IconCopy size={16} />}
        >
          {copied ? "Copied" : "Copy"}
        </Button>
      </Group>
    </Stack>
  );
}
