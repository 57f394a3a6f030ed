import type { PropertyData, PropertyDefinition } from "./property-types.ts";

/** A property with its new value, as requests carry it. */
export function itemOf(name: string, value: PropertyData) {
  return typeof value === "object" && value !== null
    ? { internal_name: name, values: [...value] }
    : { internal_name: name, value };
}

/** What is copied often brings spaces along; only in text do they mean anything. */
export function trimmed({ type }: PropertyDefinition, value: PropertyData): PropertyData {
  const isText = type === "string" || type === "text" || type === "enumeration";
  return isText || typeof value !== "string" ? value : value.trim() || null;
}
