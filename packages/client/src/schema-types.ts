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
