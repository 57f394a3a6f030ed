import "../fault-messages.ts";
import {
  COLORS,
  OBJECT_TYPES,
  type ObjectTypeDefinition,
  PROPERTY_DEFAULTS,
  PROPERTY_TYPES,
  type PropertyDefinition,
} from "@rapport/model";
import { z } from "zod";
import { CrmError } from "../errors.ts";
import type {
  AssociationLabelDefinition,
  ObjectSchema,
  Pipeline,
  ProjectSchema,
} from "../object-schema.ts";
import { MAX_LABEL_LIMIT } from "../records/associations/labels.ts";
import { typeView } from "../schema/object-types.ts";
import { ownProperties } from "../schema/type-definition.ts";

/** Version of the format. */
const FORMAT = 1;

const text = z.string().min(1).max(255);
const limit = z.int().min(1).max(MAX_LABEL_LIMIT);
const sets = z.array(z.array(text).min(1)).optional();

const scalar = z.union([z.string(), z.number(), z.boolean()]);

const color = z.enum(COLORS).optional();

const propertyEntry = z.strictObject({
  type: z.enum(PROPERTY_TYPES),
  label: text,
  description: z.string().optional(),
  multi: z.boolean().optional(),
  indexed: z.boolean().optional(),
  unique: z.boolean().optional(),
  closed: z.boolean().optional(),
  options: z.array(z.strictObject({ value: text, label: text, color })).optional(),
  rules: z.record(z.string(), z.union([z.string(), z.number()])).optional(),
  default: z.union([scalar, z.array(scalar)]).optional(),
  group: z.string().optional(),
});

const key = z.string().regex(/^[A-Za-z0-9][A-Za-z0-9_-]{0,254}$/, {
  error: "A key has letters, digits, underscores and hyphens.",
});

const pipelineEntry = z.strictObject({
  key,
  label: text,
  isDefault: z.boolean().optional(),
  stages: z
    .array(
      z.strictObject({
        key,
        label: text,
        probability: z.string().optional(),
        closed: z.boolean().optional(),
        color,
      }),
    )
    .min(1),
});

const typeEntry = z.strictObject({
  name: text,
  plural: text.optional(),
  label: text.optional(),
  pluralLabel: text.optional(),
  description: z.string().optional(),
  icon: text.optional(),
  nameProperties: sets,
  required: sets,
  activity: z.strictObject({ at: text, body: text.optional() }).optional(),
  layout: z
    .strictObject({
      properties: z.array(text),
      groups: z.array(text),
      form: z.array(text),
      header: z.array(text),
      hiddenIfEmpty: z.array(text),
    })
    .partial()
    .optional(),
  properties: z.record(z.string(), propertyEntry).optional(),
  pipelines: z.array(pipelineEntry).min(1).optional(),
});

const labelEntry = z.strictObject({
  from: text,
  to: text,
  key: text,
  label: text,
  inverseKey: text.optional(),
  inverseLabel: text.optional(),
  maxPerSource: limit.optional(),
  maxPerTarget: limit.optional(),
});

const schemaFile = z.strictObject({
  format: z.literal(FORMAT),
  types: z.array(typeEntry),
  associationLabels: z.array(labelEntry).optional(),
});

/** A project's schema as a file: what differs from that of a new project, and all pipelines. */
export type SchemaFile = z.infer<typeof schemaFile>;
/** An object type: one of the project's own, or what the project changed of a built-in one. */
export type TypeEntry = SchemaFile["types"][number];
export type PropertyEntry = z.infer<typeof propertyEntry>;
export type PipelineEntry = z.infer<typeof pipelineEntry>;
export type LabelEntry = z.infer<typeof labelEntry>;

/**
 * Checks the form of a file.
 *
 * @param content the parsed JSON
 * @throws CrmError INVALID_INPUT with one issue per fault, whose message begins with its path
 */
export function parseSchemaFile(content: unknown): SchemaFile {
  const { success, data, error } = schemaFile.safeParse(content);
  if (success) return data;
  throw wrongFile(
    error.issues.map(({ path, code, message }) => ({
      path: path.join("."),
      code,
      message,
    })),
  );
}

/** Returns the refusal of a file. Each message begins with the path of the fault. */
export function wrongFile(
  issues: readonly { readonly path: string; readonly code: string; readonly message: string }[],
): CrmError {
  return new CrmError("INVALID_INPUT", "The file is no schema that this project can have.", {
    issues: issues.map((issue) => ({
      ...issue,
      message: issue.path === "" ? issue.message : `${issue.path}: ${issue.message}`,
    })),
  });
}

/** Returns the schema of a project as a file has it. */
export function toSchemaFile({ types, labels }: ProjectSchema): SchemaFile {
  const associationLabels = labels.map(toLabelEntry).toSorted(byTypesAndKey);
  return {
    format: FORMAT,
    types: types.flatMap(toTypeEntries),
    ...(associationLabels.length > 0 && { associationLabels }),
  };
}

function byTypesAndKey(a: LabelEntry, b: LabelEntry): number {
  const [one, other] = [a, b].map(({ from, to, key }) => `${from} ${to} ${key}`) as [
    string,
    string,
  ];
  return one < other ? -1 : 1;
}

/** Returns the text of a file: JSON with sorted keys, two spaces and a line end. */
export function fileText(file: SchemaFile): string {
  return `${JSON.stringify(sorted(file), null, 2)}\n`;
}

function sorted(part: unknown): unknown {
  if (Array.isArray(part)) return part.map(sorted);
  if (typeof part !== "object" || part === null) return part;
  const members = Object.entries(part).filter(([, value]) => value !== undefined);
  return Object.fromEntries(
    members.toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([name, value]) => [name, sorted(value)]),
  );
}

