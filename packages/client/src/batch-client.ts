import type { Call } from "./operations.ts";
import { fetchData, type PostOptions, post } from "./post.ts";
import type {
  Association,
  BatchAnswer,
  BatchInputs,
  Properties,
  PropertyValue,
} from "./public-types.ts";
import type { CallOptions } from "./transport.ts";

interface Atomic {
  /** Whether one failed input undoes all, and throws. False by default. */
  readonly atomic?: boolean | undefined;
}

/**
 * Operations on up to 1,000 records of one type. An input that fails is in `errors` and does not stop the others,
 * unless the batch is atomic.
 */
export interface Batches {
  create(
    inputs: readonly BatchInputs["create"][],
    options?: PostOptions & Atomic,
  ): Promise<BatchAnswer>;
  read(
    inputs: readonly BatchInputs["read"][],
    options?: CallOptions & Atomic,
  ): Promise<BatchAnswer>;
  update(
    inputs: readonly BatchInputs["update"][],
    options?: PostOptions & Atomic,
  ): Promise<BatchAnswer>;
  delete(
    inputs: readonly BatchInputs["delete"][],
    options?: PostOptions & Atomic,
  ): Promise<BatchAnswer>;
}

/** @param records path of the records of a type */
export function batchesOf(call: Call, records: string): Batches {
  const send = (
    verb: string,
    inputs: readonly object[],
    { atomic, ...options }: PostOptions & Atomic = {},
  ): Promise<BatchAnswer> =>
    post(call, `${records}/batch/${verb}`, { inputs: inputs.map(inputOf), atomic }, options);
  return {
    create: (inputs, options) => send("create", inputs, options),
    read: (inputs, { atomic, ...options } = {}) => {
      const path = `${records}/batch/read`;
      const body = { inputs, atomic };
      return fetchData(call, { method: "POST", path, body, repeatable: true }, options);
    },
    update: (inputs, options) => send("update", inputs, options),
    delete: (inputs, options) => send("delete", inputs, options),
  };
}

function inputOf(input: {
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

export function linkOf({ object, id }: Association) {
  return { to: { object, id: String(id) } };
}
