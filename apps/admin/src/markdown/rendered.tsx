import { Anchor, Code, VisuallyHidden } from "@mantine/core";
import { IconSquare, IconSquareCheck } from "@tabler/icons-react";
import { Fragment, type ReactNode, useMemo } from "react";
import { useMe } from "../session.ts";
import classes from "./markdown.module.css";
import { type Element, type Part, parseMarkdown } from "./parse.ts";

/** A text as Markdown, made of React elements alone. */
export function Rendered({ text }: { readonly text: string }) {
  const parts = useMemo(() => parseMarkdown(text), [text]);
  if (parts === undefined) return <div className={classes.plain}>{text}</div>;
  return <div className={classes.text}>{all(parts)}</div>;
}

function all(parts: readonly Part[]): ReactNode {
  return parts.map((part, i) => <Fragment key={i}>{one(part)}</Fragment>);
}

function one(part: Part): ReactNode {
  return typeof part === "string" ? part : SHOWN[part.kind](part, all(part.children));
}

const SHOWN: Readonly<Record<Element["kind"], (element: Element, inner: ReactNode) => ReactNode>> =
  {
    paragraph: (_, inner) => <p>{inner}</p>,
    heading: ({ number = 1 }, inner) => {
      // Below the headings of the page.
      const Heading = ({ 1: "h4", 2: "h5" } as const)[number] ?? "h6";
      return <Heading>{inner}</Heading>;
    },
    quote: (_, inner) => <blockquote>{inner}</blockquote>,
    list: (_, inner) => <ul>{inner}</ul>,
    numbers: ({ number }, inner) => <ol start={number}>{inner}</ol>,
    item: ({ isDone }, inner) =>
      isDone === undefined ? <li>{inner}</li> : <Task isDone={isDone}>{inner}</Task>,
    strong: (_, inner) => <strong>{inner}</strong>,
    emphasis: (_, inner) => <em>{inner}</em>,
    deleted: (_, inner) => <del>{inner}</del>,
    code: (_, inner) => <Code>{inner}</Code>,
    lines: (_, inner) => (
      <Code block tabIndex={0}>
        {inner}
      </Code>
    ),
    link: ({ href }, inner) => (
      <Anchor
        inherit
        underline="always"
        href={href}
        title={href}
        target="_blank"
        rel="noopener noreferrer nofollow"
      >
        {inner}
      </Anchor>
    ),
    mention: ({ href }, inner) => (
      <Mention id={Number(href?.slice("admin:".length))}>{inner}</Mention>
    ),
    break: () => <br />,
    rule: () => <hr />,
  };

/** An admin who is mentioned, by the name that the text has. */
function Mention({ id, children }: { readonly id: number; readonly children: ReactNode }) {
  const isMe = useMe().id === id;
  return (
    <span className={classes.mention} data-mine={isMe || undefined}>
      {children}
    </span>
  );
}

function Task({ isDone, children }: { readonly isDone: boolean; readonly children: ReactNode }) {
  const Icon = isDone ? IconSquareCheck : IconSquare;
  return (
    <li className={classes.task} data-done={isDone || undefined}>
      <Icon size={16} aria-hidden />
      <VisuallyHidden>{isDone ? "Done: " : "To do: "}</VisuallyHidden>
      <div>{children}</div>
    </li>
  );
}
