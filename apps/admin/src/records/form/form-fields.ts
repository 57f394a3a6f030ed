import { sortByList } from "@rapport/model";
import { objectType } from "../../object-types.ts";
import { laidOut } from "../../property/groups.ts";
import type { PropertyData, PropertyDefinition } from "../../property/property-types.ts";
import type { Schema } from "../../property/use-schema.ts";

/** Returns the writable properties: the most important ones, and the rest. */
export function formFields({ name: type, properties }: Schema): {
  readonly important: readonly PropertyDefinition[];
  readonly more: readonly PropertyDefinition[];
} {
  const { form, layout } = objectType(type);
  const first = layout?.form ?? form;
  const ordered = laidOut(
    sortByList(properties, first, ({ name }) => name),
    layout,
  );
  const writable = ordered.filter(({ readOnly }) => !readOnly);
  // Without what is required nothing can be saved.
  const important = writable.filter(
    ({ name }) => first.includes(name) || (layout?.form !== undefined && isRequired(type, name)),
  );
  return { important, more: writable.filter((property) => !important.includes(property)) };
}

/**
 * Returns whether admins must enter a property: each record needs it and the server does not set it, or it alone names
 * the record. The APIs accept records without a name.
 */
export function isRequired(type: string, name: string): boolean {
  const { required, initial, nameProperties } = objectType(type);
  if (initial[name] !== undefined) return false;
  const isName = String(nameProperties) === name;
  return isName || required.some((names) => names.join() === name);
}

/** Returns whether a value is missing that admins must enter. */
export function isMissing(type: string, name: string, value: PropertyData): boolean {
  const isEmpty = value === null || (typeof value === "string" && value.trim() === "");
  return isEmpty && isRequired(type, name);
}

/** The error of a missing value. */
export const REQUIRED = "Required";

/** Returns the labels of the properties of which a record needs one; none if the type has no such rule. */
export function neededLabels({ name: type, properties }: Schema): readonly string[] {
  const names = objectType(type).required.find(({ length }) => length > 1) ?? [];
  return names.map(
    (name) => properties.find((property) => property.name === name)?.label.toLowerCase() ?? name,
  );
}

/** Returns what a text that found no record says of a new one: its email, its phone or its name. */
export function valuesOfText(type: string, text: string): Readonly<Record<string, string>> {
  const given = text.trim();
  const named = objectType(type).nameProperties;
  const has = (property: string) => named.some((names) => names.includes(property));
  if (given === "") return {};
  if (has("email") && given.includes("@")) return { email: given };
  if (has("phone") && /^[+\d][\d\s()./-]*$/.test(given)) return { phone: given };
  const [first = "", second] = named[0] ?? [];
  const space = given.indexOf(" ");
  if (second === undefined || space < 0) return { [first]: given };
  return { [first]: given.slice(0, space), [second]: given.slice(space + 1).trim() };
}
