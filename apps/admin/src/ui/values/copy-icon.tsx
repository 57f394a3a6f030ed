import { ActionIcon, Code, Group, Tooltip } from "@mantine/core";
import { notifications } from "@mantine/notifications";
import { IconCheck, IconCopy } from "@tabler/icons-react";
import { useEffect, useState } from "react";

interface CopyIconProps {
  readonly value: string;
  /** What is copied, such as `internal name`. */
  readonly what: string;
  /** Name for screen readers, if other than “Copy the” and `what`. */
  readonly label?: string;
}

/** An icon button that copies a value to the clipboard. */
export function CopyIcon({ value, what, label = `the ${what}` }: CopyIconProps) {
  const { copied, copy } = useCopy(value);
  return (
    <Tooltip label={copied ? "Copied" : `Copy the ${what}`}>
      <ActionIcon
        variant="subtle"
        color="gray"
        size={24}
        onClick={copy}
        aria-label={copied ? `Copied ${label}` : `Copy ${label}`}
      >
        {copied ? <IconCheck size={15} aria-hidden /> : <IconCopy size={15} aria-hidden />}
      </ActionIcon>
    </Tooltip>
  );
}

interface CopiedIdProps {
  readonly id: string | number;
  /** What the id names, such as `client id`. */
  readonly label: string;
}

/** Characters of an id that stay in one line, also in a narrow column. */
const UNBROKEN = 24;

/** An id with a button that copies it. */
export function CopiedId({ id, label }: CopiedIdProps) {
  const text = String(id);
  return (
    <Group gap={4} wrap="nowrap">
      <Code style={{ "--characters": Math.min(text.length, UNBROKEN), overflowWrap: "anywhere" }}>
        {text}
      </Code>
      <CopyIcon value={text} what={label} label={`the ${label} ${id}`} />
    </Group>
  );
}

/** Time for which a button says that it has copied. */
const COPIED_MS = 1_000;

/**
 * Copies a text to the clipboard. If that fails, it says so.
 *
 * @param instead how to get the text otherwise
 * @returns whether the text was copied
 */
export async function copyText(text: string, instead: string): Promise<boolean> {
  try {
    // Browsers have no clipboard on pages without HTTPS.
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    const why = window.isSecureContext ? "The browser refused to copy." : "Copying needs HTTPS.";
    notifications.show({ id: "not-copied", message: `${why} ${instead}`, color: "red" });
    return false;
  }
}

/** Returns a function for a button that copies a text shown next to it, and whether it has just done so. */
export function useCopy(text: string) {
  const [copied, setCopied] = useState(false);
  useEffect(() => {
    if (!copied) return;
    const timer = setTimeout(() => setCopied(false), COPIED_MS);
    return () => clearTimeout(timer);
  }, [copied]);
  const copy = () => void copyText(text, "Select the text and copy it by hand.").then(setCopied);
  return { copied, copy };
}
