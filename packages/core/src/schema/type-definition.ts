import type { objectTypes } from "@rapport/db";
import {
  type ActivityDefinition,
  layoutIn,
  NOW,
  OBJECT_TYPES,
  type ObjectTypeDefinition,
  OWNER,
  PIPELINE_AND_STAGE,
  type PropertyDefinition,
  parseObjectType,
  type TypeLayout,
} from "@rapport/model";
import type { ObjectSchema } from "../object-schema.ts";

/** What a project may change of how a type is shown and of what its records need. */
export interface TypeDetails {
  readonly label: string;
  readonly pluralLabel: string;
  readonly description: string | null;
  /** Sets of properties whose values, joined by a space, name a record. The first set with a value is used. */
  readonly nameProperties: readonly (readonly string[])[];
  /** Sets of properties. A record has a value of at least one property of each. */
  readonly required: readonly (readonly string[])[];
  /** Name of the icon in the admin app. */
  readonly icon: string;
  /** How the admin app arranges its properties; null if the project does not say. */
  readonly layout: TypeLayout | null;
  /** Where timelines of associated records find its records; null if they have none of them. */
  readonly activity: TypeActivity | null;
}

/** The properties by which timelines show the records of a type. */
export interface TypeActivity {
  /** A datetime: when it happened. */
  readonly at: string;
  /** The text that timelines show; null for none. */
  readonly body: string | null;
}

/** What an object schema has besides the properties and pipelines of the project. */
export type TypeTraits = Omit<ObjectSchema, "schema" | "version" | "properties" | "pipelines">;

/** Columns of a list before an admin chooses others. */
const LISTED_COLUMNS = 5;

/** Returns a built-in type as a project shows it. */
export function builtInTraits(
  definition: ObjectTypeDefinition,
  changes: Partial<TypeDetails>,
): TypeTraits {
  const { pipeline, properties, ...traits } = definition;
  const names = new Set(properties.map(({ name }) => name));
  const shown = {
    title: changes.label ?? traits.title,
    pluralTitle: changes.pluralLabel ?? traits.pluralTitle,
    article: changes.label === undefined ? traits.article : chooseArticle(changes.label),
    nameProperties: changes.nameProperties ?? traits.nameProperties,
    rules: { ...traits.rules, ...(changes.required && { required: changes.required }) },
    admin: { ...traits.admin, ...(changes.icon !== undefined && { icon: changes.icon }) },
  };
  return {
    ...traits,
    ...shown,
    ...(traits.activity && { activity: inLabels(traits.activity, shown) }),
    description: changes.description ?? null,
    layout: layoutIn(changes.layout),
    builtIn: true,
    hasPipeline: pipeline !== null,
    hasProbability: names.has("probability"),
    hasCloseDate: names.has("closeDate"),
  };
}

/**
 * Returns a project's own type.
 *
 * @param properties the properties that it has
 */
export function ownTraits(
  row: Pick<objectTypes.TypeRow, "name" | "plural" | "rank" | "has_pipeline">,
  details: TypeDetails,
  properties: ReadonlyMap<string, PropertyDefinition>,
): TypeTraits {
  const { label, pluralLabel, description, nameProperties, required, icon } = details;
  // Types from before there were activities have none.
  const { activity = null } = details as Partial<TypeDetails>;
  const hasPipeline = row.has_pipeline === 1;
  const first = nameProperties[0]?.[0];
  const naming = new Set(nameProperties.flat());
  const own = [...properties.values()].filter(({ builtIn }) => !builtIn).map(({ name }) => name);
  const sortName = first !== undefined && properties.get(first)?.indexed ? first : "created_at";
  const columns = [
    ...(hasPipeline ? ["stage"] : []),
    ...own.filter((name) => !naming.has(name)),
  ].slice(0, LISTED_COLUMNS - 1);
  const shown = { title: label, pluralTitle: pluralLabel, article: chooseArticle(label) };
  return {
    name: row.name,
    plural: row.plural,
    idParam: "id",
    ...shown,
    ...(activity && { activity: inLabels({ ...OWN_ACTIVITY, ...activity }, shown) }),
    description,
    layout: layoutIn(details.layout),
    builtIn: false,
    associationRank: row.rank,
    createFields: [],
    rules: { required, ...(activity && { initial: { [activity.at]: NOW } }) },
    nameProperties,
    detailProperties: [],
    money: null,
    examples: {
      create: { [first ?? OWNER.name]: "…" },
      key: first ?? OWNER.name,
      set: [OWNER.name, "grace@example.com"],
    },
    admin: {
      icon,
      sortName,
      columns: [...columns, "created_at"],
      form: [...new Set([...naming, ...(hasPipeline ? ["pipeline", "stage"] : []), ...own])],
    },
    hasPipeline,
    hasProbability: false,
    hasCloseDate: false,
  };
}

/** How timelines show the records of a project's own type. */
const OWN_ACTIVITY = { word: "{Type}", filter: "{Types}", add: "Log {a type}" };

/** Returns an activity with the labels of its type in its texts. */
function inLabels(
  activity: ActivityDefinition,
  { title, pluralTitle, article }: Pick<TypeTraits, "title" | "pluralTitle" | "article">,
): ActivityDefinition {
  const labels: Readonly<Record<string, string>> = {
    "{Type}": title,
    "{Types}": pluralTitle,
    "{types}": lowerFirst(pluralTitle),
    "{a type}": `${article} ${lowerFirst(title)}`,
  };
  const fill = (text: string) => text.replaceAll(/\{[^}]+\}/g, (name) => labels[name] ?? name);
  const { word, filter, add } = activity;
  return { ...activity, word: fill(word), filter: fill(filter), add: fill(add) };
}

function lowerFirst(label: string): string {
  return label.charAt(0).toLowerCase() + label.slice(1);
}

/** Returns the properties that every type of a project's own has from the start. */
export function ownProperties(hasPipeline: boolean): readonly PropertyDefinition[] {
  return hasPipeline ? OWN_WITH_PIPELINE : OWN;
}

const OWN = [OWNER];
const OWN_WITH_PIPELINE = [...PIPELINE_AND_STAGE, OWNER];

/** Returns whether Rapport needs the index of a built-in property. One that a project added can be removed. */
export function needsIndex(type: string, name: string): boolean {
  const builtIn = parseObjectType(type);
  const given: readonly PropertyDefinition[] =
    builtIn === undefined ? OWN_WITH_PIPELINE : OBJECT_TYPES[builtIn].properties;
  return given.some((property) => property.name === name && property.indexed);
}

function chooseArticle(label: string): "a" | "an" {
  return /^[aeiou]/i.test(label) ? "an" : "a";
}
