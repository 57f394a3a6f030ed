import type { BatchAnswer, BatchInputs } from "./batch-types.ts";
import { type Call, fetchData, type PostOptions, post } from "./operations.ts";
import type { Association, Properties, PropertyValue, RecordSelection } from "./record-types.ts";
import type { AnyType, StoredName, TypeSchema, WrittenName } from "./schema-of-project.ts";
import type { CallOptions } from "./transport.ts";

interface Atomic {
  /** Whether one failed input undoes all, and throws. False by default. */
  readonly atomic?: boolean | undefined;
}

interface ById<Name extends string = string> {
  /** Internal name of the indexed property that finds records. */
  readonly idProperty: Name;
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
export function batchesOf(call: Call, records: string): Batches {
  const send = (
    verb: string,
    inputs: readonly object[],
    { atomic, idProperty, ...options }: PostOptions & Atomic & Partial<ById> = {},
  ): Promise<BatchAnswer> => {
    const body = { idProperty, inputs: inputs.map(inputOf), atomic };
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
    associate: (inputs, options) => send("associate", inputs.map(pairOf), options),
    dissociate: (inputs, options) => send("dissociate", inputs.map(pairOf), options),
  };
}

function pairOf({ id, to }: BatchInputs["associate"]) {
  return { id, ...linkOf(to) };
}

/** Converts an input to its form in a request. */
export function inputOf(input: {
  readonly properties?: Properties;
  readonly associations?: readonly Association[] | undefined;
}): object {
  const { properties, associations, ...rest } = input;
  return {
    ...rest,
    ...(properties && { properties: itemsOf(properties) }),
    ...(associations && { associations: associations.map(linkOf) }),
  };
}

/** Converts values by name to the property items of a request. */
export function itemsOf(properties: Properties) {
  return Object.entries(properties).flatMap(([name, value]) =>
    value === undefined ? [] : [itemOf(name, value)],
  );
}

export function itemOf(name: string, value: PropertyValue) {
  return { internal_name: name, ...(Array.isArray(value) ? { values: value } : { value }) };
}

export function linkOf({ object, id, type }: Association) {
  return { to: { object, id: String(id) }, ...(type !== undefined && { type }) };
}
