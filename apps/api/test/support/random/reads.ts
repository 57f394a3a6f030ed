import { builtInType } from "@rapport/core";
import fc from "fast-check";
import { keyOf, of, onRecord, pathOf, type RandomRequest, TYPES } from "./request-parts.ts";
import { searchOf } from "./searches.ts";
import { someName, someValueOf, textOf } from "./values.ts";

/** Returns reads, lists, look-ups and searches of a type. */
export function read(type: string): fc.Arbitrary<RandomRequest> {
  const properties = fc.array(someName(type), { minLength: 1, maxLength: 3 }).map(String);
  const shown = {
    properties: fc.oneof(fc.constant(""), fc.constant(""), properties),
    associations: fc.constantFrom("", "", "company", "deal,contact", "task,note", "x"),
  };
  const limit = fc.constantFrom("", "1", "3", "200");
  const queryOf = (parts: Record<string, fc.Arbitrary<string>>) =>
    fc.record(parts).map((given) =>
      Object.entries(given)
        .filter(([, value]) => value !== "")
        .map(([name, value]) => `${name}=${value}`)
        .join("&"),
    );
  const since = fc.nat({ max: 90 }).map((place) => `$time:${place}`);
  const oneQuery = queryOf(shown);
  const listQuery = fc.oneof(
    queryOf({ ...shown, limit }),
    queryOf({ limit, archived: fc.constantFrom("true", "false") }),
    queryOf({ limit, updatedSince: since }),
    queryOf({ limit, updatedSince: since, archived: fc.constantFrom("", "", "true") }),
  );
  const asked = (path: fc.Arbitrary<string>, query: fc.Arbitrary<string>) =>
    fc.tuple(path, query).map(([path, query]) => (query === "" ? path : `${path}?${query}`));
  const byKey = keyOf(type).chain((key) =>
    someValueOf(type, key).map((value) => {
      const text = encodeURIComponent(textOf(value).toWellFormed());
      return `${pathOf(type)}/by/${key}?value=${text}`;
    }),
  );
  const history = fc
    .tuple(
      onRecord(type, "/history"),
      fc.option(someName(type), { freq: 1 }),
      fc.constantFrom(2, 50),
    )
    .map(([path, name, limit]) =>
      name === null ? `${path}?limit=${limit}` : `${path}?internal_name=${name}&limit=${limit}`,
    );
  const associated = fc
    .tuple(onRecord(type), fc.constantFrom(...TYPES), fc.constantFrom(1, 50))
    .map(
      ([path, other, limit]) => `${path}/associations/${builtInType(other).plural}?limit=${limit}`,
    );
  return fc.oneof(
    { weight: 2, arbitrary: of("GET", asked(onRecord(type), oneQuery)) },
    { weight: 2, arbitrary: of("GET", asked(fc.constant(pathOf(type)), listQuery)) },
    { weight: 2, arbitrary: of("GET", byKey) },
    { weight: 2, arbitrary: of("GET", history) },
    { weight: 1, arbitrary: of("GET", associated) },
    { weight: 8, arbitrary: of("POST", `${pathOf(type)}/search`, { json: searchOf(type) }) },
  );
}

/** Reads of the feed. */
export const feed = fc
  .constantFrom(
    "",
    "?types=contact.*&limit=5",
    "?types=association.created,deal.updated",
    "?types=x",
  )
  .chain((query) => of("GET", `/api/crm/events${query}`));
