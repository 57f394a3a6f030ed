import { lazy, Suspense } from "react";
import classes from "./markdown.module.css";

interface MarkdownProps {
  readonly text: string;
}

/** A text with Markdown for readers. What reads it is loaded when it is first needed; until then the text is as it was typed. */
export function Markdown({ text }: MarkdownProps) {
  return (
    <Suspense fallback={<Plain text={text} />}>
      <Rendered text={text} />
    </Suspense>
  );
}

/** A text as it is. */
function Plain({ text }: MarkdownProps) {
  return <div className={classes.plain}>{text}</div>;
}

const Rendered = lazy(async () => {
  const loaded = await import("./rendered.tsx").catch(() => undefined);
  return { default: loaded?.Rendered ?? Plain };
});
