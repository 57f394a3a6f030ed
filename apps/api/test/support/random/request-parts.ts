import { builtInType, OBJECT_TYPES } from "@rapport/core";
import fc from "fast-check";
import { someRecordText } from "./references.ts";
import { type Item, someValueOf, wholeOf } from "./values.ts";

/** A request as a random sequence has it, with references instead of ids. */
export interface RandomRequest {
  readonly method: string;
  readonly path: string;
  readonly json?: object;
  readonly headers?: Readonly<Record<string, string>>;
  /** Who sends it; without it, a client with every scope. */
  readonly as?: "writer" | "key";
  /** A file that is sent to the import which the request creates. */
  readonly file?: string;
  /** Whether that import is undone. */
  readonly isUndone?: boolean;
}

export const TYPES = Object.keys(OBJECT_TYPES);

export const pathOf = (type: string) => `/api/crm/objects/${builtInType(type).plural}`;

/** Returns requests of a method. The rest are arbitraries of the other members. */
export function of(
  method: string,
  path: fc.Arbitrary<string> | string,
  rest: Partial<Record<keyof RandomRequest, fc.Arbitrary<unknown>>> = {},
): fc.Arbitrary<RandomRequest> {
  const paths = typeof path === "string" ? fc.constant(path) : path;
  const members = { method: fc.constant(method), path: paths, ...rest };
  return fc.record(members) as fc.Arbitrary<RandomRequest>;
}

export const onRecord = (type: string, rest = "") =>
  someRecordText(type).map((id) => `${pathOf(type)}/${id}${rest}`);

export function associationsOf(type: string) {
  const others = TYPES.filter((other) => other !== type);
  const association = fc
    .oneof(
      { weight: 40, arbitrary: fc.constantFrom<string>(...others) },
      { weight: 1, arbitrary: fc.constant(type) },
    )
    .chain((object) =>
      fc.record({ to: fc.record({ object: fc.constant(object), id: someRecordText(object) }) }),
    );
  return fc.oneof(fc.constant([]), fc.array(association, { maxLength: 3 }));
}

export const createBody = (type: string) =>
  fc.record(
    { properties: wholeOf(type), associations: associationsOf(type) },
    { requiredKeys: ["properties"] },
  );

export const postHeaders = fc.oneof(
  { weight: 9, arbitrary: fc.constant({}) },
  { weight: 1, arbitrary: fc.record({ "idempotency-key": fc.constantFrom("a", "b", "c", "d") }) },
);
export const writer = fc.constantFrom(...Array<undefined>(9).fill(undefined), "writer");

const CONTACT_KEYS = ["email", "email", "code", "code", "score", "keys"];

/** Returns properties that records are found by. */
export function keyOf(type: string): fc.Arbitrary<string> {
  const { key } = builtInType(type).examples;
  if (type === "contact") return fc.constantFrom(...CONTACT_KEYS);
  return type === "deal" ? fc.constantFrom(key, "number") : fc.constant(key);
}

/** Returns properties of upserts, with the one that finds the record. */
export function keyedItems(type: string, key: string): fc.Arbitrary<readonly Item[]> {
  return fc
    .tuple(someValueOf(type, key), wholeOf(type))
    .map(([value, items]) => [
      { internal_name: key, value },
      ...items.filter(({ internal_name }) => internal_name !== key),
    ]);
}
