/** A text that is being edited, and what is selected in it. */
export interface Draft {
  readonly text: string;
  readonly start: number;
  readonly end: number;
}

/** A part of a draft that is replaced, and what is selected then. */
export interface Edit {
  readonly from: number;
  readonly to: number;
  readonly insert: string;
  readonly start: number;
  readonly end: number;
}

/** Puts marks such as `**` around what is selected, or takes them away. Without a selection, leaves the marks before their end. */
export function wrap({ text, start, end }: Draft, mark: string): Edit {
  const { length } = mark;
  const chosen = text.slice(start, end);
  const sign = mark.charAt(0);
  let before = 0;
  while (text.charAt(start - before - 1) === sign) before++;
  let after = 0;
  while (text.charAt(end + after) === sign) after++;
  // `**` beside a text makes it bold, and not italic.
  const isMark = (count: number) => (length === 1 ? count % 2 === 1 : count >= length);
  if (isMark(before) && isMark(after)) {
    const from = start - length;
    return { from, to: end + length, insert: chosen, start: from, end: from + chosen.length };
  }
  if (chosen === "" && isMark(after)) {
    const place = end + length;
    return { from: start, to: end, insert: "", start: place, end: place };
  }
  if (chosen.length > 2 * length && chosen.startsWith(mark) && chosen.endsWith(mark)) {
    const insert = chosen.slice(length, -length);
    return { from: start, to: end, insert, start, end: start + insert.length };
  }
  // A mark beside a space would be text.
  const inner = chosen.trim();
  const first = start + chosen.length - chosen.trimStart().length + length;
  const insert = chosen.replace(inner, () => `${mark}${inner}${mark}`);
  return {
    ...{ from: start, to: end, insert },
    ...{ start: first, end: first + inner.length },
  };
}

/** Makes a link of what is selected: of a text, or of an address. */
export function link({ text, start, end }: Draft): Edit {
  const chosen = text.slice(start, end);
  if (/^https?:\/\/\S+$/i.test(chosen)) {
    const place = start + 1;
    return { from: start, to: end, insert: `[](${chosen})`, start: place, end: place };
  }
  const address = "https://";
  const place = start + chosen.length + 3;
  const insert = `[${chosen}](${address})`;
  if (chosen === "") return { from: start, to: end, insert, start: start + 1, end: start + 1 };
  return { from: start, to: end, insert, start: place, end: place + address.length };
}

/** The marks that lines begin with. Numbers count up. */
export type LineMark = "# " | "- " | "1. " | "- [ ] " | "> ";

/** Lets each selected line begin with a mark, or no longer if all of them do. */
export function markLines({ text, start, end }: Draft, mark: LineMark): Edit {
  const from = text.lastIndexOf("\n", start - 1) + 1;
  const next = text.indexOf("\n", Math.max(end - 1, start));
  const to = next < 0 ? text.length : next;
  const lines = text.slice(from, to).split("\n");
  const has = mark === "1. " ? /^\d+\. / : undefined;
  const isMarked = (line: string) => (has ? has.test(line) : line.startsWith(mark));
  const areMarked = lines.every(isMarked);
  const insert = lines
    .map((line, i) => {
      if (areMarked) return line.replace(has ?? mark, "");
      return `${mark === "1. " ? `${i + 1}. ` : mark}${line.replace(ANY_MARK, "")}`;
    })
    .join("\n");
  const isOne = lines.length === 1;
  const last = from + insert.length;
  return { from, to, insert, start: isOne ? last : from, end: last };
}

const ANY_MARK = /^(?:#{1,6} |- \[[ xX]\] |[-*+] |\d+[.)] |> )/;

/** Continues a list on the next line, or ends it on an empty item. Undefined if the line is in no list. */
export function nextItem({ text, start, end }: Draft): Edit | undefined {
  const from = text.lastIndexOf("\n", start - 1) + 1;
  const line = text.slice(from, start);
  const [, indent, bullet, task = "", rest] =
    /^( *)([-*+]|\d{1,6}[.)]) (\[[ xX]\] )?(.*)$/.exec(line) ?? [];
  if (bullet === undefined || indent === undefined) return undefined;
  if (rest === "") return { from, to: end, insert: "", start: from, end: from };
  const number = /^\d+/.exec(bullet)?.[0];
  const mark = number === undefined ? bullet : `${Number(number) + 1}${bullet.at(-1)}`;
  const insert = `\n${indent}${mark} ${task === "" ? "" : "[ ] "}`;
  const place = start + insert.length;
  return { from: start, to: end, insert, start: place, end: place };
}

/** What is typed of a mention before the caret: an `@` after a space, and the beginning of an email. */
export interface Mentioning {
  /** Position of the `@`. */
  readonly from: number;
  readonly typed: string;
}

/** Returns the mention that is being typed. */
export function mentioning({ text, start, end }: Draft): Mentioning | undefined {
  if (start !== end) return undefined;
  const [, before, typed] =
    /(^|[\s(])@([\w.+@-]{0,80})$/.exec(text.slice(0, start).slice(-82)) ?? [];
  if (before === undefined || typed === undefined) return undefined;
  return { from: start - typed.length - 1, typed };
}

/** Puts the mention of an admin in the place of what is typed of it. */
export function mention(
  { start }: Draft,
  { from }: Mentioning,
  { id, email }: { readonly id: number; readonly email: string },
): Edit {
  const insert = `[@${email.replaceAll(/[\\[\]*_~`]/g, "\\$&")}](admin:${id}) `;
  const place = from + insert.length;
  return { from, to: start, insert, start: place, end: place };
}

/** Begins a mention. */
export function beginMention({ text, start, end }: Draft): Edit {
  const insert = start === 0 || /[\s(]/.test(text.charAt(start - 1)) ? "@" : " @";
  const place = start + insert.length;
  return { from: start, to: end, insert, start: place, end: place };
}
