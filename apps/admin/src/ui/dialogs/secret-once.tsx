import { Button, Code, Group, Stack, Text } from "@mantine/core";
import { IconCheck, IconCopy, IconDownload } from "@tabler/icons-react";
import type { ReactNode } from "react";
import { saveFile } from "../../files.ts";
import { useCopy } from "../values/copy-icon.tsx";
import { Dialog } from "./dialog.tsx";

interface SecretOnceProps {
  /** The credentials; null closes the dialog. */
  readonly secrets: readonly { readonly label: string; readonly value: string }[] | null;
  readonly title: string;
  /** Further instructions. */
  readonly note?: ReactNode;
  /** How the server stores it. */
  readonly kept?: string;
  /** Offers the secrets as a text file; such as `Download codes`. */
  readonly download?: { readonly label: string; readonly name: string; readonly text: string };
  readonly onClose: () => void;
}

/** Shows credentials once. Only its button closes it, so that a slip does not lose them. */
export function SecretOnce({
  secrets,
  title,
  note,
  kept = "Only a digest is stored, so it cannot be shown again.",
  download,
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
          {download && (
            <Button
              variant="default"
              leftSection={<IconDownload size={16} aria-hidden />}
              onClick={() =>
                saveFile(new Blob([download.text], { type: "text/plain" }), download.name)
              }
            >
              {download.label}
            </Button>
          )}
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
      <Group gap="xs" align="flex-start">
        <Code
          block
          flex="1 1 220px"
          miw={0}
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
