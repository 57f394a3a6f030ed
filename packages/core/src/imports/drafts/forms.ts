import type { PropertyDefinition, PropertyType } from "@rapport/model";
import type { Deps } from "../../deps.ts";
import type { Principal } from "../../principal.ts";
import type { SampledColumn } from "../match/match-columns.ts";
import type { ImportOptions } from "../settings.ts";
import type { Draft, DraftSettings } from "./draft.ts";
import { draftRows } from "./draft-rows.ts";
import { readSamples } from "./samples.ts";

type Mapping = ImportOptions["mapping"];
type Properties = ReadonlyMap<string, PropertyDefinition>;

/** Options that say how values are written, with the types of property whose values they concern. */
const FORM_TYPES = {
  dateFormat: ["date", "datetime"],
  decimalSeparator: ["number"],
} as const satisfies Readonly<Record<string, readonly PropertyType[]>>;

export type Form = keyof typeof FORM_TYPES;
type Forms = Pick<ImportOptions, Form>;
const FORMS = Object.keys(FORM_TYPES) as readonly Form[];

/** Options as an admin gives them. A form that is left out is kept, or proposed again. */
export type GivenOptions = Omit<ImportOptions, Form> & {
  readonly [F in Form]?: ImportOptions[F] | undefined;
};

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

/**
 * Returns the settings of a draft with other options. If a column gets a property with dates or numbers, their form is
 * proposed again, because the upload knew only the columns that it matched. A form that an admin chose stays.
 */
export async function withOptions(
  deps: Deps,
  principal: Principal,
  draft: Draft,
  given: GivenOptions,
): Promise<DraftSettings> {
  const { type, settings } = draft;
  const { options: before, columns } = settings;
  const isNew = (form: Form) => given[form] !== undefined && given[form] !== before[form];
  // A draft from before the upgrade does not say what was chosen.
  const chosen = FORMS.filter((form) => settings.chosen?.includes(form) !== false || isNew(form));
  const options: ImportOptions = {
    ...given,
    dateFormat: given.dateFormat ?? before.dateFormat,
    decimalSeparator: given.decimalSeparator ?? before.decimalSeparator,
  };
  const { properties } = (await deps.schemas.get(principal.projectId))[type];
  const isGained = (form: Form, column: string) => {
    const property = propertyOf(options.mapping, column);
    return property !== propertyOf(before.mapping, column) && hasForm(properties, form, property);
  };
  const open = FORMS.filter(
    (form) => !chosen.includes(form) && columns.some((column) => isGained(form, column)),
  );
  if (open.length === 0) return { ...settings, options, chosen };
  const samples = await readSamples(draftRows(deps, principal, draft), columns);
  const proposed = proposeForms(properties, options.mapping, samples);
  const again = Object.fromEntries(open.map((form) => [form, proposed[form]]));
  return { ...settings, options: { ...options, ...again }, chosen };
}

function propertyOf(mapping: Mapping, column: string): string | null {
  return Object.hasOwn(mapping, column) ? (mapping[column] ?? null) : null;
}

function hasForm(properties: Properties, form: Form, property: string | null): boolean {
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
