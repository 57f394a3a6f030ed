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
  options: readonly { value: string; label: string }[];
  description: string | null;
}

/** Settings of a property that can be changed later. */
export interface PropertyChanges {
  label?: string | undefined;
  indexed?: boolean | undefined;
  unique?: boolean | undefined;
  /** Only of an enumeration that has options. */
  closed?: boolean | undefined;
  /** All values of an enumeration, in order. */
  options?: readonly { value: string; label: string }[] | undefined;
  /** Null for none. */
  description?: string | null | undefined;
}

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
