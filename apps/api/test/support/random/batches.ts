import fc from "fast-check";
import { someRecord } from "./references.ts";
import {
  associationsOf,
  createBody,
  keyedItems,
  keyOf,
  of,
  pathOf,
  postHeaders,
  type RandomRequest,
  writer,
} from "./request-parts.ts";
import { itemsOf, someValueOf } from "./values.ts";

/** Returns upserts of one record. */
export function upsert(type: string): fc.Arbitrary<RandomRequest> {
  return keyOf(type).chain((key) =>
    of("POST", `${pathOf(type)}/upsert`, {
      json: fc.record(
        {
          idProperty: fc.constant(key),
          properties: keyedItems(type, key),
          associations: associationsOf(type),
        },
        { requiredKeys: ["idProperty", "properties"] },
      ),
      headers: postHeaders,
      as: writer,
    }),
  );
}

const ifVersion = fc.constantFrom(undefined, undefined, undefined, 1, 2, 0);
export const VERBS = ["create", "read", "update", "upsert", "delete"] as const;

/** Returns batches of one operation. */
export function batch(type: string, verb: (typeof VERBS)[number]): fc.Arbitrary<RandomRequest> {
  return keyOf(type).chain((key) => {
    const id = someRecord(type);
    const inputs: Record<typeof verb, fc.Arbitrary<unknown>> = {
      create: createBody(type),
      read: fc.oneof(fc.record({ id }), fc.record({ value: someValueOf(type, key) })),
      update: fc.record({ id, properties: itemsOf(type), ifVersion }),
      upsert: fc.record({ properties: keyedItems(type, key), associations: associationsOf(type) }),
      delete: fc.record({ id, ifVersion }),
    };
    const some = fc.array(inputs[verb], { minLength: 1, maxLength: 6 });
    const path = `${pathOf(type)}/batch/${verb}`;
    if (verb === "read") {
      const idProperty = fc.constantFrom(key, undefined);
      return of("POST", path, { json: fc.record({ inputs: some, idProperty }) });
    }
    const atomic = fc.boolean();
    const idProperty = fc.constant(verb === "upsert" ? key : undefined);
    const json = fc.record({ inputs: some, idProperty, atomic });
    return of("POST", path, { json, headers: postHeaders, as: writer });
  });
}
