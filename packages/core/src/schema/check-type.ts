import { layoutIn, PROPERTY_LISTS, type PropertyDefinition, type TypeLayout } from "@rapport/model";
import { type Issue, quoted } from "../errors.ts";
import type { ObjectSchema, ProjectSchema } from "../object-schema.ts";
import { labelIssues } from "./change-pipelines.ts";
import { checkProperty, type PropertySettings } from "./check-property.ts";
import { checkPipeline, type PipelineSettings } from "./save-pipeline.ts";
import {
  ownProperties,
  ownTraits,
  type TypeActivity,
  type TypeDetails,
} from "./type-definition.ts";

/** Limits per own type. */
const MAX_PROPERTIES = 1_000;
const MAX_SETS = 10;
const MAX_SET_PROPERTIES = 10;

/** Settings of a type that may change. */
export type TypeChanges = { readonly [K in keyof TypeDetails]?: TypeDetails[K] | undefined };

/** A new object type, with the properties and the pipeline that it has from the start. */
export interface NewType extends TypeChanges {
  readonly name: string;
  readonly plural: string;
  readonly hasPipeline?: boolean | undefined;
  readonly properties?: readonly PropertySettings[] | undefined;
  /** Only of a type with pipelines; one pipeline with the stage "New" if undefined. */
  readonly pipeline?: PipelineSettings | undefined;
}

/** Returns what may change of an object type. */
export function typeDetails(object: ObjectSchema): TypeDetails {
  return {
    label: object.title,
    pluralLabel: object.pluralTitle,
    description: object.description,
    nameProperties: object.nameProperties,
    required: object.rules.required ?? [],
    icon: object.admin.icon,
    activity: object.activity ? { at: object.activity.at, body: object.activity.body } : null,
    layout: object.layout,
  };
}

/**
 * Checks a new type against the others of its project.
 *
 * @returns one issue per fault, and what to store if there is none
 */
export function checkNewType(schema: ProjectSchema, settings: Partial<NewType>) {
  const { name = "", plural = "", hasPipeline = false, pipeline } = settings;
  const issues: Issue[] = [
    ...nameIssues(schema, "name", name),
    ...nameIssues(schema, "plural", plural),
  ];
  if (name !== "" && name === plural) {
    const message = `The plural must differ from the name ${quoted(name)}, because paths and scopes tell them apart. Example: "listings".`;
    issues.push({ path: "plural", code: "name_taken", message });
  }
  const label = settings.label ?? labelFromName(name);
  const details: TypeDetails = {
    label,
    pluralLabel: settings.pluralLabel ?? labelFromName(plural),
    description: settings.description ?? null,
    nameProperties: settings.nameProperties ?? [],
    required: settings.required ?? [],
    icon: settings.icon ?? DEFAULT_ICON,
    activity: settings.activity ?? null,
    layout: layoutIn(settings.layout),
  };
  const properties = new Map(ownProperties(hasPipeline).map((one) => [one.name, one]));
  // People would take two names that differ only in case for one.
  const taken = new Set([...properties.keys()].map((one) => one.toLowerCase()));
  const added = (settings.properties ?? []).map((one, index) => {
    const checked = checkProperty(name, undefined, one);
    const path = (of: string) => `properties.${index}.${of}`;
    issues.push(...checked.issues.map((issue) => ({ ...issue, path: path(issue.path) })));
    const inAnyCase = one.name.toLowerCase();
    if (taken.has(inAnyCase)) {
      const given = ownProperties(hasPipeline).map((base) => base.name);
      const why = given.includes(inAnyCase)
        ? `Every such type has ${given.join(", ")}.`
        : "They may not differ in case alone.";
      const message = `There are two properties ${quoted(one.name)}. Leave one of them out. ${why}`;
      issues.push({ path: path("name"), code: "name_taken", message });
    }
    taken.add(inAnyCase);
    properties.set(one.name, checked.after);
    return checked.after;
  });
  if (added.length > MAX_PROPERTIES) {
    const message = `An object type can have at most ${MAX_PROPERTIES.toLocaleString("en")} own properties.`;
    issues.push({ path: "properties", code: "too_many", message });
  }
  // A label that is not given is made of the name, whose faults are reported.
  const isGiven = ({ path }: Issue) =>
    !["label", "pluralLabel"].includes(path) || settings[path as "label"] !== undefined;
  issues.push(...detailIssues(details, properties).filter(isGiven));
  if (pipeline !== undefined && !hasPipeline) {
    const message = 'A type with a pipeline needs "hasPipeline": true.';
    issues.push({ path: "pipeline", code: "no_pipelines", message });
  }
  // Younger types come first in the labels of associations (next to the built-in ones, whose ranks are above 0).
  const rank = Math.min(0, ...schema.types.map((one) => one.associationRank)) - 1;
  const row = { name, plural, rank, has_pipeline: hasPipeline ? 1 : 0 };
  const content = { version: schema.version, properties, pipelines: [] };
  const object: ObjectSchema = { schema, ...ownTraits(row, details, properties), ...content };
  if (pipeline !== undefined && hasPipeline) {
    const found = checkPipeline(object, pipeline).issues;
    issues.push(...found.map((issue) => ({ ...issue, path: `pipeline.${issue.path}` })));
  }
  return { issues, details, properties: added, object };
}

