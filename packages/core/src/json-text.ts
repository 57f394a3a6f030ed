import { CrmError, type Issue, MAX_ISSUES } from "./errors.ts";

/** Levels of members and items in a body. The deepest schema has fewer, so it refuses what is below. */
export const DEEPEST_LEVEL = 32;

/** Members of one object. No schema takes as many, and to check hundreds of thousands would block others for seconds. */
const MAX_MEMBERS = 10_000;

/**
 * Checks the members of a parsed body at any depth. Does not build paths: a batch has thousands of members.
 *
 * @returns hasProto whether one is called `__proto__`
 * @throws CrmError INVALID_INPUT if an object has more than 10,000 members, or a `length` that cannot be compared
 */
export function checkMembers(body: unknown): { readonly hasProto: boolean } {
  return { hasProto: hasProto(body, 0) };
}

function hasProto(value: unknown, level: number): boolean {
  if (typeof value !== "object" || value === null || level > DEEPEST_LEVEL) return false;
  let hasOne = false;
  if (Array.isArray(value)) {
    for (const item of value) if (hasProto(item, level + 1)) hasOne = true;
    return hasOne;
  }
  let members = 0;
  for (const name in value) {
    if (++members > MAX_MEMBERS) throw tooMany();
    const isProto = name === "__proto__";
    const inner = (value as Record<string, unknown>)[name];
    if (name === "length" && !hasText(inner)) throw withoutText();
    if (hasProto(inner, level + 1) || isProto) hasOne = true;
  }
  return hasOne;
}

/** Where a list or a text belongs, zod compares the `length` of an object too, and throws if that has no text. */
function hasText(value: unknown): boolean {
  try {
    return typeof String(value) === "string";
  } catch {
    return false;
  }
}

function withoutText(): CrmError {
  const message = "A `length` must not be an object with a member `toString`. Leave it out.";
  return CrmError.ofIssue("INVALID_INPUT", { path: "length", code: "invalid_type", message });
}

/** Members of all objects of a body: as many as a batch of 1,000 inputs with 200 properties each can have. */
const MAX_MEMBERS_TOGETHER = 500_000;

const [QUOTE, BACKSLASH, COLON, COMMA, POINT] = [0x22, 0x5c, 0x3a, 0x2c, 0x2e];
const [OPEN_OBJECT, CLOSE_OBJECT, OPEN_LIST, CLOSE_LIST] = [0x7b, 0x7d, 0x5b, 0x5d];

/** What the text of a body says that its parsed value does not. */
export interface Unparsed {
  readonly members: number;
  /** Whether it has a number of more digits than any number needs. */
  readonly hasLongNumber: boolean;
}

/**
 * Counts the members of a body before it is parsed, because parsing hundreds of thousands of different names blocks others
 * for most of a second. A body that is no JSON is left to the parser.
 *
 * @throws CrmError INVALID_INPUT as `checkMembers`, if all objects together have more than 500,000 members, or if the body
 *   has more than 64 levels
 */
export function checkUnparsed(body: Uint8Array): Unparsed {
  const counts: number[] = [];
  let together = 0;
  let digits = 0;
  let hasLongNumber = false;
  for (let i = 0; i < body.length; i++) {
    const byte = body[i] ?? 0;
    if (isDigit(byte) || byte === POINT) {
      if (++digits > DIGITS_OF_DOUBLE) hasLongNumber = true;
      continue;
    }
    digits = 0;
    if (byte === QUOTE) {
      i = endOfString(body, i);
    } else if (byte === OPEN_OBJECT || byte === OPEN_LIST) {
      if (counts.push(0) > MAX_LEVELS) throw tooMany(TOO_DEEP);
    } else if (byte === CLOSE_OBJECT || byte === CLOSE_LIST) counts.pop();
    else if (byte === COLON && counts.length > 0) {
      const members = (counts.at(-1) ?? 0) + 1;
      counts[counts.length - 1] = members;
      if (members > MAX_MEMBERS) throw tooMany();
      if (++together > MAX_MEMBERS_TOGETHER) throw tooMany(TOGETHER);
    }
  }
  return { members: together, hasLongNumber };
}

function isDigit(byte: number): boolean {
  return byte >= 0x30 && byte <= 0x39;
}

/** Returns the index of the quote that ends a string, or the length of the text. */
function endOfString(text: Uint8Array, start: number): number {
  let i = start + 1;
  while (i < text.length && text[i] !== QUOTE) i += text[i] === BACKSLASH ? 2 : 1;
  return i;
}

/**
 * Refuses JSON that the parser has changed: of a repeated member it keeps the last, and a number with more digits than a
 * double holds it rounds (RFC 8259 §§4, 6).
 *
 * @param value what the text was parsed to
 * @throws CrmError INVALID_INPUT with an issue per fault, of the first 300
 */
