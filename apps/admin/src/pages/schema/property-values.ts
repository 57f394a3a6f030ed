import type { useForm } from "@mantine/form";
import type { Property, PropertyType, Settings } from "./use-schema-search.ts";

export interface PropertyValues {
  label: string;
  name: string;
  type: PropertyType;
  multi: boolean;
  description: string;
  /** `id` identifies a row while its value is typed. */
  options: { id: number; value: string; label: string }[];
  closed: boolean;
  indexed: boolean;
  unique: boolean;
}

/** The form's state, shared by its parts. */
export type PropertyFormState = ReturnType<typeof useForm<PropertyValues>>;

let lastRow = 0;

/** Creates a row of the form for an option. */
export function optionRow(value = "", label = ""): PropertyValues["options"][number] {
  return { id: ++lastRow, value, label };
}

/** Returns the initial values of the form. */
export function valuesOf(property: Property | undefined): PropertyValues {
  return {
    label: property?.label ?? "",
    name: property?.name ?? "",
    type: property?.type ?? "string",
    multi: property?.multi ?? false,
    description: property?.description ?? "",
    options: (property?.options ?? []).map(({ value, label }) => optionRow(value, label)),
    closed: property?.closed ?? false,
    indexed: property?.indexed ?? false,
    unique: property?.unique ?? false,
  };
}

/** Returns the settings to send. For an existing property only the changes, so that another admin's edits are kept. */
export function settingsOf(property: Property | undefined, values: PropertyValues): Settings {
  const { name, options, closed, ...rest } = values;
  const isEnumeration = values.type === "enumeration";
  const given = {
    ...rest,
    label: values.label.trim(),
    ...(isEnumeration ? { closed, options: options.map(trimmed).filter(isGiven) } : {}),
  };
  if (property === undefined) return { name: name.trim(), ...given };
  const before: Readonly<Record<string, unknown>> = { description: "", options: [], ...property };
  const changed = Object.entries(given).filter(
    ([key, value]) => JSON.stringify(value) !== JSON.stringify(before[key]),
  );
  return { name, ...Object.fromEntries(changed) };
}

/** An option without a label is labelled with its value. */
function trimmed({ value, label }: { value: string; label: string }) {
  return { value: value.trim(), label: label.trim() || value.trim() };
}

function isGiven({ value, label }: { value: string; label: string }): boolean {
  return value !== "" || label !== "";
}
