/** Parses query parameters. A URL may hold anything, so invalid values become undefined. */

export function idIn(given: unknown): number | undefined {
  return typeof given === "number" && Number.isSafeInteger(given) && given > 0 ? given : undefined;
}

export function textIn(given: unknown, longest = 255): string | undefined {
  // The router reads ?name=42 as a number.
  const text = typeof given === "number" ? String(given) : given;
  return typeof text === "string" && text !== "" ? text.slice(0, longest) : undefined;
}

/** Returns the name or plural of an object type. Whether the project has it is known once its types are loaded. */
export function typeIn(given: unknown): string | undefined {
  return typeof given === "string" && /^[a-z][a-z0-9_]{0,49}$/.test(given) ? given : undefined;
}

export function pickAllowed<const T extends string>(
  allowed: readonly T[],
  given: unknown,
): T | undefined {
  return allowed.find((one) => one === given);
}

/** @returns the time in ISO 8601 UTC */
export function momentIn(given: unknown): string | undefined {
  const ms = typeof given === "string" ? Date.parse(given) : Number.NaN;
  return Number.isNaN(ms) ? undefined : new Date(ms).toISOString();
}

/** Drops undefined values, so that they leave no parameter in the URL. */
export function withoutUndefined<T extends object>(search: T): T {
  const found = Object.entries(search).filter(([, value]) => value !== undefined);
  return Object.fromEntries(found) as T;
}
