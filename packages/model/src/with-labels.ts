/** Where messages about records name properties. Elsewhere, quotes are around values. */
const NAMED = /^(?:Property )?"([^"]+)"|`([^`]+)`|(?<=already has this )(\w+)/g;

/** Returns a message about a record with the labels of properties in place of their internal names. */
export function withLabels(
  message: string,
  properties: Iterable<{ readonly name: string; readonly label: string }>,
): string {
  const known = [...properties];
  return message.replaceAll(NAMED, (whole, ...[first, other, last]: readonly string[]) => {
    return known.find(({ name }) => name === (first ?? other ?? last))?.label ?? whole;
  });
}
