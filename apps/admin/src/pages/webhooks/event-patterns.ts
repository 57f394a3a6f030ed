interface EventGroup {
  /** Subject of the events, such as `contact`. */
  readonly subject: string;
  /** Event types, such as `contact.created`. */
  readonly names: readonly string[];
}

/**
 * Groups event types by subject. Leaves out test events, because every endpoint gets its own tests. They are
 * shown only if they were chosen through the API.
 */
export function groupsOf(
  types: readonly string[],
  chosen: readonly string[],
): readonly EventGroup[] {
  const groups = Map.groupBy(types, subjectOf);
  return [...groups]
    .map(([subject, names]) => ({ subject, names }))
    .filter(
      ({ subject }) => subject !== "webhook" || chosen.some((one) => subjectOf(one) === subject),
    );
}

/** Adds or removes a pattern. A wildcard replaces the patterns that it covers. */
export function togglePattern(chosen: readonly string[], pattern: string): readonly string[] {
  if (chosen.includes(pattern)) return chosen.filter((one) => one !== pattern);
  if (pattern === "*") return ["*"];
  const isWhole = pattern.endsWith(".*");
  const kept = chosen.filter((one) => !isWhole || subjectOf(one) !== subjectOf(pattern));
  return [...kept, pattern];
}

function subjectOf(pattern: string): string {
  return pattern.slice(0, pattern.indexOf("."));
}
