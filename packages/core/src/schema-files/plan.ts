import { layoutIn, type PropertyDefinition } from "@rapport/model";
import type { Issue } from "../errors.ts";
import type { ObjectSchema, ProjectSchema } from "../object-schema.ts";
import { checkProperty, type PropertySettings } from "../schema/check-property.ts";
import { checkNewType, checkTypeChanges, type NewType } from "../schema/check-type.ts";
import {
  createType,
  refuseTypeInUse,
  removeType,
  typeView,
  updateType,
} from "../schema/object-types.ts";
import { removeProperty } from "../schema/remove-property.ts";
import { optionsLeftOut, saveProperty } from "../schema/save-property.ts";
import { refuseUsedOptions, refuseUsedProperty } from "../schema/usage.ts";
import { PlanDraft, type PlannedChange, type Step } from "./plan-draft.ts";
import { planLabels } from "./plan-labels.ts";
import { planPipelines } from "./plan-pipelines.ts";
import {
  baseProperties,
  builtInDetails,
  changedProperties,
  isSameProperty,
  type PropertyEntry,
  type SchemaFile,
  type TypeEntry,
  toPropertyEntry,
  wrongFile,
} from "./schema-file.ts";

/** The steps that make a project's schema equal to a file. */
export interface Plan {
  readonly changes: readonly PlannedChange[];
  /** In the order in which they are done. */
  readonly steps: readonly Step[];
}

/**
 * Compares a file with the schema of a project. What a file says of a part replaces all settings of that part.
 *
 * @param prune whether parts that the file lacks are removed, and changes of built-in parts taken back
 * @throws CrmError INVALID_INPUT with one issue per fault; paths are those of the file
 */
export function planSchema(schema: ProjectSchema, file: SchemaFile, prune: boolean): Plan {
  const draft = new PlanDraft();
  const names = new Map<string, number>();
  for (const [at, entry] of file.types.entries()) {
    for (const member of ["name", "plural"] as const) {
      const name = entry[member];
      if (name !== undefined && names.has(name))
        draft.refuse(`types.${at}`, [repeated(member, name)]);
      if (name !== undefined) names.set(name, at);
    }
  }
  if (draft.issues.length > 0) throw wrongFile(draft.issues);
  for (const [at, entry] of file.types.entries()) {
    const object = schema.objects.get(entry.name);
    const path = `types.${at}`;
    if (object?.name === entry.name) planType(draft, { object, entry, path, prune });
    else planNewType(draft, schema, entry, path);
  }
  planLabels(draft, schema, file, prune);
  for (const object of prune ? schema.types : []) {
    if (names.has(object.name)) continue;
    if (object.builtIn) {
      planType(draft, { object, entry: { name: object.name }, path: object.name, prune });
    } else {
      draft.note("-", "type", object.name);
      draft.add(2, {
        path: object.name,
        check: (db, projectId) => refuseTypeInUse(db, projectId, object),
        run: (deps, projectId) => removeType(deps, projectId, object.name),
      });
    }
  }
  if (draft.issues.length > 0) throw wrongFile(draft.issues);
  return { changes: draft.changes, steps: draft.steps };
}

function repeated(path: string, name: string): Issue {
  const message = `Another type of the file has the name "${name}" too. Names and plurals must differ.`;
  return { path, code: "name_taken", message };
}

function planNewType(
  draft: PlanDraft,
  schema: ProjectSchema,
  entry: TypeEntry,
  path: string,
): void {
  const { name, plural, properties = {}, pipelines } = entry;
  if (plural === undefined || entry.label === undefined || entry.pluralLabel === undefined) {
    const missing = (["plural", "label", "pluralLabel"] as const).filter(
      (member) => entry[member] === undefined,
    );
    draft.refuse(path, missing.map(absent));
    return;
  }
  const hasPipeline = pipelines !== undefined;
  const base = baseProperties({ name, builtIn: false, hasPipeline });
  const own = Object.entries(properties).filter(([one]) => !base.has(one));
  const settings: NewType = {
    ...{ name, plural, hasPipeline },
    ...typeDetails(entry),
    properties: own.map(([one, property]) => propertySettings(one, property)),
  };
  const { issues, object } = checkNewType(schema, settings);
  draft.refuse(
    path,
    issues.map((issue) => ({ ...issue, path: pathInFile(issue.path, own) })),
  );
  draft.note("+", "type", name);
  for (const [one] of own) draft.note("+", "property", `${name}.${one}`);
  draft.add(0, { path, run: (deps, projectId) => createType(deps, projectId, settings) });
  const changed = Object.fromEntries(Object.entries(properties).filter(([one]) => base.has(one)));
  planProperties(draft, { object, entry: { name, properties: changed }, path, prune: false });
  if (pipelines !== undefined) planPipelines(draft, { object, pipelines, path, prune: true });
}

function absent(path: string): Issue {
  return { path, code: "required", message: "A type of a project's own needs this." };
}

/** In a request, the properties of a new type are a list; in a file, they have names. */
function pathInFile(path: string, own: readonly (readonly [string, unknown])[]): string {
  return path
    .replace(/^properties\.(\d+)/, (_, at: string) => `properties.${own[Number(at)]?.[0]}`)
    .replace(/^(properties\.[^.]+)\.name$/, "$1");
}

interface Compared {
  readonly object: ObjectSchema;
  readonly entry: TypeEntry;
  readonly path: string;
  readonly prune: boolean;
}

