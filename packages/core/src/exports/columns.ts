import type { RecordRow } from "@rapport/db";
import { type PropertyDefinition, withoutMidnight } from "@rapport/model";
import { type CsvForm, quoted, textCell, VALUE_SEPARATOR, withoutFormula } from "../csv.ts";
import type { ObjectSchema } from "../object-schema.ts";
import { ASSOCIATIONS_PREFIX } from "../query/conditions/association-conditions.ts";
import type { Associated } from "../records/associations/associated.ts";
import {
  type AssociationKind,
  kindNamed,
  listKinds,
  plainKind,
} from "../records/associations/kinds.ts";
import { stageProbability } from "../records/expand.ts";
import type { Properties } from "../records/record.ts";
import type { StoredValue } from "../values/parse-value.ts";
import {
  associatedColumn,
  type ExportDefinition,
  exportCsvForm,
  OWN_COLUMNS,
} from "./definition.ts";

/** Names of records by id. */
export type RecordNames = ReadonlyMap<number, string>;

/** A column of a CSV file. */
export interface Column {
  readonly header: string;
  /**
   * Returns the cell of a record, with quotes if it needs them.
   *
   * @param associated its associations; undefined if no column shows any
   */
  formatCell(row: RecordRow, associated: Associated | undefined, names: RecordNames): string;
}

/** Headers of columns that are no properties, in files for people. */
export const OWN_LABELS = {
  id: "Record id",
  createdAt: "Created",
  updatedAt: "Last change",
} as const satisfies Readonly<Record<string, string>>;

/** Appended to associations that are not all shown (specification §2.6). */
const MORE = "…";

/** Returns the names of the columns of a CSV file. */
export function exportColumnNames(
  definition: ExportDefinition,
  object: ObjectSchema,
): readonly string[] {
  const { properties, associations = [] } = definition;
  const { properties: known, schema } = object;
  return (
    definition.columns ?? [
      ...OWN_COLUMNS,
      ...(properties ?? known.keys()),
      ...associations.flatMap((type) => {
        const other = schema.object(type);
        const name = `${ASSOCIATIONS_PREFIX}${other.name}`;
        const [, ...labels] = listKinds(object, other);
        return [name, ...labels.map((label) => `${name}.${label.type}`)];
      }),
    ]
  );
}

/** Returns the columns of a CSV file. */
export function csvColumns(definition: ExportDefinition, object: ObjectSchema): readonly Column[] {
  const names = [...new Set(exportColumnNames(definition, object))];
  const columns = names.map((name) => exportColumn(name, object, definition));
  const { protectFormulas } = exportCsvForm(definition);
  return columns.map((column) => ({
    ...column,
    header: withoutFormula(columnHeader(column, columns), protectFormulas),
  }));
}

type NamedColumn = Column & { readonly name: string };

/** Two columns with the same label are distinguished by their internal names. */
function columnHeader({ name, header }: NamedColumn, all: readonly NamedColumn[]): string {
  const isUnique = all.every((other) => other.name === name || other.header !== header);
  return isUnique ? header : `${header} (${name})`;
}

function exportColumn(
  name: string,
  object: ObjectSchema,
  definitionOfFile: ExportDefinition,
): NamedColumn {
  const { labels } = definitionOfFile;
  const form = exportCsvForm(definitionOfFile);
  const own = ownColumn(name);
  if (own !== null) {
    const label = OWN_LABELS[name as keyof typeof OWN_LABELS];
    return { name, header: labels ? label : name, formatCell: own };
  }
  if (name.startsWith(ASSOCIATIONS_PREFIX)) {
    const { type, key } = associatedColumn(name);
    const other = object.schema.object(type);
    const kind = key === undefined ? plainKind(object, other) : kindNamed(object, other, key);
    const header = labels ? associatedHeader(other, kind) : name;
    const shown = { type: other.name, entry: kind?.type ?? "", labels };
    const associatedCell: Column["formatCell"] = (_row, associated, names) =>
      textCell(associatedText(associated, shown, names), form);
    return { name, header, formatCell: associatedCell };
  }
  const definition = object.properties.get(name);
  // It was removed after the export was created.
  if (definition === undefined) return { name, header: name, formatCell: () => "" };
  const isDerived = name === "probability" && object.hasProbability;
  const read = isDerived
    ? (properties: Properties) => stageProbability(object, properties) ?? properties[name]
    : (properties: Properties) => properties[name];
  const readLabel = labels ? labelReader(definition, object) : null;
  return propertyColumn({ definition, labels, readLabel }, read, form);
}

