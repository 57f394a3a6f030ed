import type { PropertyDefinition } from "@rapport/model";
import type { Issue } from "../errors.ts";
import { quoted } from "../errors.ts";
import type { ObjectSchema, ProjectSchema } from "../object-schema.ts";
import { unknownLabelIssue, unknownTypeIssue } from "../records/associations/associations.ts";
import { kindNamed } from "../records/associations/kinds.ts";
import { keyProperty } from "../records/record-key.ts";
import { FORBIDDEN_NAMES, forbiddenNameIssue, unknownNameIssue } from "../schema/property-names.ts";
import { columnName } from "./row.ts";
import {
  type AssociationColumn,
  type ColumnFacts,
  type ImportedFile,
  type ImportOptions,
  REASON_COLUMN,
} from "./settings.ts";

/** What each column of a file sets. */
export interface ImportPlan {
  readonly object: ObjectSchema;
  readonly options: ImportOptions;
  readonly properties: readonly PropertyColumn[];
  readonly associations: readonly KeyColumn[];
  /** The column with the ids of the records to update, in the mode `update` by `id`. */
  readonly idColumn: string | undefined;
  /** The property that finds the records to update. */
  readonly key: PropertyDefinition | undefined;
}

export interface PropertyColumn {
  readonly column: string;
  readonly definition: PropertyDefinition;
  readonly facts: ColumnFacts;
}

/** A column whose values find records to associate with. */
export interface KeyColumn extends AssociationColumn {
  /** Undefined if its values are ids. */
  readonly definition: PropertyDefinition | undefined;
  /** The type of its records. */
  readonly target: ObjectSchema;
}

/** Characters of a column's name in a path. */
const MAX_PATH_CHARACTERS = 100;

/** Column names of exports whose values an import cannot set. */
const EXPORTED = /^(id|createdAt|updatedAt|version|associations(\..*)?|properties)$/;

/**
 * Checks the options of an import against the schema.
 *
 * @param type name of the type in either form
 * @returns one issue per fault, with paths in the request that creates the import
 */
export function optionIssues(
  schemas: ProjectSchema,
  type: string,
  options: ImportOptions,
): readonly Issue[] {
  const object = schemas.objects.get(type);
  if (object === undefined) return [unknownTypeIssue(type, "object", schemas.types)];
  return [
    ...keyIssues(object, options),
    ...mappingIssues(object, options),
    ...options.associations.flatMap((one, i) => associationIssues(object, one, i)),
  ];
}

function keyIssues(object: ObjectSchema, { mode, idProperty }: ImportOptions): readonly Issue[] {
  const path = "idProperty";
  if (mode === "create") {
    if (idProperty === undefined) return [];
    const message = "An import that creates every row finds no records. Leave idProperty out.";
    return [{ path, code: "id_property_unused", message }];
  }
  if (idProperty === undefined) {
    const message = `Give the property that finds the records to ${mode}.`;
    return [{ path, code: "required", message }];
  }
  if (mode === "update" && idProperty === "id") return [];
  const found = keyProperty(object, idProperty, path);
  return "issue" in found ? [found.issue] : [];
}

function mappingIssues(
  object: ObjectSchema,
  { mapping, mode, idProperty }: ImportOptions,
): readonly Issue[] {
  const seen = new Map<string, string>();
  return Object.entries(mapping).flatMap(([column, name]) => {
    if (name === null || (name === "id" && mode === "update" && idProperty === "id")) return [];
    const path = `mapping.${column}`;
    if (column === "") return [unnamedIssue(path)];
    const definition = object.properties.get(name);
    if (FORBIDDEN_NAMES.has(name)) return [forbiddenNameIssue(name, path)];
    if (definition === undefined) return [unknownNameIssue(name, object.properties.keys(), path)];
    if (definition.readOnly) {
      const message = `Property ${quoted(name)} is derived and cannot be written. Map the column to null.`;
      return [{ path, code: "property_read_only", message }];
    }
    const other = seen.get(name);
    seen.set(name, column);
    if (other === undefined) return [];
    const message = `The columns ${quoted(other)} and ${quoted(column)} have the same property ${quoted(name)}.`;
    return [{ path, code: "property_repeated", message }];
  });
}

function unnamedIssue(path: string): Issue {
  const message =
    "A column without a name can only be ignored. Map it to null, or name it in the header.";
  return { path, code: "column_unknown", message };
}

function associationIssues(
  object: ObjectSchema,
  { object: name, idProperty, type }: AssociationColumn,
  index: number,
): readonly Issue[] {
  const path = `associations.${index}`;
  const { schema } = object;
  const other = schema.objects.get(name);
  if (other === undefined) return [unknownTypeIssue(name, `${path}.object`, schema.types)];
  const isKnown = type === undefined || kindNamed(object, other, type) !== undefined;
  const labelIssues = isKnown ? [] : [unknownLabelIssue(object, other, type, `${path}.type`)];
  if (idProperty === "id") return labelIssues;
  const found = keyProperty(other, idProperty, `${path}.idProperty`);
  return "issue" in found ? [...labelIssues, found.issue] : labelIssues;
}

