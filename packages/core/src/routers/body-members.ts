import { CrmError } from "../errors.ts";

/** Levels of members and items in a body. The deepest schema has fewer, so it refuses what is below. */
export const DEEPEST_LEVEL = 32;

/** Members of one object. No schema takes as many, and to check hundreds of thousands would block others for seconds. */
const MAX_MEMBERS = 10_000;

/**
 * Checks the members of a parsed body at any depth. Does not build paths: a batch has thousands of members.
 *
 * @returns hasProto whether one is called `__proto__`
 * @throws CrmError INVALID_INPUT if an object has more than 10,000 members
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
    if (hasProto((value as Record<string, unknown>)[name], level + 1) || isProto) hasOne = true;
  }
  return hasOne;
}

/** Members of all objects of a body: as many as a batch of 1,000 inputs with 200 properties each can have. */
const MAX_MEMBERS_TOGETHER = 500_000;

const [QUOTE, BACKSLASH, COLON] = [0x22, 0x5c, 0x3a];
const [OPEN_OBJECT, CLOSE_OBJECT, OPEN_LIST, CLOSE_LIST] = [0x7b, 0x7d, 0x5b, 0x5d];

/**
 * Counts the members of a body before it is parsed, because parsing hundreds of thousands of different names blocks others
 * for most of a second. A body that is no JSON is left to the parser.
 *
 * @throws CrmError INVALID_INPUT as `checkMembers`, if all objects together have more than 500,000 members, or if the body
 *   has more than 64 levels
 */
export function checkUnparsed(body: Uint8Array): void {
  const counts: number[] = [];
  let together = 0;
  for (let i = 0; i < body.length; i++) {
    const byte = body[i];
    if (byte === QUOTE) {
      for (i++; i < body.length && body[i] !== QUOTE; i++) if (body[i] === BACKSLASH) i++;
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
}

/** Twice what the deepest schema has. To parse millions of levels takes seconds. */
const MAX_LEVELS = 2 * DEEPEST_LEVEL;

const TOO_DEEP = "The body has more than 64 levels of lists and objects. Send it without them.";
const OF_ONE = "An object of the body has more than 10,000 members. Send fewer.";
const TOGETHER =
  "The objects of the body have more than 500,000 members together. Send fewer inputs.";

function tooMany(message = OF_ONE): CrmError {
  return CrmError.ofIssue("INVALID_INPUT", { path: "", code: "too_many", message });
}
