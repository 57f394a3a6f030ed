import { describe, expect, it } from "vitest";
import {
  type Edit,
  link,
  markLines,
  mention,
  mentioning,
  nextItem,
  wrap,
} from "../src/markdown/edits.ts";
import { type Part, parseMarkdown } from "../src/markdown/parse.ts";

const HOSTILE = [
  "*",
  "*a",
  "a**b",
  "*a_",
  "_a__",
  "~~a",
  "[",
  "]",
  "[a](",
  "![",
  "`",
  "<",
  "<a",
  "&",
]
  .concat([
    "a@",
    "a.b@",
    "a-",
    "http://",
    "www.",
    "//",
    ":",
    "\\",
    "- ",
    "-\n",
    "> ",
    "1. ",
    "#",
    "```\n",
  ])
  .concat(["a\n", "[a]:", "|a", "**a *b ", "- > ", "[](", "<!--", "mailto:", " ", "\t"]);

/** Writes parts as text, such as `strong(a)`. */
function written(text: string): string {
  const parts = parseMarkdown(text);
  return parts === undefined ? "plain" : parts.map(one).join(" ");
}

function one(part: Part): string {
  if (typeof part === "string") return part;
  const { kind, children, href, number, isDone } = part;
  const traits = [href, number, isDone].filter((trait) => trait !== undefined);
  return `${[kind, ...traits].join(" ")}(${children.map(one).join("")})`;
}

describe("the Markdown of notes", () => {
  it.each([
    ["# A\n### B\n#C", "heading 1(A) heading 3(B) paragraph(#C)"],
    ["**a** *b* _c_ ~~d~~ `e`", "paragraph(strong(a) emphasis(b) emphasis(c) deleted(d) code(e))"],
    ["a\nb\n\nc", "paragraph(abreak()b) paragraph(c)"],
    ["- a\n- b\n  1. c", "list(item(a)item(bnumbers 1(item(c))))"],
    ["3. a\n4. b", "numbers 3(item(a)item(b))"],
    ["- [ ] a\n- [x] **b**", "list(item false(a)item true(strong(b)))"],
    ["- [ ] a\n\n- [X] b", "list(item false(paragraph(a))item true(paragraph(b)))"],
    ["> a\n> b", "quote(paragraph(abreak()b))"],
    ["```js\n<b>\n```", "lines(<b>\n)"],
    ["a\n\n---", "paragraph(a) rule()"],
  ])("reads %j", (text, expected) => {
    expect(written(text)).toBe(expected);
  });

  it.each([
    ["[a](https://b.example/c)", "link https://b.example/c(a)"],
    ["[a](HTTP://b.example)", "link HTTP://b.example(a)"],
    ["[a](mailto:a@b.example)", "link mailto:a@b.example(a)"],
    ["<https://b.example>", "link https://b.example(https://b.example)"],
    ["https://b.example/c.", "link https://b.example/c(https://b.example/c)."],
    ["www.b.com", "link http://www.b.com(www.b.com)"],
    ["ada@b.example", "link mailto:ada@b.example(ada@b.example)"],
    ["notes.md and b.com", "notes.md and b.com"],
  ])("makes a link of %s", (text, expected) => {
    expect(written(text)).toBe(`paragraph(${expected})`);
  });

  it.each([
    "[a](javascript:alert(1))",
    "[a](JaVaScRiPt:alert)",
    "[a](java&#115;cript:alert)",
    "[a](data:text/html,x)",
    "[a](vbscript:x)",
    "[a](file:///etc/passwd)",
    "[a](//evil.example)",
    "[a](/tenants)",
    "[a](tel:1)",
    "[a](http:evil)",
    "[a](https://)",
    "<javascript:alert(1)>",
  ])("makes no link of %s", (text) => {
    expect(written(text)).not.toMatch(/link/);
    expect(written(text)).toContain("a");
  });

  it.each([
    "<script>alert(1)</script>",
    "<img src=x onerror=alert(1)>",
    "<!-- a -->",
    "a <b onclick=x>c</b>",
    "    indented",
    "a\n===",
    "|a|\n|-|\n|b|",
    "[a]: b",
  ])("shows %j as the text that it is", (text) => {
    expect(written(text)).toBe(`paragraph(${text.trim().replaceAll("\n", "break()")})`);
  });

  it("shows a mention as the name that the text has, and nothing else of `admin:`", () => {
    expect(written("Ask [@a_b@c.example](admin:12).")).toBe(
      "paragraph(Ask mention admin:12(@a_b@c.example).)",
    );
    for (const href of ["admin:", "admin:0", "admin:x", "admin:1/2", "admin://1"]) {
      expect(written(`[a](${href})`)).toBe(`paragraph([a](${href}))`);
    }
  });

  it("shows no image, but its link", () => {
    expect(written("![a](https://b.example/c.png)")).toBe(
      "paragraph(!link https://b.example/c.png(a))",
    );
  });

  it("loses no text of what is too deep or of too many parts, and shows it as it is", () => {
    expect(written(">".repeat(300))).toBe("plain");
    expect(written(`${"> ".repeat(30)}a`)).toBe("plain");
    expect(written("- a\n".repeat(3_000))).toBe("plain");
    expect(written("**a** ".repeat(6_000))).toBe("plain");
    expect(written("a".repeat(65_537))).toBe("plain");
  });

  // With work that grows with the square of the length, one of these takes half a minute.
  it.each(HOSTILE)("reads a text of 64 KiB of %j before the test times out", (unit) => {
    const text = unit.repeat(Math.ceil(65_536 / unit.length)).slice(0, 65_536);
    const parts = parseMarkdown(text);
    expect(parts === undefined || parts.length <= 5_000).toBe(true);
  });
});

