import { Button, CopyButton, Group } from "@mantine/core";
import { IconCheck, IconCopy } from "@tabler/icons-react";
import classes from "./code-block.module.css";

interface CodeBlockProps {
  /** Name for screen readers. */
  readonly label: string;
  readonly text: string;
}

/** Preformatted text in a frame that scrolls. */
export function CodeBlock({ label, text }: CodeBlockProps) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard scrolls it too
    <section aria-label={label} tabIndex={0} className={classes.frame}>
      <pre className={classes.code}>{text}</pre>
    </section>
  );
}

interface CopyTextProps {
  readonly text: string;
  /** Label of the button, a verb. */
  readonly label: string;
}

/** A button that copies a text to the clipboard. */
export function CopyText({ text, label }: CopyTextProps) {
  return (
    <Group>
      <CopyButton value={text}>
        {({ copied, copy }) => (
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
        )}
      </CopyButton>
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