function toTypeEntries(object: ObjectSchema): readonly TypeEntry[] {
  const { name, plural, builtIn } = object;
  const properties = Object.fromEntries(
    changedProperties(object).map((one) => [one.name, toPropertyEntry(one)]),
  );
  const entry: TypeEntry = {
    ...{ name, ...(!builtIn && { plural }), ...typeDetails(object) },
    ...(Object.keys(properties).length > 0 && { properties }),
    ...(object.pipelines.length > 0 && { pipelines: object.pipelines.map(toPipelineEntry) }),
  };
  return Object.keys(entry).length > 1 ? [entry] : [];
}

type Details = Pick<
  TypeEntry,
  | "label"
  | "pluralLabel"
  | "description"
  | "icon"
  | "nameProperties"
  | "required"
  | "activity"
  | "layout"
>;

function layoutEntry({ layout }: ObjectSchema): Pick<Details, "layout"> {
  const lists = Object.entries(layout ?? {}).map(([list, names]) => [list, [...names]]);
  return layout === null ? {} : { layout: Object.fromEntries(lists) };
}

function copied(sets: readonly (readonly string[])[]): string[][] {
  return sets.map((set) => [...set]);
}

/** Returns the details of a type of the project's own, or what the project changed of a built-in one. */
function typeDetails(object: ObjectSchema): Details {
  const view = typeView(object);
  const { label, pluralLabel, description, icon, nameProperties, required, activity } = view;
  const before = object.builtIn ? builtInDetails(object.name) : OF_NEW_TYPE;
  const isSame = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b);
  return {
    ...(label !== before.label && { label }),
    ...(pluralLabel !== before.pluralLabel && { pluralLabel }),
    ...(description !== null && { description }),
    ...(icon !== before.icon && { icon }),
    ...(!isSame(nameProperties, before.nameProperties) && {
      nameProperties: copied(nameProperties),
    }),
    ...(!isSame(required, before.required) && { required: copied(required) }),
    ...(activity &&
      !object.builtIn && {
        activity: { at: activity.at, ...(activity.body !== null && { body: activity.body }) },
      }),
    ...layoutEntry(object),
  };
}

/** A type of the project's own always has its names and its icon in a file. */
const OF_NEW_TYPE = {
  ...{ label: null, pluralLabel: null, icon: null },
  ...{ nameProperties: [], required: [] },
};

/** Returns how every new project shows a built-in type, and what its records need. */
export function builtInDetails(name: string) {
  const type = BUILT_IN_TYPES[name] as ObjectTypeDefinition;
  return {
    label: type.title,
    pluralLabel: type.pluralTitle,
    description: null,
    icon: type.admin.icon,
    nameProperties: type.nameProperties,
    required: type.rules.required ?? [],
    layout: null,
  };
}

const BUILT_IN_TYPES: Readonly<Record<string, ObjectTypeDefinition>> = OBJECT_TYPES;

/** Returns the properties that a type has in every new project, by name. */
export function baseProperties({
  name,
  builtIn,
  hasPipeline,
}: Pick<ObjectSchema, "name" | "builtIn" | "hasPipeline">): ReadonlyMap<
  string,
  PropertyDefinition
> {
  const base = builtIn ? (BUILT_IN_TYPES[name]?.properties ?? []) : ownProperties(hasPipeline);
  return new Map(base.map((one) => [one.name, one]));
}

/** Returns the properties that a project added or changed. */
export function changedProperties(object: ObjectSchema): readonly PropertyDefinition[] {
  const base = baseProperties(object);
  return [...object.properties.values()].filter((one) => {
    const before = base.get(one.name);
    return before === undefined || !isSameProperty(before, one);
  });
}

/** Returns whether two definitions of a property are the same in a file. */
export function isSameProperty(a: PropertyDefinition, b: PropertyDefinition): boolean {
  return JSON.stringify(sorted(toPropertyEntry(a))) === JSON.stringify(sorted(toPropertyEntry(b)));
}

/** Leaves out the settings that a property has without being asked for. */
export function toPropertyEntry(definition: PropertyDefinition): PropertyEntry {
  const { name: _, builtIn: _builtIn, readOnly: _readOnly, format: _format, ...rest } = definition;
  const { type, label, options = [], ...settings } = rest;
  const defaults: Readonly<Record<string, unknown>> = PROPERTY_DEFAULTS;
  const set = Object.entries(settings).filter(
    ([name, value]) => value !== undefined && value !== defaults[name],
  );
  const listed = options.map(({ value, label, color }) => ({
    value,
    label,
    ...(color && { color }),
  }));
  return {
    ...{ type, label },
    ...Object.fromEntries(set),
    ...(listed.length > 0 && { options: listed }),
  };
}

function toPipelineEntry({ key, label, isDefault, stages }: Pipeline): PipelineEntry {
  return {
    ...{ key, label },
    ...(isDefault && { isDefault }),
    stages: stages.map((stage) => ({
      ...{ key: stage.key, label: stage.label },
      ...(stage.probability !== null && { probability: stage.probability }),
      ...(stage.closed && { closed: true }),
      ...(stage.color !== null && { color: stage.color }),
    })),
  };
}

/** Returns a label as a file has it. */
function toLabelEntry(label: AssociationLabelDefinition): LabelEntry {
  const {
    type: from,
    toType: to,
    key,
    inverseKey,
    inverseLabel,
    maxPerSource,
    maxPerTarget,
  } = label;
  return {
    ...{ from, to, key, label: label.label },
    ...(inverseKey !== key && { inverseKey }),
    ...(inverseLabel !== label.label && { inverseLabel }),
    ...(maxPerSource !== null && { maxPerSource }),
    ...(maxPerTarget !== null && { maxPerTarget }),
  };
}
