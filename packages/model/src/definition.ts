import type { PropertyDefinition } from "./property.ts";

/** One stage of the pipeline that a new project starts with. */
export interface StageDefinition {
  readonly key: string;
  readonly label: string;
  /** Exact decimal between 0 and 1; null for types without probabilities. */
  readonly probability: string | null;
  readonly closed: boolean;
}

/** The pipeline that a new project starts with. */
export interface PipelineDefinition {
  readonly label: string;
  readonly stages: readonly StageDefinition[];
}

/** Stands for the time of creation among the initial values of a type. */
export const NOW = "now";

/** What holds for each record of a type, besides the rules of its pipeline. */
export interface RecordRules {
  /** Sets of properties. A record has a value of at least one property of each set. */
  readonly required?: readonly (readonly string[])[];
  /** Values that a new record has of properties that are not given. `NOW` stands for the time of creation. */
  readonly initial?: Readonly<Record<string, string>>;
  /** Pairs of times of which the second is not before the first. */
  readonly periods?: readonly (readonly [start: string, end: string])[];
  /** The value that makes a record done. Then, and only then, it has a time of completion. */
  readonly completion?: {
    readonly property: string;
    readonly value: string;
    readonly time: string;
  };
}

/**
 * How timelines show the records of a type, such as notes and calls. In the texts, `{Type}`, `{Types}`, `{types}` and
 * `{a type}` stand for the labels that a project gives the type.
 */
export interface ActivityDefinition {
  /** The time at which a record is in a timeline. Without one it is in none, such as an open task. */
  readonly at: string;
  /** The text that a timeline shows; null for none. */
  readonly body: string | null;
  /** First word of a line: `{Type}`, or `Done` for a task. */
  readonly word: string;
  /** What a timeline calls all of them: `Done {types}`. */
  readonly filter: string;
  /** Label of the button that adds one: `Write {a type}`. */
  readonly add: string;
  /** The key that adds one on the page of a record. */
  readonly key?: string;
  /** Whether timelines of other activities show them too, such as the notes about a task. */
  readonly isOnActivities?: true;
}

/** Definition of an object type. Each type is one file in `types/`. */
export interface ObjectTypeDefinition {
  /** Singular name, as `to.object` and `?associations=` use it (specification §2.3). */
  readonly name: string;
  /** Plural name, as paths and scopes use it (specification §4.1). */
  readonly plural: string;
  /** Name of the path parameter (specification §4.1). */
  readonly idParam: string;
  readonly title: string;
  readonly pluralTitle: string;
  readonly article: "a" | "an";
  /** A label names the type with the lower rank first: `deal_to_company` (specification §2.4). */
  readonly associationRank: number;
  /** Properties that a create returns besides id, createdAt and updatedAt (specification §2.5). */
  readonly createFields: readonly string[];
  readonly rules: RecordRules;
  /** Undefined for a type whose records are no activities. */
  readonly activity?: ActivityDefinition;
  /** Null for a type without pipelines. */
  readonly pipeline: PipelineDefinition | null;
  /** Sets of properties whose values, joined by a space, name a record. The first set with a value is used. */
  readonly nameProperties: readonly (readonly string[])[];
  /** Like `nameProperties`, for a second line that distinguishes records of the same name. */
  readonly detailProperties: readonly (readonly string[])[];
  /** Money properties that the admin app sums by stage; null for types without money. */
  readonly money: { readonly amount: string; readonly currency: string } | null;
  /** Bodies shown in the API reference. */
  readonly examples: {
    readonly create: Readonly<Record<string, string>>;
    /** An indexed property of `create` that upserts and look-ups use. */
    readonly key: string;
    readonly set: readonly [property: string, value: string];
  };
  /** How the admin app shows the type. */
  readonly admin: {
    readonly icon: string;
    /** Property that sorts the name column. */
    readonly sortName: string;
    readonly columns: readonly string[];
    /** Properties at the top of the form, in order. */
    readonly form: readonly string[];
  };
  readonly properties: readonly PropertyDefinition[];
}

