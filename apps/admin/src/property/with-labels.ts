import type { PropertyDefinition } from "./property-types.ts";

/** Where the server's messages name properties. Elsewhere, quotes are around values. */
const NAMED = /^(?:Property )?"([^"]+)"|`([^`]+)`|(?<=already has this )(\w+)/g;

/** Returns a message of the server with the labels of properties in place of their internal names. */
export function withLabels(
  message: string,
  properties: readonly Pick<PropertyDefinition, "name" | "label">[],
): string {
  return message.replaceAll(NAMED, (whole, ...[first, other, last]: readonly string[]) => {
    return properties.find(({ name }) => name === (first ?? other ?? last))?.label ?? whole;
  });
}
