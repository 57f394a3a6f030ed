import type { useForm } from "@mantine/form";
import type { Property, PropertyType, Settings } from "./use-schema-search.ts";

export interface PropertyValues {
  label: string;
  name: string;
  type: PropertyType;
  multi: boolean;
  description: string;
  /** `id` tells rows apart while their values are typed. */
  options: { id: number; value: string; label: string }[];
  closed: boolean;
  indexed: boolean;
  unique: boolean;
}

/** The form's state, as its parts share it. */
export type PropertyFormState = ReturnType<typeof useForm<PropertyValues>>;

let lastRow = 0;

/** An option's row in the form. */
export function optionRow(value = "", label = ""): PropertyValues["options"][number] {
  return { id: ++lastRow, value, label };
}

/** What the form starts with. */
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

/** What is to be sent: of one that exists only what is different, so that another admin's change stays. */
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

/** An option without a label is called as its value. */
function trimmed({ value, label }: { value: string; label: string }) {
  return { value: value.trim(), label: label.trim() || value.trim() };
}

function isGiven({ value, label }: { value: string; label: string }): boolean {
  return value !== "" || label !== "";
}
