import { builtInType } from "@rapport/core";
import fc from "fast-check";
import { batch, upsert, VERBS } from "./batches.ts";
import { someRecord, someRecordText } from "./references.ts";
import {
  createBody,
  of,
  onRecord,
  pathOf,
  postHeaders,
  type RandomRequest,
  TYPES,
  writer,
} from "./request-parts.ts";
import { itemOf, itemsOf } from "./values.ts";

const changeHeaders = (type: string) => {
  const tag = fc
    .tuple(someRecordText(type), fc.integer({ min: 1, max: 3 }))
    .map(([id, version]) => `"${id}.${version}"`);
  const match = fc.oneof(tag, tag, fc.constantFrom("*", 'W/"1.1-gzip"', "x"));
  return fc.oneof(
    { weight: 4, arbitrary: fc.constant({}) },
    { weight: 4, arbitrary: fc.constant({ prefer: "return=representation" }) },
    { weight: 1, arbitrary: fc.record({ "if-match": match }) },
  );
};

/** Returns changes of records of a type. */
export function change(type: string): fc.Arbitrary<RandomRequest> {
  const headers = changeHeaders(type);
  const many = fc.record({ properties: itemsOf(type) });
  const json = fc.oneof(itemOf(type), many, many);
  const create = of("POST", `/api/objects/${builtInType(type).plural}`, {
    json: createBody(type),
    headers: postHeaders,
    as: writer,
  });
  const restored = fc
    .tuple(fc.constantFrom("deleted", "deleted", "deleted", ""), fc.nat({ max: 5 }))
    .map(([kind, place]) => `${pathOf(type)}/$${type}${kind}:${place}/restore`);
  return fc.oneof(
    { weight: 8, arbitrary: create },
    { weight: 8, arbitrary: of("PATCH", onRecord(type), { json, headers, as: writer }) },
    { weight: 2, arbitrary: of("DELETE", onRecord(type), { headers }) },
    { weight: 2, arbitrary: of("POST", restored, { headers: postHeaders }) },
    { weight: 3, arbitrary: upsert(type) },
    { weight: 6, arbitrary: fc.constantFrom(...VERBS).chain((verb) => batch(type, verb)) },
    { weight: 2, arbitrary: merge(type) },
    { weight: 2, arbitrary: unmerge(type) },
    { weight: 1, arbitrary: of("POST", onRecord(type, "/erase"), { headers: postHeaders }) },
    { weight: 3, arbitrary: association(type) },
  );
}

function association(type: string): fc.Arbitrary<RandomRequest> {
  const others = TYPES.filter((other) => other !== type);
  return fc.constantFrom(...others).chain((other) => {
    const to = someRecordText(other).map((id) => `${builtInType(other).plural}/${id}`);
    const path = fc.tuple(onRecord(type), to).map(([from, to]) => `${from}/associations/${to}`);
    return fc.constantFrom("PUT", "PUT", "DELETE").chain((method) => of(method, path));
  });
}

function merge(type: string): fc.Arbitrary<RandomRequest> {
  const mergeIds = fc.uniqueArray(someRecord(type), { minLength: 1, maxLength: 2 });
  return of("POST", `${pathOf(type)}/merge`, {
    json: fc.record({ primaryId: someRecord(type), mergeIds }),
    headers: postHeaders,
    as: writer,
  });
}

function unmerge(type: string): fc.Arbitrary<RandomRequest> {
  const request = fc.nat({ max: 3 }).chain((place) =>
    of("POST", fc.constant(`${pathOf(type)}/$${type}primary:${place}/unmerge`), {
      json: fc.constant({ mergeId: `#${type}merged:${place}` }),
      headers: postHeaders,
    }),
  );
  const other = of("POST", onRecord(type, "/unmerge"), {
    json: fc.record({ mergeId: someRecord(type) }),
  });
  return fc.oneof({ weight: 5, arbitrary: request }, { weight: 1, arbitrary: other });
}
