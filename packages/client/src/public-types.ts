import type { ObjectTypes } from "./model.ts";

export type ObjectType = keyof ObjectTypes;

type Scalar = string | number | boolean | null;

/** The value of a property: an array if it holds several values; null clears it. */
export type PropertyValue = Scalar | readonly Scalar[];

/** Values by internal property name. Undefined values are ignored. */
export type Properties = Readonly<Record<string, PropertyValue | undefined>>;

export interface Association {
  readonly object: ObjectType;
  readonly id: number | string;
}

/** The result of a create. */
export type CreatedRecord<T extends ObjectType> = {
  id: number;
  /** ISO 8601, UTC. */
  createdAt: string;
  updatedAt: string;
} & Record<ObjectTypes[T]["createField"], string | null>;

/** A record. Numbers are exact decimal strings; times are in ISO 8601, UTC. */
export interface FoundRecord {
  id: number;
  createdAt: string;
  updatedAt: string;
  /** When it was deleted. A live record has none. */
  deletedAt?: string;
  /** Grows with every change of the record. */
  version: number;
  properties: Record<string, string | boolean | (string | boolean)[] | null>;
  /** Associated records by type, or null if none were requested. */
  associations: Record<string, { id: string; type: string }[]> | null;
  /** Types with more than 1,000 associations, of which 1,000 are in `associations`. */
  associationsTruncated?: string[];
}

export interface Template {
  id: number;
  name: string;
  language: string;
  status: string;
  category: string;
  components: unknown;
  createdAt: string;
  updatedAt: string;
}

export interface TemplateSyncResult {
  total_fetched_from_meta: number;
  matched: number;
  updated: number;
  unchanged: number;
  not_found: number;
  updated_templates: readonly UpdatedTemplate[];
}

export interface UpdatedTemplate {
  template_name: string;
  language_code: string;
  old_status: string;
  new_status: string;
  old_category: string;
  new_category: string;
}
