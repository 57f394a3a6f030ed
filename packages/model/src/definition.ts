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

/** How timelines show the records of a type, such as notes and calls. */
export interface ActivityDefinition {
  /** The time at which a record is in a timeline. Without one it is in none, such as an open task. */
  readonly at: string;
  /** The text that a timeline shows; null for none. */
  readonly body: string | null;
  /** First word of a line: `Call`, or `Done` for a task. */
  readonly word: string;
  /** What a timeline calls all of them: `Done tasks`. */
  readonly filter: string;
  /** Label of the button that adds one: `Write a note`. */
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
