import type { ObjectTypes } from "./model.ts";

export type ObjectType = keyof ObjectTypes;

type Scalar = string | number | boolean | null;

/** A property's value; an array for one that holds several, null clears it. */
export type PropertyValue = Scalar | readonly Scalar[];

/** Values by the internal names of the properties; what is undefined is left out. */
export type Properties = Readonly<Record<string, PropertyValue | undefined>>;

export interface Association {
  readonly object: ObjectType;
  readonly id: number | string;
}

/** What a create answers with. */
export type CreatedRecord<T extends ObjectType> = {
  id: number;
  /** ISO 8601, UTC. */
  createdAt: string;
  updatedAt: string;
} & Record<ObjectTypes[T]["createField"], string | null>;

/** What a read answers with. Numbers are exact decimals in text, times ISO 8601 in UTC. */
export interface FoundRecord {
  id: number;
  properties: Record<string, string | boolean | (string | boolean)[] | null>;
  /** By the other record's type; null unless they were asked for. */
  associations: Record<string, { id: string; type: string }[]> | null;
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
