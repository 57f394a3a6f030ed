import { Button, CopyButton, Group } from "@mantine/core";
import { IconCheck, IconCopy } from "@tabler/icons-react";
import classes from "./code-block.module.css";

interface CodeBlockProps {
  /** What it is, for those who do not see it. */
  readonly label: string;
  readonly text: string;
}

/** Text of a program, as it is; one that is long scrolls. */
export function CodeBlock({ label, text }: CodeBlockProps) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what is longer than its frame is scrolled with the keyboard too
    <section aria-label={label} tabIndex={0} className={classes.frame}>
      <pre className={classes.code}>{text}</pre>
    </section>
  );
}

interface CopyTextProps {
  readonly text: string;
  /** A verb with what is copied. */
  readonly label: string;
}

/** Puts a text on the clipboard. */
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

/** JSON with its members on lines of their own; what is no JSON stays as it is. */
export function prettyJson(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}