/**
 * Decides what each column of a file sets. A column without a mapping is matched by a property's internal name or
 * label. Columns that only exports have are ignored.
 *
 * @returns the plan, or one issue per column that is unknown or missing
 */
export function planImport(
  schemas: ProjectSchema,
  type: string,
  options: ImportOptions,
  { columns, facts = [] }: Pick<ImportedFile, "columns" | "facts">,
): { readonly plan: ImportPlan } | { readonly issues: readonly Issue[] } {
  const faults = optionIssues(schemas, type, options);
  if (faults.length > 0) return { issues: faults };
  const object = schemas.object(type);
  const issues: Issue[] = [];
  const properties: PropertyColumn[] = [];
  const keyColumns = new Set(options.associations.map(({ column }) => column));
  let idColumn: string | undefined;
  for (const [index, column] of columns.entries()) {
    if (column === "" || column === REASON_COLUMN || keyColumns.has(column)) continue;
    const name = mappedProperty(object, options, column);
    if (name === null) continue;
    if (name === "id" && options.mode === "update" && options.idProperty === "id") {
      idColumn = column;
      continue;
    }
    const definition = name === undefined ? undefined : object.properties.get(name);
    if (definition === undefined) {
      issues.push(unknownColumn(column));
      continue;
    }
    const other = properties.find((one) => one.definition === definition);
    const shown = facts[index] ?? 0;
    if (other === undefined) properties.push({ column, definition, facts: shown });
    else issues.push(sameProperty(column, other));
  }
  const { idProperty } = options;
  const key = properties.find(({ definition }) => definition.name === idProperty)?.definition;
  if (options.mode !== "create" && key === undefined && idColumn === undefined) {
    const message = `No column has the property ${quoted(idProperty)}, which finds the records.`;
    issues.push({ path: "", code: "key_missing", message });
  }
  issues.push(...missingColumns(options, columns));
  if (issues.length > 0) return { issues };
  const associations = options.associations.map((one) => {
    const target = schemas.object(one.object);
    const definition = one.idProperty === "id" ? undefined : target.properties.get(one.idProperty);
    return { ...one, object: target.name, definition, target };
  });
  return { plan: { object, options, properties, associations, idColumn, key } };
}

/** @returns the property of a column, null to ignore it, or undefined if it is unknown */
function mappedProperty(
  object: ObjectSchema,
  { mapping, mode, idProperty }: ImportOptions,
  column: string,
): string | null | undefined {
  if (Object.hasOwn(mapping, column)) return mapping[column];
  if (column === "id" && mode === "update" && idProperty === "id") return "id";
  const definition = object.properties.get(column) ?? withLabel(object, column);
  if (definition === undefined) return EXPORTED.test(column) ? null : undefined;
  return definition.readOnly ? null : definition.name;
}

function withLabel(object: ObjectSchema, column: string): PropertyDefinition | undefined {
  const label = column.toLowerCase();
  const isNamed = (one: PropertyDefinition) => columnName(one.label).toLowerCase() === label;
  return [...object.properties.values()].find(isNamed);
}

/** Returns options with the names of columns in the form of `columnName`, as those of the file. */
export function withColumnNames<Options extends Pick<ImportOptions, "mapping" | "associations">>(
  options: Options,
): Options {
  const named = Object.entries(options.mapping).map(
    ([column, name]) => [columnName(column), name] as const,
  );
  return {
    ...options,
    mapping: Object.fromEntries(named),
    associations: options.associations.map((one) => ({ ...one, column: columnName(one.column) })),
  };
}

/** A path is cut, because a name may be as long as a row. */
function columnPath(column: string): string {
  return `columns.${column.slice(0, MAX_PATH_CHARACTERS).toWellFormed()}`;
}

function unknownColumn(column: string): Issue {
  const message = `No property has the name of the column ${quoted(column)}. Name one in mapping, or map the column to null.`;
  return { path: columnPath(column), code: "column_unknown", message };
}

function sameProperty(column: string, other: PropertyColumn): Issue {
  const message = `The columns ${quoted(other.column)} and ${quoted(column)} have the same property ${quoted(other.definition.name)}. Map one of them to null.`;
  return { path: columnPath(column), code: "property_repeated", message };
}

/** NDJSON leaves out members that have no value. */
function missingColumns(
  { mapping, associations, format }: ImportOptions,
  columns: readonly string[],
): readonly Issue[] {
  if (format === "ndjson") return [];
  const named = Object.entries(mapping).flatMap(([column, name]) =>
    name === null ? [] : [column],
  );
  const wanted = new Set([...named, ...associations.map(({ column }) => column)]);
  return [...wanted]
    .filter((column) => !columns.includes(column))
    .map((column) => {
      const message = `The file has no column ${quoted(column)}.`;
      return { path: columnPath(column), code: "column_missing", message };
    });
}
