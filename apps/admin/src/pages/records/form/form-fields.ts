import { OBJECT_TYPES, type ObjectType } from "@rapport/model";
import type { PropertyDefinition } from "../../../property/property-types.ts";
import type { Schema } from "../../../property/use-schema.ts";

/** Returns the writable properties: the most important ones, and the rest. */
export function formFields(
  type: ObjectType,
  { properties }: Schema,
): {
  readonly important: readonly PropertyDefinition[];
  readonly more: readonly PropertyDefinition[];
} {
  const writable = properties.filter(({ readOnly }) => !readOnly);
  const first: readonly string[] = OBJECT_TYPES[type].admin.form;
  const important = first.flatMap(
    (name) => writable.find((property) => property.name === name) ?? [],
  );
  return { important, more: writable.filter((property) => !important.includes(property)) };
}
