import type { FoundRecord, Properties } from "./record-types.ts";

/** What a project's schema says of an object type. `rapport schema types` writes it for each type of a project. */
export interface TypeSchema {
  /** Singular name, such as `listing`. */
  readonly name: string;
  /** Values of a record that was read, by internal name. */
  readonly stored: object;
  /** Values that a write takes, by internal name. */
  readonly written: object;
  /** Names of the properties that a new record needs. */
  readonly required: string;
}

/** An object type of which only the built-in names are known. */
export interface AnyType {
  readonly name: string;
  readonly stored: FoundRecord["properties"];
  readonly written: Properties;
  readonly required: never;
}

/** Object types by plural, as `rapport schema types` writes them. */
export type SchemaOf<S> = { readonly [Plural in keyof S]: TypeSchema };

/** The schema of a client that was not told one. */
export type NoSchema = Record<never, never>;

/** Internal names of the properties of records that were read. */
export type StoredName<T extends TypeSchema> = keyof T["stored"] & string;

/** Internal names of the properties that can be written. */
export type WrittenName<T extends TypeSchema> = keyof T["written"] & string;

/** Values of a new record: those that it needs, and others. */
export type NewValues<T extends TypeSchema> = T["written"] & {
  readonly [Name in T["required"] & keyof T["written"]]-?: NonNullable<T["written"][Name]>;
};

/** A record of a type. */
export type RecordOf<T extends TypeSchema> = FoundRecord<T["stored"]>;
