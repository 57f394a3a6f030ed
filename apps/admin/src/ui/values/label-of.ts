/** Returns the label of a name: of a platform, such as `PENDING_DELETION`, or of a field, such as `eventTypes`. */
export function labelOf(name: string): string {
  const words = name
    .replaceAll(/(?<=[\p{Ll}\d])(?=\p{Lu})/gu, " ")
    .replaceAll(/[_.]/g, " ")
    .toLowerCase();
  return words.charAt(0).toUpperCase() + words.slice(1);
}