describe("writing Markdown", () => {
  /** Edits a text in which `|` marks the ends of what is selected. */
  const edited = (given: string, edit: (draft: Parameters<typeof wrap>[0]) => Edit | undefined) => {
    const [before = "", chosen = "", after] = given.split("|");
    const text = before + chosen + (after ?? "");
    const [start, end] = [
      before.length,
      after === undefined ? before.length : before.length + chosen.length,
    ];
    const done = edit({ text: after === undefined ? before + chosen : text, start, end });
    if (done === undefined) return undefined;
    const { from, to, insert } = done;
    const whole =
      (after === undefined ? before + chosen : text).slice(0, from) + insert + text.slice(to);
    const marks = done.start === done.end ? "|" : `|${whole.slice(done.start, done.end)}|`;
    return whole.slice(0, done.start) + marks + whole.slice(done.end);
  };

  it.each([
    ["a |b| c", "a **|b|** c"],
    ["a **|b|** c", "a |b| c"],
    ["a |**b**| c", "a |b| c"],
    ["a | b |c", "a  **|b|** c"],
    ["a |", "a **|**"],
    ["a **b||**", "a **b**|"],
    ["a *|b|*", "a ***|b|***"],
  ])("makes %j bold as %j", (given, expected) => {
    expect(edited(given, (draft) => wrap(draft, "**"))).toBe(expected);
  });

  it("makes what is bold italic too", () => {
    expect(edited("**|a|**", (draft) => wrap(draft, "*"))).toBe("***|a|***");
    expect(edited("***|a|***", (draft) => wrap(draft, "*"))).toBe("**|a|**");
  });

  it.each([
    ["see |this|", "see [this](|https://|)"],
    ["|https://a.example|", "[|](https://a.example)"],
    ["a |", "a [|](https://)"],
  ])("makes a link of %j as %j", (given, expected) => {
    expect(edited(given, link)).toBe(expected);
  });

  it.each([
    ["@|", ""],
    ["Ask @ann@ex|", "ann@ex"],
    ["(@ann|", "ann"],
    ["ask ann@ex|", undefined],
    ["@ann b|", undefined],
  ])("takes %j as the beginning of a mention: %j", (given, expected) => {
    const start = given.indexOf("|");
    const found = mentioning({ text: given.replace("|", ""), start, end: start });
    expect(found?.typed).toBe(expected);
  });

  it("puts a mention in the place of what was typed, with marks of Markdown escaped", () => {
    const admin = { id: 4, email: "a_b*@c.example" };
    const place = (draft: Parameters<typeof mention>[0]) => {
      const typing = mentioning(draft);
      return typing && mention(draft, typing, admin);
    };
    expect(edited("Ask @an|", place)).toBe("Ask [@a\\_b\\*@c.example](admin:4) |");
    expect(written("[@a\\_b\\*@c.example](admin:4)")).toBe(
      "paragraph(mention admin:4(@a_b*@c.example))",
    );
  });

  it.each([
    ["- ", "a|", "- a|"],
    ["- ", "|a\nb|", "|- a\n- b|"],
    ["- ", "|- a\n- b|", "|a\nb|"],
    ["1. ", "|a\n- b\n|c", "|1. a\n2. b|\nc"],
    ["- [ ] ", "- a|", "- [ ] a|"],
    ["> ", "x\na|", "x\n> a|"],
  ] as const)("marks lines with %j: %j becomes %j", (mark, given, expected) => {
    expect(edited(given, (draft) => markLines(draft, mark))).toBe(expected);
  });

  it.each([
    ["- a|", "- a\n- |"],
    ["  9. a|", "  9. a\n  10. |"],
    ["- [x] a|", "- [x] a\n- [ ] |"],
    ["- a\n- |", "- a\n|"],
    ["a|", undefined],
  ])("goes on after %j with %j", (given, expected) => {
    expect(edited(given, nextItem)).toBe(expected);
  });
});