/** Checks changes of a type. Returns one issue per fault. */
export function checkTypeChanges(object: ObjectSchema, settings: TypeChanges): readonly Issue[] {
  const changes = givenDetails(settings);
  const found = detailIssues({ ...typeDetails(object), ...changes }, object.properties);
  if (object.builtIn && changes.activity !== undefined) return [BUILT_IN_ACTIVITY];
  // The caller did not cause faults in settings that do not change.
  return found.filter(({ path }) =>
    Object.keys(changes).some((name) => `${path}.`.startsWith(`${name}.`)),
  );
}

/** Returns the settings that are to change. */
export function givenDetails(settings: TypeChanges): Partial<TypeDetails> {
  const { label, pluralLabel, description, nameProperties, required, icon, activity } = settings;
  const layout = settings.layout === undefined ? undefined : layoutIn(settings.layout);
  const all = { label, pluralLabel, description, nameProperties, required, icon, activity, layout };
  return Object.fromEntries(
    Object.entries(all).filter(([, value]) => value !== undefined),
  ) as Partial<TypeDetails>;
}

function detailIssues(
  { label, pluralLabel, nameProperties, required, icon, activity, layout }: TypeDetails,
  properties: ReadonlyMap<string, PropertyDefinition>,
): readonly Issue[] {
  return [
    ...labelIssues(label, [], "label"),
    ...labelIssues(pluralLabel, [], "pluralLabel"),
    ...setIssues("nameProperties", nameProperties, properties),
    ...setIssues("required", required, properties),
    ...(activity === null ? [] : activityIssues(activity, properties)),
    ...(layout === null ? [] : layoutIssues(layout, properties)),
    ...(/^[a-z][a-z0-9-]{0,49}$/.test(icon)
      ? []
      : [
          {
            path: "icon",
            code: "icon_invalid",
            message: 'An icon is named by small letters, digits and hyphens. Example: "home"',
          },
        ]),
  ];
}

const BUILT_IN_ACTIVITY: Issue = {
  path: "activity",
  code: "type_built_in",
  message: "Only types of the project's own become activities. Leave `activity` out.",
};

function activityIssues(
  { at, body }: TypeActivity,
  properties: ReadonlyMap<string, PropertyDefinition>,
): readonly Issue[] {
  const hasType = (name: string, types: readonly string[]) => {
    const property = properties.get(name);
    return property !== undefined && !property.multi && types.includes(property.type);
  };
  const issues: Issue[] = [];
  if (!hasType(at, ["datetime"])) {
    const message = `${quoted(at)} must be a property of the type datetime with one value, which says when it happened.`;
    issues.push({ path: "activity.at", code: "property_unfit", message });
  }
  if (body !== null && !hasType(body, ["text", "string"])) {
    const message = `${quoted(body)} must be a property of the type text or string with one value. Use null for none.`;
    issues.push({ path: "activity.body", code: "property_unfit", message });
  }
  return issues;
}