export function openStage(
  key: string,
  label: string,
  probability: string | null = null,
): StageDefinition {
  return { key, label, probability, closed: false };
}

export function closedStage(
  key: string,
  label: string,
  probability: string | null = null,
): StageDefinition {
  return { key, label, probability, closed: true };
}

/** What decides the place of an object type in association labels. */
export type Associable = Pick<ObjectTypeDefinition, "name" | "associationRank">;

export interface AssociationLabel {
  readonly from: string;
  readonly to: string;
  /** The relationship label of specification §2.4, such as `deal_to_company`. */
  readonly label: string;
}

/**
 * Returns the direction and label of the plain association between two types. The order of the arguments does not
 * matter (specification §2.4). Between two records of one type it has no direction: `from` and `to` are equal.
 */
export function associationLabel(a: Associable, b: Associable): AssociationLabel {
  const [from, to] = a.associationRank < b.associationRank ? [a.name, b.name] : [b.name, a.name];
  return { from, to, label: `${from}_to_${to}` };
}

/** Where messages about records name properties. Elsewhere, quotes are around values. */
const NAMED = /^(?:Property )?"([^"]+)"|`([^`]+)`|(?<=already has this )(\w+)/g;

/** Returns a message about a record with the labels of properties in place of their internal names. */
export function withLabels(
  message: string,
  properties: Iterable<{ readonly name: string; readonly label: string }>,
): string {
  const known = [...properties];
  return message.replaceAll(NAMED, (whole, ...[first, other, last]: readonly string[]) => {
    return known.find(({ name }) => name === (first ?? other ?? last))?.label ?? whole;
  });
}

/** How the admin app arranges the properties of an object type. What is absent is as without a layout. */
export interface TypeLayout {
  /** Properties in their order on pages and in forms. The others follow. */
  readonly properties?: readonly string[] | undefined;
  /** Headings in their order. The others follow. */
  readonly groups?: readonly string[] | undefined;
  /** Properties that the form shows at once. The others are below “More properties”. */
  readonly form?: readonly string[] | undefined;
  /** Properties that the header of a record shows. */
  readonly header?: readonly string[] | undefined;
  /** Properties that the page of a record hides while they have no value. All of them if absent. */
  readonly hiddenIfEmpty?: readonly string[] | undefined;
}

/** Lists of a layout that name properties. */
export const PROPERTY_LISTS = ["properties", "form", "header", "hiddenIfEmpty"] as const;

/** Returns a layout with its lists in a fixed order; null if it arranges nothing. PostgreSQL keeps its own order. */
export function layoutIn(layout: TypeLayout | null | undefined): TypeLayout | null {
  const { properties, groups, form, header, hiddenIfEmpty } = layout ?? {};
  const lists = Object.entries({ properties, groups, form, header, hiddenIfEmpty });
  const given = lists.filter(([, names]) => names !== undefined);
  return given.length === 0 ? null : Object.fromEntries(given);
}

/** Returns a layout without a property; the same one if it does not name it. */
export function layoutWithout(layout: TypeLayout | null, property: string): TypeLayout | null {
  if (!PROPERTY_LISTS.some((list) => layout?.[list]?.includes(property))) return layout;
  const lists = PROPERTY_LISTS.map((list) => [
    list,
    layout?.[list]?.filter((name) => name !== property),
  ]);
  return layoutIn({ ...layout, ...Object.fromEntries(lists) });
}

/** Returns things in the order of a list. Those that it leaves out follow in theirs. */
export function sortByList<T>(
  things: readonly T[],
  names: readonly string[] = [],
  readName: (thing: T) => string | undefined,
): readonly T[] {
  const places = new Map(names.map((name, place) => [name, place]));
  const placeInList = (thing: T) => places.get(readName(thing) ?? "") ?? names.length;
  return things.toSorted((a, b) => placeInList(a) - placeInList(b));
}
