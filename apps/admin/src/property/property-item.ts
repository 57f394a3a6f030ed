import type { PropertyData, PropertyDefinition } from "./property-types.ts";

/** Returns a property with its new value in the shape of a request. */
export function itemOf(name: string, value: PropertyData) {
  return typeof value === "object" && value !== null
    ? { internal_name: name, values: [...value] }
    : { internal_name: name, value };
}

/** Trims pasted spaces, except in text, where they may be intended. */
export function trimmed({ type }: PropertyDefinition, value: PropertyData): PropertyData {
  const isText = type === "string" || type === "text" || type === "enumeration";
  return isText || typeof value !== "string" ? value : value.trim() || null;
}

/** Returns whether two values are the same, in the same order. */
export function isSameValue(one: PropertyData, other: PropertyData): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}
