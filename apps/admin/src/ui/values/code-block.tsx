import { Button, Group } from "@mantine/core";
import { IconCheck, IconCopy } from "@tabler/icons-react";
import { ScrollFrame } from "../pages/page.tsx";
import classes from "./code-block.module.css";
import { useCopy } from "./copy-icon.tsx";

interface CodeBlockProps {
  /** Name for screen readers. */
  readonly label: string;
  readonly text: string;
}

/** Preformatted text in a frame that scrolls. */
export function CodeBlock({ label, text }: CodeBlockProps) {
  return (
    <ScrollFrame aria-label={label} className={classes.frame}>
      <pre className={classes.code}>{text}</pre>
    </ScrollFrame>
  );
}

interface CopyTextProps {
  readonly text: string;
  /** Label of the button, a verb. */
  readonly label: string;
}

/** A button that copies a text to the clipboard. */
export function CopyText({ text, label }: CopyTextProps) {
  const { copied, copy } = useCopy(text);
  return (
    <Group>
      <Button
        size="compact-sm"
        variant="default"
        onClick={copy}
        leftSection={
          copied ? <IconCheck size={14} aria-hidden /> : <IconCopy size={14} aria-hidden />
        }
      >
        {copied ? "Copied" : label}
      </Button>
    </Group>
  );
}

/** Indents JSON; returns other text unchanged. */
export function prettyJson(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}
