/** Colour that people see an option or a stage in. */
export type Color =
  | "grey"
  | "red"
  | "orange"
  | "yellow"
  | "green"
  | "teal"
  | "blue"
  | "indigo"
  | "purple"
  | "pink";

/** A value of an enumeration. */
export interface Option {
  value: string;
  label: string;
  /** Absent if none is chosen. */
  color?: Color;
}

/** A property of an object type. */
export interface Property {
  internal_name: string;
  label: string;
  type:
    | "string"
    | "text"
    | "number"
    | "boolean"
    | "date"
    | "datetime"
    | "email"
    | "phone"
    | "url"
    | "enumeration";
  multi: boolean;
  /** Whether records can be looked up and sorted by it. */
  indexed: boolean;
  unique: boolean;
  readOnly: boolean;
  /** Whether every project has it. */
  builtIn: boolean;
  /** Whether only the values of `options` are allowed. */
  closed: boolean;
  options: readonly Option[];
  description: string | null;
  rules: PropertyRules | null;
  /** What new records without a value get. */
  default: string | boolean | readonly string[] | readonly boolean[] | null;
  /** Heading above it on pages and in forms. */
  group: string | null;
}

/** Rules of the values of a property. Its type says which ones it can have. */
export interface PropertyRules {
  /** In characters, which are Unicode code points. */
  minLength?: number;
  maxLength?: number;
  /** A regular expression in RE2 syntax that the whole value must match. */
  pattern?: string;
  /** Exact decimals. */
  min?: string;
  max?: string;
  /** Most decimals of a number. */
  decimals?: number;
  /** Days, or moments of a datetime. */
  notBefore?: string;
  notAfter?: string;
}

/** A property after a change of it. */
export interface ChangedProperty extends Property {
  /** How many live records break its rules, if the change gave it others. They keep their values until these are written. */
  violations: { records: number; isMore: boolean } | null;
}

/** A label of associations of two types, as the first one sees it. */
export interface AssociationLabel {
  /** What an entry says that is read from the first type. */
  key: string;
  label: string;
  /** What an entry says that is read from the other type. */
  inverseKey: string;
  inverseLabel: string;
  /** Most associations with the label that one record of the first type may have; null for any number. */
  maxPerSource: number | null;
  /** Most associations with the label that one record of the other type may have; null for any number. */
  maxPerTarget: number | null;
}

/** Settings of a label that can be changed later. */
export interface AssociationLabelChanges {
  label?: string | undefined;
  inverseLabel?: string | undefined;
  maxPerSource?: number | null | undefined;
  maxPerTarget?: number | null | undefined;
}

export interface NewAssociationLabel extends AssociationLabelChanges {
  key: string;
  label: string;
  /** Equal to `key` if absent. */
  inverseKey?: string | undefined;
}

/** Settings of a property that can be changed later. */
export interface PropertyChanges {
  label?: string | undefined;
  indexed?: boolean | undefined;
  unique?: boolean | undefined;
  /** Only of an enumeration that has options. */
  closed?: boolean | undefined;
  /** All values of an enumeration, in order. */
  options?:
    | readonly { value: string; label: string; color?: Color | null | undefined }[]
    | undefined;
  /** Null for none. */
  description?: string | null | undefined;
  /** Replaces all rules; null for none. Numbers with more than 15 digits are exact only as texts. */
  rules?:
    | (Omit<PropertyRules, "min" | "max"> & {
        min?: string | number;
        max?: string | number;
      })
    | null
    | undefined;
  /** One value, or a list if it holds several; null for none. */
  default?: Scalar | readonly Scalar[] | null | undefined;
  /** Null for none. */
  group?: string | null | undefined;
}

type Scalar = string | number | boolean;

export interface NewProperty extends PropertyChanges {
  internal_name: string;
  label: string;
  /** `string` if absent. */
  type?: Property["type"] | undefined;
  multi?: boolean | undefined;
}

export interface Stage {
  key: string;
  label: string;
  /** Exact decimal from 0 to 1; null for types without probabilities. */
  probability: string | null;
  /** Whether it ends the pipeline. */
  closed: boolean;
  /** Absent if none is chosen. */
  color?: Color;
}

/** A pipeline with its stages in order. */
export interface Pipeline {
  key: string;
  label: string;
  isDefault: boolean;
  stages: readonly Stage[];
}

/** Settings of a stage. A stage of deals needs a probability when it is created; others have none. */
export interface StageChanges {
  label?: string | undefined;
  /** From 0 to 1. */
  probability?: number | string | undefined;
  closed?: boolean | undefined;
  /** Null for the one of its outcome, such as green for won. */
  color?: Color | null | undefined;
}

export interface NewStage extends StageChanges {
  label: string;
}

export interface PipelineChanges {
  label?: string | undefined;
  /** True makes it the default pipeline. */
  isDefault?: boolean | undefined;
}

export interface NewPipeline extends PipelineChanges {
  label: string;
  /** One stage, called "New", if absent. */
  stages?: readonly NewStage[] | undefined;
}

/** An object type, built in or the project's own. Its names in paths, scopes and events never change. */
export interface ObjectTypeSettings {
  name: string;
  plural: string;
  label: string;
  pluralLabel: string;
  description: string | null;
  /** Whether every project has it. */
  builtIn: boolean;
  /** Whether its records are in a stage of a pipeline. */
  hasPipeline: boolean;
  /** Sets of properties whose values name a record; the first set with a value is used. */
  nameProperties: readonly (readonly string[])[];
  /** Sets of properties. A record has a value of at least one property of each. */
  required: readonly (readonly string[])[];
  icon: string;
  /** The properties by which timelines of associated records show its records; null if they are no activities. */
  activity: { at: string; body: string | null } | null;
  /** How the admin app arranges the properties; null for the usual way. */
  layout: ObjectTypeLayout | null;
}

/** How the admin app arranges the properties of a type. What is absent is as usual. */
export interface ObjectTypeLayout {
  /** Properties in their order on pages and in forms; the others follow. */
  properties?: readonly string[] | undefined;
  /** Headings in their order; the others follow. */
  groups?: readonly string[] | undefined;
  /** Properties that a form shows at once. */
  form?: readonly string[] | undefined;
  /** Properties in the header of a record, at most 8. */
  header?: readonly string[] | undefined;
  /** Properties that a record's page hides while they have no value; all if absent. */
  hiddenIfEmpty?: readonly string[] | undefined;
}

export interface ObjectTypeChanges {
  label?: string | undefined;
  pluralLabel?: string | undefined;
  /** Null for none. */
  description?: string | null | undefined;
  nameProperties?: readonly (readonly string[])[] | undefined;
  required?: readonly (readonly string[])[] | undefined;
  icon?: string | undefined;
  /** Only of a type of the project's own: `at` is a datetime, `body` a text. */
  activity?: { at: string; body?: string | null | undefined } | null | undefined;
  /** Null for the usual way. */
  layout?: ObjectTypeLayout | null | undefined;
}

/** A new object type with its first properties and its pipeline: all or nothing. */
export interface NewObjectType extends ObjectTypeChanges {
  name: string;
  plural: string;
  hasPipeline?: boolean | undefined;
  properties?: readonly NewProperty[] | undefined;
  pipeline?: NewPipeline | undefined;
}
