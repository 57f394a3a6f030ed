import type { PropertyDefinition } from "@rapport/model";
import type { ObjectSchema } from "../../object-schema.ts";
import type { ColumnMatch, SampledColumn } from "../match/match-columns.ts";
import type { ImportOptions } from "../settings.ts";

/** Properties that identify records well, the best first. */
const KEYS = ["email", "domain"];

/**
 * Proposes the options of an import: the matched columns; create and update if a column identifies records, else create;
 * the forms of dates and numbers that the samples have.
 */
export function proposeOptions(
  { properties }: ObjectSchema,
  samples: readonly SampledColumn[],
  matches: readonly ColumnMatch[],
  format: ImportOptions["format"],
): ImportOptions {
  const mapping = Object.fromEntries(matches.map(({ column, property }) => [column, property]));
  const mapped = matches.flatMap(({ property }) => {
    const definition = property === null ? undefined : properties.get(property);
    return definition === undefined ? [] : [definition];
  });
  const key = keyAmong(mapped);
  const valuesOf = (...types: readonly PropertyDefinition["type"][]) =>
    matches.flatMap(({ property }, index) =>
      types.includes(properties.get(property ?? "")?.type ?? "string")
        ? (samples[index]?.samples ?? [])
        : [],
    );
  return {
    ...{ format, associations: [], multiValueSeparator: ";", emptyCells: "keep" },
    mode: key === undefined ? "create" : "upsert",
    idProperty: key?.name,
    mapping,
    dateFormat: dateFormatOf(valuesOf("date", "datetime")),
    decimalSeparator: decimalSeparatorOf(valuesOf("number")),
  };
}

function keyAmong(mapped: readonly PropertyDefinition[]): PropertyDefinition | undefined {
  const able = mapped.filter(({ indexed, multi }) => indexed && !multi);
  return (
    able.find(({ unique }) => unique) ??
    KEYS.flatMap((name) => able.filter((property) => property.name === name))[0]
  );
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
