import MarkdownIt, { type Token } from "markdown-it";

/** What a text is shown as: texts, and elements of a few kinds. None of them is HTML of the text itself. */
export type Part = string | Element;

export interface Element {
  readonly kind: Kind;
  readonly children: Part[];
  /** Of a link: `http:`, `https:` or `mailto:`. Of a mention: `admin:` and the admin's number. */
  readonly href?: string;
  /** Of a heading: 1 to 6. Of a numbered list: its first number. */
  readonly number?: number;
  /** True for a ticked item of a task list; undefined outside of task lists. */
  readonly isDone?: boolean;
}

const KINDS = {
  paragraph: "paragraph",
  heading: "heading",
  blockquote: "quote",
  bullet_list: "list",
  ordered_list: "numbers",
  list_item: "item",
  strong: "strong",
  em: "emphasis",
  s: "deleted",
  link: "link",
} as const;

/** Kinds of elements without others in them. */
const LEAVES = {
  code_inline: "code",
  fence: "lines",
  softbreak: "break",
  hardbreak: "break",
  hr: "rule",
} as const;

type Kind = "mention" | (typeof KINDS)[keyof typeof KINDS] | (typeof LEAVES)[keyof typeof LEAVES];

/** Characters of a text that is read as Markdown. Values of properties are not longer. */
const MAX_CHARACTERS = 65_536;
/** Parts and depth beyond which a text is shown as it is, because nobody wrote it for readers. */
const MAX_PARTS = 5_000;
const MAX_DEPTH = 20;

const LINK = /^(?:https?:\/\/[^/\s]|mailto:[^\s@]+@)/i;
const MENTION = /^admin:[1-9]\d{0,14}$/;
const TASK = /^\[([ xX])\](?:\s+|$)/;

// Of the small libraries, this one alone needs a time that is linear in the length of any text. Raw HTML and images stay text.
// So does what has another meaning in plain notes: indented and underlined lines, and definitions of links, which would vanish.
const markdown = new MarkdownIt({ linkify: true, breaks: true }).disable([
  "code",
  "lheading",
  "reference",
  "html_block",
  "html_inline",
  "image",
  "table",
]);
markdown.linkify.set({ fuzzyLink: true });
markdown.validateLink = (href) => MENTION.test(href) || (LINK.test(href) && URL.canParse(href));

/**
 * Reads a text as Markdown.
 *
 * @returns undefined if the text is too long, too deep or of too many parts to be shown so
 */
export function parseMarkdown(text: string): readonly Part[] | undefined {
  if (text.length > MAX_CHARACTERS) return undefined;
  const tokens = markdown.parse(text, {}).flatMap(flat);
  if (tokens.length > MAX_PARTS) return undefined;
  const parts: Part[] = [];
  const open: Element[] = [];
  for (const [i, token] of tokens.entries()) {
    if (token.nesting < 0) {
      open.pop();
      continue;
    }
    const part = parsePart(token, tokens, i);
    (open.at(-1)?.children ?? parts).push(part);
    if (token.nesting === 0 || typeof part === "string") continue;
    open.push(part);
    if (open.length > MAX_DEPTH) return undefined;
  }
  return parts;
}

/** Replaces a token that only holds others by these, and leaves out the paragraphs of dense lists. */
function flat(token: Token): readonly Token[] {
  if (token.hidden) return [];
  if (token.type !== "inline") return [token];
  const children = token.children ?? [];
  return children.filter(
    (one, i) => !isWord(one, children[i + 1]) && !isWord(children[i - 2], children[i - 1]),
  );
}

/** Returns whether a link was made of a word with a dot: `notes.md`. An address without a scheme begins with `www.`. */
function isWord(opening: Token | undefined, text: Token | undefined): boolean {
  if (opening?.type !== "link_open" || opening.markup !== "linkify") return false;
  return !/^https?:|^mailto:|^www\.|@/i.test(text?.content ?? "");
}

function parsePart(token: Token, tokens: readonly Token[], i: number): Part {
  const { type, content } = token;
  if (type in LEAVES) {
    return { kind: LEAVES[type as keyof typeof LEAVES], children: content === "" ? [] : [content] };
  }
  const kind = KINDS[type.replace(/_open$/, "") as keyof typeof KINDS];
  if (kind === undefined) return content;
  const element = { kind, children: [] };
  if (kind === "link") {
    const href = String(token.attrGet("href"));
    return { ...element, kind: MENTION.test(href) ? "mention" : kind, href };
  }
  if (kind === "heading") return { ...element, number: Number(token.tag.slice(1)) };
  if (kind === "numbers") return { ...element, number: Number(token.attrGet("start") ?? 1) };
  if (kind !== "item") return element;
  const first = tokens[i + 1]?.type === "paragraph_open" ? tokens[i + 2] : tokens[i + 1];
  const task = first?.type === "text" ? TASK.exec(first.content) : null;
  if (task === null || first === undefined) return element;
  first.content = first.content.slice(task[0].length);
  return { ...element, isDone: task[1] !== " " };
}