/** Returns an issue for each name in sets of properties that is no property of the type. */
function setIssues(
  path: string,
  sets: readonly (readonly string[])[],
  properties: ReadonlyMap<string, unknown>,
): readonly Issue[] {
  const isLarge = sets.length > MAX_SETS || sets.some((set) => set.length > MAX_SET_PROPERTIES);
  if (isLarge || sets.some((set) => set.length === 0)) {
    const message = `This takes at most ${MAX_SETS} sets of 1 to ${MAX_SET_PROPERTIES} properties. Example: [["street"]]`;
    return [{ path, code: "sets_invalid", message }];
  }
  return sets.flatMap((set, at) => unknownIn(`${path}.${at}`, set, properties));
}

/** Returns an issue for each name in a list that is no property of the type. */
function unknownIn(
  path: string,
  names: readonly string[],
  properties: ReadonlyMap<string, unknown>,
): readonly Issue[] {
  return names.flatMap((name, index): Issue[] => {
    if (properties.has(name)) return [];
    const message = `The type has no property ${quoted(name)}. Add it to the properties, or leave it out here.`;
    return [{ path: `${path}.${index}`, code: "property_unknown", message }];
  });
}

/** Properties in the header of a record. */
const MAX_HEADER = 8;

/** Returns an issue for each unknown property and each name that a list of a layout has twice. */
function layoutIssues(
  layout: TypeLayout,
  properties: ReadonlyMap<string, unknown>,
): readonly Issue[] {
  const issues = PROPERTY_LISTS.flatMap((list) =>
    unknownIn(`layout.${list}`, layout[list] ?? [], properties),
  );
  for (const [list, names] of Object.entries(layout)) {
    names.forEach((name: string, index: number) => {
      if (names.indexOf(name) === index) return;
      const message = `The list has ${quoted(name)} twice. Leave it out once.`;
      issues.push({ path: `layout.${list}.${index}`, code: "name_twice", message });
    });
  }
  if ((layout.header ?? []).length > MAX_HEADER) {
    const message = `The header of a record takes at most ${MAX_HEADER} properties.`;
    issues.push({ path: "layout.header", code: "too_many", message });
  }
  return issues;
}

function nameIssues(
  schema: ProjectSchema,
  path: "name" | "plural",
  name: string,
): readonly Issue[] {
  if (!/^[a-z][a-z0-9_]{0,49}$/.test(name)) {
    const message = `A ${path} must start with a small letter and have at most 50 small letters, digits and underscores. Example: "${path === "name" ? "listing" : "listings"}"`;
    return [{ path, code: "name_invalid", message }];
  }
  const other = schema.objects.get(name);
  if (other !== undefined) {
    const is = other.name === name ? "name" : "plural";
    const message = `${quoted(name)} is the ${is} of another object type (${other.title}). Choose another.`;
    return [{ path, code: "name_taken", message }];
  }
  if (RESERVED.has(name) || name.includes("_to_") || name in {}) {
    const use = name.includes("_to_")
      ? "associations are named like it"
      : "paths, scopes or events use it";
    const message = `${quoted(name)} cannot be the ${path} of a type, because ${use}. Choose another.`;
    return [{ path, code: "name_reserved", message }];
  }
  return [];
}

/** Words of paths, scopes, events and procedures; those of the first line in one form only. */
const RESERVED: ReadonlySet<string> = new Set([
  ..."properties histories batches searches merges data api crm".split(" "),
  ...[
    "association association_label attachment batch by change create custom delete endpoint erase erasure",
    "event export feed file group history id import job key label list merge object openapi order owner",
    "pipeline project property read record restore schema scope search set stage stream template tenant",
    "token type unmerge update upsert user view webhook workspace write",
  ].flatMap((line) => line.split(" ").flatMap((word) => [word, `${word}s`])),
]);

const DEFAULT_ICON = "box";

function labelFromName(name: string): string {
  const text = name.replaceAll("_", " ").trim();
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}`;
}
