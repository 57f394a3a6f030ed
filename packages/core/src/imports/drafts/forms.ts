import type { PropertyDefinition, PropertyType } from "@rapport/model";
import type { SampledColumn } from "../match/match-columns.ts";
import type { ImportOptions } from "../settings.ts";

type Mapping = ImportOptions["mapping"];
type Properties = ReadonlyMap<string, PropertyDefinition>;

/** Options that say how values are written, with the types of property whose values they concern. */
const FORM_TYPES = {
  dateFormat: ["date", "datetime"],
  decimalSeparator: ["number"],
} as const satisfies Readonly<Record<string, readonly PropertyType[]>>;

export type Form = keyof typeof FORM_TYPES;
type Forms = Pick<ImportOptions, Form>;
export const FORMS = Object.keys(FORM_TYPES) as readonly Form[];

/** Proposes the forms that the samples of mapped columns have. */
export function proposeForms(
  properties: Properties,
  mapping: Mapping,
  samples: readonly SampledColumn[],
): Forms {
  const valuesOf = (form: Form) =>
    samples
      .filter(({ name }) => hasForm(properties, form, propertyOf(mapping, name)))
      .flatMap((column) => column.samples);
  return {
    dateFormat: dateFormatOf(valuesOf("dateFormat")),
    decimalSeparator: decimalSeparatorOf(valuesOf("decimalSeparator")),
  };
}

/** Returns the property of a column, or null if it has none. */
export function propertyOf(mapping: Mapping, column: string): string | null {
  return Object.hasOwn(mapping, column) ? (mapping[column] ?? null) : null;
}

/** Returns whether the values of a property are written in a form of its own. */
export function hasForm(properties: Properties, form: Form, property: string | null): boolean {
  const type = property === null ? undefined : properties.get(property)?.type;
  return FORM_TYPES[form].some((one) => one === type);
}

/** Decides by the first two numbers of the dates: one above 12 is a day. */
function dateFormatOf(values: readonly string[]): ImportOptions["dateFormat"] {
  const parts = values.flatMap((value) => {
    const [, first, separator, second] = /^\s*(\d{1,2})([./-])(\d{1,2})\2\d{4}/.exec(value) ?? [];
    return separator === undefined
      ? []
      : [{ first: Number(first), second: Number(second), separator }];
  });
  const [one] = parts;
  if (one === undefined) {
    return values.some((value) => /^\s*\d{4}\//.test(value)) ? "YYYY/MM/DD" : "YYYY-MM-DD";
  }
  if (one.separator === ".") return "DD.MM.YYYY";
  const isDayFirst = parts.some(({ first }) => first > 12);
  if (one.separator === "-") return isDayFirst ? "DD-MM-YYYY" : "MM-DD-YYYY";
  return isDayFirst ? "DD/MM/YYYY" : "MM/DD/YYYY";
}

/** A comma before other than three digits, or after a point, separates decimals. */
function decimalSeparatorOf(values: readonly string[]): "." | "," {
  const hasComma = values.some((value) => /\d,(\d{1,2}|\d{4,})$|\.\d{3},\d/.test(value.trim()));
  return hasComma ? "," : ".";
}
