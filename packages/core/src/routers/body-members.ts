import { CrmError } from "../errors.ts";

/** Levels of members and items in a body. The deepest schema has fewer, so it refuses what is below. */
export const DEEPEST_LEVEL = 32;

/** Members of one object. No schema takes as many, and to check hundreds of thousands would block others for seconds. */
const MOST_MEMBERS = 10_000;

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
    if (++members > MOST_MEMBERS) throw tooManyMembers();
    const isProto = name === "__proto__";
    if (hasProto((value as Record<string, unknown>)[name], level + 1) || isProto) hasOne = true;
  }
  return hasOne;
}

function tooManyMembers(): CrmError {
  const message = "An object of the body has more than 10,000 members. Send fewer.";
  return new CrmError("INVALID_INPUT", message, {
    issues: [{ path: "", code: "too_many", message }],
  });
}
