import type { importChanges, RecordRow } from "@rapport/db";
import type { ObjectSchema } from "../../object-schema.ts";
import type { PropertyItem } from "../property-input.ts";

/** Groups changes by their record, in their order. */
export function groupChanges(
  entries: readonly importChanges.ImportChange[],
): ReadonlyMap<number, readonly importChanges.ImportChange[]> {
  const groups = new Map<number, importChanges.ImportChange[]>();
  for (const entry of entries) {
    const group = groups.get(entry.record_id) ?? [];
    groups.set(entry.record_id, group);
    group.push(entry);
  }
  return groups;
}

/**
 * Returns the values of before an import or a bulk change, of the properties that still have its values.
 *
 * @param entries changes by it, newest first
 */
export function formerValues(
  { properties: definitions }: ObjectSchema,
  row: RecordRow,
  entries: readonly importChanges.ImportChange[],
): { readonly properties: readonly PropertyItem[]; readonly isWhole: boolean } {
  const values = new Map(Object.entries(row.properties));
  const changed = new Set<string>();
  let isWhole = true;
  for (const { changes } of entries) {
    for (const [name, [before, after]] of Object.entries(changes)) {
      const definition = definitions.get(name);
      // Derived values follow the others.
      if (definition?.readOnly) continue;
      const isUnchanged = JSON.stringify(values.get(name) ?? null) === JSON.stringify(after);
      if (definition === undefined || !isUnchanged) {
        isWhole = false;
        continue;
      }
      values.set(name, before);
      changed.add(name);
    }
  }
  const properties = [...changed].map((internal_name): PropertyItem => {
    const value = values.get(internal_name) ?? null;
    return Array.isArray(value) ? { internal_name, values: value } : { internal_name, value };
  });
  return { properties, isWhole };
}