function ownColumn(name: string): ((row: RecordRow) => string) | null {
  switch (name) {
    case "id":
      return ({ id }) => String(id);
    case "createdAt":
      return (row) => row.created_at;
    case "updatedAt":
      return (row) => row.updated_at;
    default:
      return null;
  }
}

const NO_ASSOCIATIONS: Associated = { associations: {}, truncated: [] };

function associatedHeader(
  { pluralTitle }: ObjectSchema,
  kind: AssociationKind | undefined,
): string {
  if (kind?.label === undefined) return pluralTitle;
  const { key, label, inverseLabel } = kind.label;
  return `${pluralTitle}: ${kind.type === key ? label : inverseLabel}`;
}

/** Returns the text of a column of associations: the records with the plain entry, or with a label. */
function associatedText(
  { associations, truncated }: Associated = NO_ASSOCIATIONS,
  {
    type,
    entry,
    labels,
  }: { readonly type: string; readonly entry: string; readonly labels: boolean },
  names: RecordNames,
): string {
  const entries = associations[type] ?? [];
  const ids = entries.filter((one) => one.type === entry).map(({ id }) => id);
  // A record that was deleted a moment ago has no name any more.
  const shown = labels ? ids.flatMap((id) => names.get(Number(id)) ?? []) : ids;
  const all = truncated.includes(type) ? [...shown, MORE] : shown;
  return all.join(VALUE_SEPARATOR);
}

/** Types whose cells are not text. They are never formulas, but a number may start with a minus sign. */
const NOT_TEXT: ReadonlySet<PropertyDefinition["type"]> = new Set([
  "number",
  "boolean",
  "date",
  "datetime",
]);

interface ShownProperty {
  readonly definition: PropertyDefinition;
  readonly labels: boolean;
  /** The label of a value; null to show the value. */
  readonly readLabel: ((value: string | boolean, properties: Properties) => string) | null;
}

function propertyColumn(
  { definition, labels, readLabel }: ShownProperty,
  read: (properties: Properties) => StoredValue | undefined,
  form: CsvForm,
): NamedColumn {
  const { name, label, type } = definition;
  const cell = NOT_TEXT.has(type)
    ? (text: string) => quoted(text, form.delimiter)
    : (text: string) => textCell(text, form);
  return {
    name,
    header: labels ? label : name,
    formatCell({ properties }) {
      const value = read(properties);
      if (value === undefined || value === null) return "";
      if (type === "datetime") return cell(cellText(value, (one) => withoutMidnight(String(one))));
      if (readLabel === null)
        return cell(typeof value === "string" ? value : cellText(value, String));
      return cell(cellText(value, (one) => readLabel(one, properties)));
    },
  };
}

function cellText(
  value: NonNullable<StoredValue>,
  show: (one: string | boolean) => string,
): string {
  return Array.isArray(value) ? value.map((one) => show(one)).join(VALUE_SEPARATOR) : show(value);
}

/** Returns the labels to show instead of a property's values, or null to show the values. */
function labelReader(
  { name, options = [] }: PropertyDefinition,
  { pipelines }: ObjectSchema,
): ((value: string | boolean, properties: Properties) => string) | null {
  if (name === "pipeline" && pipelines.length > 0) {
    const labels = new Map(pipelines.map(({ key, label }) => [key, label]));
    return (key) => labels.get(String(key)) ?? String(key);
  }
  if (name === "stage" && pipelines.length > 0) {
    const labels = new Map(
      pipelines.map(({ key, stages }) => [
        key,
        new Map(stages.map((stage) => [stage.key, stage.label])),
      ]),
    );
    return (key, { pipeline }) => labels.get(String(pipeline))?.get(String(key)) ?? String(key);
  }
  if (options.length === 0) return null;
  const labels = new Map(options.map(({ value, label }) => [value, label]));
  return (value) => labels.get(String(value)) ?? String(value);
}
