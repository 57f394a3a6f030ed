/**
 * Returns a string, number or boolean of a request as text. Undefined for anything else: `String` throws for an object
 * with a member `toString`.
 */
export function scalarText(value: unknown): string | undefined {
  switch (typeof value) {
    case "string":
      return value;
    case "number":
    case "boolean":
      return String(value);
    default:
      return undefined;
  }
}
