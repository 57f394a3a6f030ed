import { lazy, Suspense } from "react";
import classes from "./markdown.module.css";

interface MarkdownProps {
  readonly text: string;
}

/**
 * A text with Markdown for readers. What reads it is loaded when it is first needed. Until then its place is empty, and after
 * a second the text is as it was typed.
 */
export function Markdown({ text }: MarkdownProps) {
  return (
    <Suspense fallback={<Plain text={text} isWaiting />}>
      <Rendered text={text} />
    </Suspense>
  );
}

/** A text as it is. */
function Plain({ text, isWaiting }: MarkdownProps & { readonly isWaiting?: boolean }) {
  return (
    <div className={classes.plain} data-waiting={isWaiting}>
      {text}
    </div>
  );
}

/** Loads what reads Markdown, so that a text that comes later is not shown as it was typed first. */
export const preloadMarkdown = () => import("./rendered.tsx").catch(() => undefined);

const Rendered = lazy(async () => ({ default: (await preloadMarkdown())?.Rendered ?? Plain }));
