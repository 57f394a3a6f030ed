import type { PropertyDefinition, PropertyType } from "@rapport/model";
import { type Issue, quoted } from "../errors.ts";
import type { SampledColumn } from "./match/match-columns.ts";
import type { ImportPlan, PropertyColumn } from "./plan.ts";
import type { CellFormat, ColumnFacts, DateFormat, ImportOptions } from "./settings.ts";

type Mapping = ImportOptions["mapping"];
type Properties = ReadonlyMap<string, PropertyDefinition>;

/** Options that say how values are written, with the types of property whose values they concern. */
const FORM_TYPES = {
  dateFormat: ["date", "datetime"],
  decimalSeparator: ["number"],
} as const satisfies Readonly<Record<CellFormat, readonly PropertyType[]>>;

type Forms = Pick<ImportOptions, CellFormat>;
export const FORMS = Object.keys(FORM_TYPES) as readonly CellFormat[];

type Readers = { readonly [F in CellFormat]: (columns: readonly ColumnFacts[]) => Shown<Forms[F]> };
const READERS: Readers = { dateFormat: guessDateFormat, decimalSeparator: guessDecimalSeparator };

const EXAMPLES: Readonly<Record<CellFormat, readonly [values: string, example: string]>> = {
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
  const shown = (form: CellFormat) =>
    facts.filter((_, i) => hasForm(properties, form, mappedProperty(mapping, columns[i] ?? "")));
  return {
    dateFormat: guessDateFormat(shown("dateFormat")).form,
    decimalSeparator: guessDecimalSeparator(shown("decimalSeparator")).form,
  };
}

/** Returns what the first values of columns show, for a file of version 0.3.0. */
export function factsOfSamples(columns: readonly SampledColumn[]): readonly ColumnFacts[] {
  return columns.map(({ samples }) => samples.reduce((all, one) => all | collectFacts(one), 0));
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
  open: readonly CellFormat[],
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

function isOfForm(form: CellFormat, { definition: { type } }: PropertyColumn): boolean {
  return FORM_TYPES[form].some((one) => one === type);
}

/** Returns the property of a column, or null if it has none. */
export function mappedProperty(mapping: Mapping, column: string): string | null {
  return Object.hasOwn(mapping, column) ? (mapping[column] ?? null) : null;
}

/** Returns whether the values of a property are written in a form of its own. */
export function hasForm(
  properties: Properties,
  form: CellFormat,
  property: string | null,
): boolean {
  const type = property === null ? undefined : properties.get(property)?.type;
  return FORM_TYPES[form].some((one) => one === type);
}

const FACTS = {
  /** `12.5`, and `1,234.5`: a point separates decimals. */
  decimalPoint: 1,
  /** `12,5`, and `1.234,5`. */
  decimalComma: 2,
  /** `1.234.567`: a point separates groups of digits. */
  groupPoint: 4,
  groupComma: 8,
  /** `1.234`: it may separate either. */
  eitherPoint: 16,
  eitherComma: 32,
  /** `03/04/2026`, `03-04-2026` and `03.04.2026`. */
  slashes: 64,
  dashes: 128,
  dots: 256,
  /** `2026/04/03` */
  yearFirst: 512,
  /** `13/04/2026` */
  dayFirst: 1024,
  /** `04/13/2026` */
  monthFirst: 2048,
} as const;

const MAX_CHARACTERS = 40;
const DATE = /^(\d{1,2})([./-])(\d{1,2})\2\d{4}(?!\d)/;
const SEPARATORS = { "/": FACTS.slashes, "-": FACTS.dashes, ".": FACTS.dots } as const;
const NUMBER = /^[-+]?(?:\d+|[1-9]\d{0,2}(?:[ '’\u00a0\u202f]\d{3})+)(?:([.,])(\d*))?$/;
const GROUPED = /^[-+]?[1-9]\d{0,2}(?:([.,])\d{3})(?:\1\d{3})+$/;
const BOTH = /^[-+]?\d{1,3}(?:([.,])\d{3})+(?!\1)([.,])\d*$/;

/** Returns what one value shows. */
export function collectFacts(cell: string): ColumnFacts {
  if (cell.length > MAX_CHARACTERS || !/^\s*[-+]?\d/.test(cell)) return 0;
  const text = cell.trim();
  const [, first, separator, second] = DATE.exec(text) ?? [];
  if (separator !== undefined) {
    return (
      SEPARATORS[separator as "/"] |
      (Number(first) > 12 ? FACTS.dayFirst : 0) |
      (Number(second) > 12 ? FACTS.monthFirst : 0)
    );
  }
  if (/^\d{4}\//.test(text)) return FACTS.yearFirst;
  const [, group] = GROUPED.exec(text) ?? [];
  if (group !== undefined) return group === "." ? FACTS.groupPoint : FACTS.groupComma;
  const [, , decimal] = BOTH.exec(text) ?? [];
  if (decimal !== undefined) return decimal === "." ? FACTS.decimalPoint : FACTS.decimalComma;
  const [, mark, digits] = NUMBER.exec(text) ?? [];
  if (mark === undefined) return 0;
  const isEither = digits?.length === 3 && /^[-+]?[1-9]\d{0,2}[.,]/.test(text);
  if (mark === ".") return isEither ? FACTS.eitherPoint : FACTS.decimalPoint;
  return isEither ? FACTS.eitherComma : FACTS.decimalComma;
}

/** The form that the values of several columns show. */
export interface Shown<Value> {
  /** The form that the values have, or the one to propose. */
  readonly form: Value;
  /** True if the values may have another form too, or contradict each other. */
  readonly isAmbiguous: boolean;
}

/** Returns what separates decimals in columns with numbers. */
function guessDecimalSeparator(
  columns: readonly ColumnFacts[],
): Shown<ImportOptions["decimalSeparator"]> {
  const has = combineFacts(columns);
  const isPoint = has("decimalPoint") || has("groupComma");
  const isComma = has("decimalComma") || has("groupPoint");
  const isOpen = has("eitherPoint") || has("eitherComma");
  const isAmbiguous = isPoint === isComma && (isPoint || isOpen);
  return { form: isComma && !isPoint ? "," : ".", isAmbiguous };
}

/** Returns how columns with dates write them. */
function guessDateFormat(columns: readonly ColumnFacts[]): Shown<DateFormat> {
  const has = combineFacts(columns);
  if (has("dots")) return { form: "DD.MM.YYYY", isAmbiguous: false };
  if (!has("slashes") && !has("dashes")) {
    return { form: has("yearFirst") ? "YYYY/MM/DD" : "YYYY-MM-DD", isAmbiguous: false };
  }
  const isAmbiguous = has("dayFirst") === has("monthFirst");
  const isDayFirst = has("dayFirst") && !isAmbiguous;
  const [day, month] = has("slashes")
    ? (["DD/MM/YYYY", "MM/DD/YYYY"] as const)
    : (["DD-MM-YYYY", "MM-DD-YYYY"] as const);
  return { form: isDayFirst ? day : month, isAmbiguous };
}

/** Returns whether a column has what separates groups of digits in front of decimals too: `12.5` where `1.234` is 1234. */
export function isMixed(
  column: ColumnFacts,
  separator: ImportOptions["decimalSeparator"],
): boolean {
  return combineFacts([column])(separator === "," ? "decimalPoint" : "decimalComma");
}

function combineFacts(columns: readonly ColumnFacts[]): (flag: keyof typeof FACTS) => boolean {
  const all = columns.reduce((sum, one) => sum | one, 0);
  return (flag) => (all & FACTS[flag]) !== 0;
}
