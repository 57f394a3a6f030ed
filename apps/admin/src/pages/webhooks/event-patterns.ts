interface EventGroup {
  /** What the events are of, such as `contact`. */
  readonly subject: string;
  /** Whole types, such as `contact.created`. */
  readonly names: readonly string[];
}

/**
 * Event types by what they are of. A test event goes to the endpoint that is tested whatever it
 * subscribes to, so that it is no choice; only what was chosen elsewhere is shown.
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

/** Takes a pattern in or out; a wider one takes the place of those that it holds. */
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
