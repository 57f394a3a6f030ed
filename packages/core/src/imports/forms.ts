import type { PropertyDefinition, PropertyType } from "@rapport/model";
import type { Issue } from "../errors.ts";
import { quoted } from "../errors.ts";
import { dateFormatOf, decimalSeparatorOf, factsOf, type Shown } from "./column-facts.ts";
import type { SampledColumn } from "./match/match-columns.ts";
import type { ImportPlan, PropertyColumn } from "./plan.ts";
import type { ColumnFacts, Form, ImportOptions } from "./settings.ts";

type Mapping = ImportOptions["mapping"];
type Properties = ReadonlyMap<string, PropertyDefinition>;

/** Options that say how values are written, with the types of property whose values they concern. */
const FORM_TYPES = {
  dateFormat: ["date", "datetime"],
  decimalSeparator: ["number"],
} as const satisfies Readonly<Record<Form, readonly PropertyType[]>>;

type Forms = Pick<ImportOptions, Form>;
export const FORMS = Object.keys(FORM_TYPES) as readonly Form[];

type Readers = { readonly [F in Form]: (columns: readonly ColumnFacts[]) => Shown<Forms[F]> };
const READERS: Readers = { dateFormat: dateFormatOf, decimalSeparator: decimalSeparatorOf };

const EXAMPLES: Readonly<Record<Form, readonly [values: string, example: string]>> = {
  dateFormat: ["dates", "03/04/2026 may be a day in March or in April"],
  decimalSeparator: ["numbers", "1.234 may be 1234 or a little more than 1"],
};

/** Proposes the forms that the values of mapped columns have. */
export function proposeForms(
  properties: Properties,
  mapping: Mapping,
  columns: readonly string[],
  facts: readonly ColumnFacts[],
): Forms {
  const shown = (form: Form) =>
    facts.filter((_, i) => hasForm(properties, form, propertyOf(mapping, columns[i] ?? "")));
  return {
    dateFormat: dateFormatOf(shown("dateFormat")).form,
    decimalSeparator: decimalSeparatorOf(shown("decimalSeparator")).form,
  };
}

/** Returns what the first values of columns show, for a file of version 0.3.0. */
export function factsOfSamples(columns: readonly SampledColumn[]): readonly ColumnFacts[] {
  return columns.map(({ samples }) => samples.reduce((all, one) => all | factsOf(one), 0));
}

/**
 * Lists the forms that the values of a file leave open, because they can be read in two ways and nobody has chosen one.
 *
 * @param open the forms that nobody has chosen
 * @param advice what to do
 * @returns one issue per form, with its name as the path
 */
export function ambiguousIssues(
  { properties }: Pick<ImportPlan, "properties">,
  open: readonly Form[],
  advice: string,
): readonly Issue[] {
  return open.flatMap((form) => {
    const having = properties.filter((one) => isOfForm(form, one));
    if (!READERS[form](having.map(({ facts }) => facts)).isAmbiguous) return [];
    const [values, example] = EXAMPLES[form];
    const column = having.find(({ facts }) => READERS[form]([facts]).isAmbiguous) ?? having[0];
    const message = `The ${values} of the column ${quoted(column?.column ?? "")} can be read in two ways: ${example}. ${advice}`;
    return [{ path: form, code: "form_ambiguous", message }];
  });
}

function isOfForm(form: Form, { definition: { type } }: PropertyColumn): boolean {
  return FORM_TYPES[form].some((one) => one === type);
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