function planType(draft: PlanDraft, compared: Compared): void {
  const { object, entry, path, prune } = compared;
  const { name, builtIn } = object;
  if (entry.plural !== undefined && entry.plural !== object.plural) {
    const message = `The plural of this type is "${object.plural}", which cannot change.`;
    draft.refuse(path, [{ path: "plural", code: "plural_fixed", message }]);
  }
  if (!builtIn) {
    const missing = (["label", "pluralLabel"] as const).filter((one) => entry[one] === undefined);
    draft.refuse(path, missing.map(absent));
  }
  planProperties(draft, compared);
  planDetails(draft, compared);
  const { pipelines } = entry;
  if (pipelines !== undefined) planPipelines(draft, { object, pipelines, path, prune });
  else if (!builtIn && object.hasPipeline) {
    const message = `Records of the type ${name} are in pipelines, so it needs at least one.`;
    draft.refuse(path, [{ path: "pipelines", code: "required", message }]);
  }
}

function planProperties(draft: PlanDraft, { object, entry, path, prune }: Compared): void {
  const { name: type } = object;
  const { properties = {} } = entry;
  const base = baseProperties(object);
  for (const [name, property] of Object.entries(properties)) {
    planProperty(draft, object, propertySettings(name, property), `${path}.properties.${name}`);
  }
  for (const definition of prune ? changedProperties(object) : []) {
    const { name } = definition;
    if (Object.hasOwn(properties, name)) continue;
    const before = base.get(name);
    if (before !== undefined) {
      planProperty(
        draft,
        object,
        propertySettings(name, toPropertyEntry(before)),
        `${type}.${name}`,
      );
      continue;
    }
    draft.note("-", "property", `${type}.${name}`);
    draft.add(2, {
      path: `${type}.${name}`,
      check: (db, projectId) => refuseUsedProperty(db, projectId, type, name),
      run: (deps, projectId) => removeProperty(deps, projectId, type, name),
    });
  }
}

function planProperty(
  draft: PlanDraft,
  { name: type, properties }: ObjectSchema,
  settings: PropertySettings,
  path: string,
): void {
  const { name } = settings;
  const before = properties.get(name);
  const { issues, after } = checkProperty(type, before, settings);
  draft.refuse(
    path,
    issues.map((issue) => (issue.path === "name" ? { ...issue, path: "" } : issue)),
  );
  if (before !== undefined && isSameProperty(before, after)) return;
  const changed =
    before === undefined ? [] : differences(toPropertyEntry(before), toPropertyEntry(after));
  draft.note(before === undefined ? "+" : "~", "property", `${type}.${name}`, ...changed);
  draft.add(0, {
    path,
    check: (db, projectId) =>
      refuseUsedOptions(db, projectId, type, {
        property: after,
        values: optionsLeftOut(before, after),
      }),
    run: (deps, projectId) => saveProperty(deps, projectId, type, settings),
  });
}

function planDetails(draft: PlanDraft, { object, entry, path }: Compared): void {
  const { name, builtIn } = object;
  const given = typeDetails(entry);
  const wanted = builtIn
    ? { ...builtInDetails(name), ...given }
    : {
        description: null,
        nameProperties: [],
        required: [],
        activity: null,
        layout: null,
        ...given,
      };
  const before = typeView(object);
  const changes = Object.fromEntries(
    Object.entries(wanted).filter(
      ([one, value]) =>
        JSON.stringify(value) !== JSON.stringify(before[one as keyof typeof before]),
    ),
  );
  const known = new Map<string, PropertyDefinition>(baseProperties(object));
  for (const [one, { type, multi = false }] of Object.entries(entry.properties ?? {})) {
    known.set(one, { type, multi } as PropertyDefinition);
  }
  draft.refuse(path, checkTypeChanges({ ...object, properties: known }, given));
  if (Object.keys(changes).length === 0) return;
  draft.note("~", "type", name, ...Object.keys(changes));
  draft.add(1, { path, run: (deps, projectId) => updateType(deps, projectId, name, changes) });
}

function typeDetails({
  label,
  pluralLabel,
  description,
  icon,
  nameProperties,
  required,
  activity,
  layout: given,
}: TypeEntry) {
  const details = {
    ...{ label, pluralLabel, description, icon, nameProperties, required },
    activity: activity && { at: activity.at, body: activity.body ?? null },
    layout: given && layoutIn(given),
  };
  return Object.fromEntries(
    Object.entries(details).filter(([, value]) => value !== undefined),
  ) as Partial<{ [Name in keyof typeof details]: NonNullable<(typeof details)[Name]> }>;
}

/** Returns all settings of a property, so that those that the file leaves out are taken back. */
function propertySettings(name: string, entry: PropertyEntry): PropertySettings {
  const { options, ...given } = entry;
  const listed = entry.type === "enumeration" ? { options: options ?? [] } : { options };
  return {
    ...{ multi: false, indexed: false, unique: false, closed: false },
    ...{ description: null, rules: null, default: null, group: null },
    ...given,
    ...listed,
    name,
  };
}

function differences(before: PropertyEntry, after: PropertyEntry): readonly string[] {
  const members = new Set([...Object.keys(before), ...Object.keys(after)]) as Set<
    keyof PropertyEntry
  >;
  return [...members]
    .filter((member) => JSON.stringify(before[member]) !== JSON.stringify(after[member]))
    .toSorted();
}