export function checkParsed(text: Uint8Array, unparsed: Unparsed, value: unknown): void {
  if (countMembers(value) === unparsed.members && !unparsed.hasLongNumber) return;
  const issues = changedParts(text);
  if (issues.length > 0) throw new CrmError("INVALID_INPUT", "The request is invalid.", { issues });
}

function countMembers(value: unknown): number {
  if (typeof value !== "object" || value === null) return 0;
  let members = 0;
  if (Array.isArray(value)) {
    for (const item of value) members += countMembers(item);
    return members;
  }
  for (const name in value) members += 1 + countMembers((value as Record<string, unknown>)[name]);
  return members;
}

/** An object or a list that is not yet closed, and where in it the reader is. */
interface Open {
  readonly names: Set<string> | null;
  at: string | number;
}

/** Finds the repeated members and the rounded numbers of a text that is JSON. */
function changedParts(text: Uint8Array): readonly Issue[] {
  const issues: Issue[] = [];
  const open: Open[] = [];
  const path = () => open.map(({ at }) => at).join(".");
  const slice = (start: number, end: number) => Buffer.from(text.subarray(start, end)).toString();
  let isName = false;
  for (let i = 0; i < text.length && issues.length < MAX_ISSUES; i++) {
    const byte = text[i] ?? 0;
    const inner = open.at(-1);
    if (byte === QUOTE) {
      const start = i;
      i = endOfString(text, i);
      if (!isName || !inner?.names) continue;
      isName = false;
      inner.at = JSON.parse(slice(start, i + 1)) as string;
      if (inner.names.has(inner.at)) issues.push(repeated(path()));
      inner.names.add(inner.at);
    } else if (byte === OPEN_OBJECT) {
      isName = true;
      open.push({ names: new Set(), at: "" });
    } else if (byte === OPEN_LIST) open.push({ names: null, at: 0 });
    else if (byte === CLOSE_OBJECT || byte === CLOSE_LIST) {
      isName = false;
      open.pop();
    } else if (byte === COMMA && inner !== undefined) {
      isName = inner.names !== null;
      if (typeof inner.at === "number") inner.at++;
    } else if (isDigit(byte)) {
      const start = i;
      while (i + 1 < text.length && isPartOfNumber(text[i + 1] ?? 0)) i++;
      const number = slice(start, i + 1);
      if (isRounded(number)) issues.push(rounded(path(), number));
    }
  }
  return issues;
}

function isPartOfNumber(byte: number): boolean {
  return isDigit(byte) || ".eE+-".includes(String.fromCharCode(byte));
}

/** Digits that tell every double from all others. Some programs write this many of each number. */
const DIGITS_OF_DOUBLE = 17;

/** Returns whether a number without a sign has more digits than a double, and is another one when it is parsed. */
function isRounded(number: string): boolean {
  if (number.length <= DIGITS_OF_DOUBLE) return false;
  const [significant, power] = exactParts(number);
  if (significant.length <= DIGITS_OF_DOUBLE) return false;
  const [kept, keptPower] = exactParts(String(Number(number)));
  return significant !== kept || power !== keptPower;
}

/** Returns the digits of a number, without zeros at their ends, and the power of ten of the last one. */
function exactParts(number: string): readonly [digits: string, power: number] {
  const [, whole = "", fraction = "", power = "0"] =
    /^(\d+)(?:\.(\d+))?(?:e([+-]?\d+))?$/i.exec(number) ?? [];
  const digits = `${whole}${fraction}`.replace(/0+$/, "");
  const zeros = whole.length + fraction.length - digits.length;
  return [digits.replace(/^0+/, ""), Number(power) - fraction.length + zeros];
}

function repeated(path: string): Issue {
  const message = "This member is given twice. Give it once.";
  return { path, code: "member_repeated", message };
}

function rounded(path: string, number: string): Issue {
  const shown = number.length > 40 ? `${number.slice(0, 40)}…` : number;
  const kept = Number.isFinite(Number(number)) ? ` Example: ${Number(number)}` : "";
  const message = `JSON cannot represent the number ${shown} exactly. Send it with fewer digits, or as a string if its member takes one.${kept}`;
  return { path, code: "value_invalid", message };
}

/** Twice what the deepest schema has. To parse millions of levels takes seconds. */
const MAX_LEVELS = 2 * DEEPEST_LEVEL;

const TOO_DEEP = "The JSON has more than 64 levels of lists and objects. Send it without them.";
const OF_ONE = "An object has more than 10,000 members. Send fewer.";
const TOGETHER = "All objects have more than 500,000 members together. Send fewer inputs.";

function tooMany(message = OF_ONE): CrmError {
  return CrmError.ofIssue("INVALID_INPUT", { path: "", code: "too_many", message });
}
