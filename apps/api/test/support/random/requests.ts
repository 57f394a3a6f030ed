import { builtInType } from "@rapport/core";
import fc from "fast-check";
import { change } from "./changes.ts";
import { imported } from "./imports.ts";
import { feed, read } from "./reads.ts";
import { pathOf, type RandomRequest, TYPES } from "./request-parts.ts";
import { schemaChange } from "./schema-changes.ts";
import { workspaceRequest } from "./workspace-requests.ts";

const someType = fc.oneof(
  { weight: 5, arbitrary: fc.constantFrom<string>("contact") },
  { weight: 3, arbitrary: fc.constantFrom<string>("company", "deal") },
  { weight: 2, arbitrary: fc.constantFrom(...TYPES) },
);

/** Any request of a random sequence. */
export const someRequest: fc.Arbitrary<RandomRequest> = fc
  .oneof(
    { weight: 30, arbitrary: someType.chain(change) },
    { weight: 16, arbitrary: someType.chain(read) },
    { weight: 4, arbitrary: workspaceRequest },
    { weight: 3, arbitrary: schemaChange },
    { weight: 2, arbitrary: someType.chain(imported) },
    { weight: 1, arbitrary: feed },
  )
  // As a failure shows it.
  .map((request) => JSON.parse(JSON.stringify(request)));

/** Requests that create a few records of each type, for those that follow. */
export const FIRST_REQUESTS: readonly RandomRequest[] = TYPES.map((type) => ({
  method: "POST",
  path: `${pathOf(type)}/batch/create`,
  json: { inputs: [1, 2, 3, 4, 5].map((place) => firstInput(type, place)) },
}));

function firstInput(type: string, place: number) {
  const values = {
    ...builtInType(type).examples.create,
    ...(type === "contact" && { email: `${place}@x.test` }),
  };
  const properties = Object.entries(values).map(([internal_name, value]) => ({
    internal_name,
    value,
  }));
  return { properties };
}
