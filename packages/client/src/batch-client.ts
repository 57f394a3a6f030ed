import type { QuotaUse, RapportIssue, ServerErrorCode } from "./errors.ts";
import { type Call, fetchData, type PostOptions, post } from "./operations.ts";
import type {
  AnyType,
  Association,
  FoundRecord,
  NewValues,
  Properties,
  PropertyValue,
  RecordSelection,
  StoredName,
  StoredProperties,
  TypeSchema,
  WrittenName,
} from "./record-types.ts";
import type { CallOptions } from "./transport.ts";

interface Atomic {
  /** Whether one failed input undoes all, and throws. False by default. */
  readonly atomic?: boolean | undefined;
}

interface ById<Name extends string = string> {
  /** Internal name of the indexed property that finds records. */
  readonly idProperty: Name;
}

/** One input of a batch, by operation. */
export interface BatchInputs<T extends TypeSchema = AnyType> {
  create: {
    readonly properties: NewValues<T>;
    readonly associations?: readonly Association[] | undefined;
  };
  /** An id, or with `idProperty` a value. */
  read: { readonly id: number | string } | { readonly value: string | number | boolean };
  update: {
    readonly id: number | string;
    readonly properties: T["written"];
    /** The only version that the input changes. */
    readonly ifVersion?: number | undefined;
  };
  upsert: {
    readonly properties: T["written"];
    readonly associations?: readonly Association[] | undefined;
  };
  delete: { readonly id: number | string; readonly ifVersion?: number | undefined };
  associate: { readonly id: number | string; readonly to: Association };
}

/** What a batch did. Each input is in one of the two lists, at `index` from 0. */
export interface BatchAnswer<Values = StoredProperties> {
  results: {
    index: number;
    status: "created" | "updated" | "unchanged" | "found" | "deleted";
    record: BatchRecord<Values>;
  }[];
  errors: {
    index: number;
    code: ServerErrorCode;
    message: string;
    /** One entry per fault. Its path begins with `inputs.{index}`. */
    issues: RapportIssue[];
    /** Of QUOTA: what the tenant has too many of, how many it may have, and how many it has. */
    quota?: QuotaUse["quota"];
    limit?: number;
    used?: number;
  }[];
}

/**
 * Operations on up to 1,000 records of one type. An input that fails is in `errors` and does not stop the others,
 * unless the batch is atomic.
 */
export interface Batches<T extends TypeSchema = AnyType> {
  create(
    inputs: readonly BatchInputs<T>["create"][],
    options?: PostOptions & Atomic,
  ): Promise<BatchAnswer<T["stored"]>>;
  /** Reads records by their ids or, with `idProperty`, by its values. Returns of them what is selected. */
  read(
    inputs: readonly BatchInputs["read"][],
    options?: CallOptions & Atomic & Partial<ById<StoredName<T>>> & RecordSelection<StoredName<T>>,
  ): Promise<BatchAnswer<T["stored"]>>;
  update(
    inputs: readonly BatchInputs<T>["update"][],
    options?: PostOptions & Atomic,
  ): Promise<BatchAnswer<T["stored"]>>;
  /** Updates the records that have the values of `idProperty`, and creates the others. */
  upsert(
    inputs: readonly BatchInputs<T>["upsert"][],
    options: PostOptions & Atomic & ById<WrittenName<T>>,
  ): Promise<BatchAnswer<T["stored"]>>;
  delete(
    inputs: readonly BatchInputs["delete"][],
    options?: PostOptions & Atomic,
  ): Promise<BatchAnswer<T["stored"]>>;
  /** Associates records, also with a label. Does nothing if they are associated already. */
  associate(
    inputs: readonly BatchInputs["associate"][],
    options?: PostOptions & Atomic,
  ): Promise<BatchAnswer<T["stored"]>>;
  /** Ends associations with all their labels, or with `type` one label. */
  dissociate(
    inputs: readonly BatchInputs["associate"][],
    options?: PostOptions & Atomic,
  ): Promise<BatchAnswer<T["stored"]>>;
}

/** @param records path of the records of a type */
export function makeBatches(call: Call, records: string): Batches {
  const send = (
    verb: string,
    inputs: readonly object[],
    { atomic, idProperty, ...options }: PostOptions & Atomic & Partial<ById> = {},
  ): Promise<BatchAnswer> => {
    const body = { idProperty, inputs: inputs.map(toBatchInput), atomic };
    return post(call, `${records}/batch/${verb}`, body, options);
  };
  return {
    create: (inputs, options) => send("create", inputs, options),
    read: (inputs, { atomic, idProperty, properties, associations, expand, ...options } = {}) => {
      const path = `${records}/batch/read`;
      const body = { idProperty, inputs, atomic, properties, associations, expand };
      return fetchData(call, { method: "POST", path, body, repeatable: true }, options);
    },
    update: (inputs, options) => send("update", inputs, options),
    upsert: (inputs, options) => send("upsert", inputs, options),
    delete: (inputs, options) => send("delete", inputs, options),
    associate: (inputs, options) => send("associate", inputs.map(toPair), options),
    dissociate: (inputs, options) => send("dissociate", inputs.map(toPair), options),
  };
}

function toPair({ id, to }: BatchInputs["associate"]) {
  return { id, ...toLink(to) };
}

/** Converts an input to its form in a request. */
export function toBatchInput(input: {
  readonly properties?: Properties;
  readonly associations?: readonly Association[] | undefined;
}): object {
  const { properties, associations, ...rest } = input;
  return {
    ...rest,
    ...(properties && { properties: toItems(properties) }),
    ...(associations && { associations: associations.map(toLink) }),
  };
}

/** Converts values by name to the property items of a request. */
export function toItems(properties: Properties) {
  return Object.entries(properties).flatMap(([name, value]) =>
    value === undefined ? [] : [toItem(name, value)],
  );
}

export function toItem(name: string, value: PropertyValue) {
  return { internal_name: name, ...(Array.isArray(value) ? { values: value } : { value }) };
}

export function toLink({ object, id, type }: Association) {
  return { to: { object, id: String(id) }, ...(type !== undefined && { type }) };
}

/** A record that a batch wrote; without `properties` and `associations` if the token lacks the read scope. */
export type BatchRecord<Values = StoredProperties> = Pick<
  FoundRecord,
  "id" | "createdAt" | "updatedAt" | "version"
> &
  Partial<FoundRecord<Values>>;

/** What an upsert did. */
export interface Upserted<Values = StoredProperties> {
  status: "created" | "updated" | "unchanged";
  record: BatchRecord<Values>;
}
