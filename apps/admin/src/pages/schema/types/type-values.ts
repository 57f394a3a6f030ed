import type { Inputs } from "../../../api.ts";
import type { ObjectType } from "../../../object-types.ts";
import { nameFrom, type PropertyType } from "../../../property/new-property.ts";
import type { FormState } from "../../../ui/forms/form.tsx";
import { failureIssues } from "../../../ui/pages/error-notice.tsx";

type NewTypeSettings = Inputs["schema"]["createType"]["settings"];

/** A property that a new type begins with. */
export interface FirstProperty {
  readonly id: number;
  readonly label: string;
  readonly type: PropertyType;
}

/** The values of the form of an object type. */
export interface TypeValues {
  readonly label: string;
  readonly pluralLabel: string;
  readonly name: string;
  readonly plural: string;
  readonly description: string;
  readonly icon: string;
  readonly hasPipeline: boolean;
  /** Whether the records of a new type are activities, with a date and a text. */
  readonly isActivity: boolean;
  /** The properties by which timelines show the records of an existing type; null for none. */
  readonly activityAt: string | null;
  readonly activityBody: string | null;
  /** Empty for an existing type. */
  readonly properties: FirstProperty[];
  /** Empty for a new type. */
  readonly nameProperties: string[][];
  readonly required: string[][];
}

let lastId = 0;

export function firstProperty(label = ""): FirstProperty {
  return { id: ++lastId, label, type: "string" };
}

/** Returns the values that the form shows first. */
export function initialValues(type: ObjectType | undefined): TypeValues {
  if (type === undefined) {
    return {
      ...{ label: "", pluralLabel: "", name: "", plural: "", description: "", icon: "box" },
      ...{ hasPipeline: false, properties: [firstProperty("Name"), firstProperty()] },
      ...{ nameProperties: [], required: [], ...NO_ACTIVITY },
    };
  }
  const { label, pluralLabel, name, plural, description, icon, hasPipeline } = type;
  return {
    ...{ label, pluralLabel, name, plural, description: description ?? "", icon, hasPipeline },
    ...NO_ACTIVITY,
    ...(type.activity && { activityAt: type.activity.at, activityBody: type.activity.body }),
    properties: [],
    nameProperties: type.nameProperties.map((set) => [...set]),
    required: type.required.map((set) => [...set]),
  };
}

const NO_ACTIVITY = { isActivity: false, activityAt: null, activityBody: null };

/** What a new type of activities has. */
const ACTIVITY = { at: "occurred_at", body: "body" } as const;
const ACTIVITY_PROPERTIES: NewTypeSettings["properties"] = [
  { name: ACTIVITY.at, label: "Date", type: "datetime", indexed: true },
  { name: ACTIVITY.body, label: "Text", type: "text" },
];

const MAX_NAME_CHARACTERS = 50;

/** Returns what a label proposes for the fields that the admin has not filled in. */
export function proposed(
  label: string,
  typed: ReadonlySet<string>,
): Partial<Pick<TypeValues, "pluralLabel" | "name" | "plural">> {
  const pluralLabel = guessPlural(label);
  const all = { pluralLabel, name: typeNameFrom(label), plural: typeNameFrom(pluralLabel) };
  return Object.fromEntries(Object.entries(all).filter(([field]) => !typed.has(field)));
}

function typeNameFrom(label: string): string {
  return nameFrom(label).slice(0, MAX_NAME_CHARACTERS);
}

/** Returns the usual English plural of a label. */
function guessPlural(label: string): string {
  const text = label.trimEnd();
  if (text === "") return "";
  if (/[^aeiou]y$/i.test(text)) return `${text.slice(0, -1)}ies`;
  return /(?:s|x|z|ch|sh)$/i.test(text) ? `${text}es` : `${text}s`;
}

/** The form of an object type. */
export type TypeFormState = FormState<TypeValues>;

/** Property types of which a look-up or a sort makes no sense. */
const NOT_INDEXED: readonly PropertyType[] = ["text", "boolean"];

/** Returns the settings of a new type. Properties without a label are left out; the first one names the records. */
export function newSettings(values: TypeValues): NewTypeSettings {
  const { label, pluralLabel, name, plural, description, icon, hasPipeline } = values;
  const properties = values.properties.filter(isLabelled).map((one, index) => ({
    name: nameFrom(one.label),
    label: one.label.trim(),
    type: one.type,
    indexed: index === 0 && !NOT_INDEXED.includes(one.type),
  }));
  const first = properties[0]?.name;
  const isNew = ({ name }: { name: string }) => properties.every((one) => one.name !== name);
  const added = values.isActivity ? ACTIVITY_PROPERTIES.filter(isNew) : [];
  return {
    ...{ label, pluralLabel, name, plural, icon, hasPipeline },
    properties: [...properties, ...added],
    activity: values.isActivity ? ACTIVITY : null,
    description: description.trim() === "" ? null : description,
    nameProperties: first === undefined ? [] : [[first]],
  };
}

/** Returns the settings that differ from those of an existing type. */
export function changedSettings(
  type: ObjectType,
  values: TypeValues,
): Inputs["schema"]["updateType"]["settings"] {
  const { label, pluralLabel, icon } = values;
  const description = values.description.trim() === "" ? null : values.description;
  const nameProperties = values.nameProperties.filter((set) => set.length > 0);
  const required = values.required.filter((set) => set.length > 0);
  const { activityAt: at, activityBody: body } = values;
  const after = { label, pluralLabel, description, icon, nameProperties, required };
  const isSame = type.activity?.at === (at ?? undefined) && (type.activity?.body ?? null) === body;
  return {
    ...Object.fromEntries(
      Object.entries(after).filter(
        ([name, value]) => JSON.stringify(value) !== JSON.stringify(type[name as keyof ObjectType]),
      ),
    ),
    ...(!isSame && { activity: at === null ? null : { at, body } }),
  };
}

function isLabelled({ label }: FirstProperty): boolean {
  return label.trim() !== "";
}

const FIELDS = ["label", "pluralLabel", "name", "plural", "description", "icon"];
const SETS = ["nameProperties", "required", "properties"];

/**
 * Assigns the server's issues to the fields of the form of a type.
 *
 * @returns null if one matches no field
 */
export function typeErrors(error: unknown, values: TypeValues): Record<string, string> | null {
  const sent = values.properties.flatMap((one, i) => (isLabelled(one) ? [i] : []));
  const errors: Record<string, string> = {};
  for (const { path, message } of failureIssues(error)) {
    const [field = "", at] = path.replace(/^settings\./, "").split(".");
    if (field === "activity") {
      errors[at === "body" ? "activityBody" : "activityAt"] ??= message;
      continue;
    }
    const isRow = field === "properties" && at !== undefined;
    if (!FIELDS.includes(field) && !SETS.includes(field)) return null;
    errors[isRow ? `properties.${sent[Number(at)]}.label` : field] ??= message;
  }
  return Object.keys(errors).length === 0 ? null : errors;
}
