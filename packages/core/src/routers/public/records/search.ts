import { z } from "zod";
import { readingCall } from "../../../call.ts";
import { OPERATORS } from "../../../query/conditions/condition.ts";
import {
  checkSearch,
  MAX_FILTERS,
  MAX_GROUPS,
  MAX_QUERY_CHARACTERS,
  MAX_VALUES,
  type SearchRequest,
  searchObjects,
} from "../../../query/search-objects.ts";
import { MAX_EXPANDED_NAMES } from "../../../records/expand.ts";
import { storableText } from "../../../storable-text.ts";
import { listOfTypes, nextCursor, oneOfTypes, orRequired, page, suchAs } from "../../schemas.ts";
import { capitalizedPlural, type Front, frontInput, objectProcedure } from "../front.ts";
import { envelope, success } from "../schemas.ts";
import { labelKey, requireExpandScopes } from "./record-input.ts";
import { foundRecord } from "./record-schemas.ts";

const MAX_NAMES = 200;

/** POST /api/crm/objects/{plural}/search (specification §21) */
export function searchAll<F extends Front>(front: F) {
  const { plural } = front;
  return (
    objectProcedure(front, {
      access: "read",
      method: "POST",
      path: "/search",
      onlyReads: true,
      summary: `Search ${plural}`,
      description: `Returns the ${plural} that meet one of the filter groups and have all words of the query, in pages. A page may be short or empty: follow \`nextCursor\` until it is null.`,
      requires: [requireExpandScopes],
      input: searchInput(front),
      check: checkSearch,
      output: envelope(searchResult),
    })
      // In tRPC a mutation: a search may be longer than a URL, and its values do not belong in one.
      .mutation(async ({ ctx, input }) => {
        const found = await searchObjects(await readingCall(ctx), input as SearchRequest);
        return success(
          `${capitalizedPlural(ctx.object)} found.`,
          found as z.infer<typeof searchResult>,
        );
      })
  );
}

const TYPES = ["string", "number", "boolean"] as const;
const NOT_SCALAR = "A value of a filter is a string, a number or a boolean.";
type FilterScalar = string | number | boolean;
const scalar = oneOfTypes<FilterScalar>(TYPES, NOT_SCALAR);

const OPERATOR = orRequired(`The operator must be one of ${OPERATORS.join(", ")}.`);

const filter = z
  .strictObject({
    internal_name: z.string().min(1, { error: "This must name a property." }).meta({
      description:
        "Internal name of a property, `id`, `createdAt`, `updatedAt`, or `associations.` with an object type",
      example: "lastname",
    }),
    operator: z.enum(OPERATORS, OPERATOR).meta({ description: "How to compare", example: "EQ" }),
    value: scalar.optional().meta({ description: "The value; the lower one of BETWEEN" }),
    highValue: scalar.optional().meta({ description: "The higher value of BETWEEN" }),
    values: listOfTypes<FilterScalar>(TYPES, NOT_SCALAR, MAX_VALUES)
      .min(1, { error: "Give at least one value." })
      .optional()
      .meta({ description: "The values of IN and NOT_IN" }),
    type: labelKey
      .describe("Of `associations.`: key of a label that the association must have; any if omitted")
      .optional(),
  })
  .meta({ id: "SearchFilter" });

const filterGroup = z
  .strictObject({
    filters: z
      .array(filter)
      .min(1, { error: "Give at least one filter, or leave the group out." })
      .max(MAX_FILTERS, { error: `Give at most ${MAX_FILTERS} filters in all.` })
      .describe("Filters that a record must all meet"),
  })
  .meta({ id: "SearchFilterGroup" });

const DIRECTION = { error: "The direction must be ASCENDING or DESCENDING." };

const sort = z
  .strictObject({
    internal_name: z.string().min(1, { error: "This must name a property." }).meta({
      description: "`id`, `createdAt`, `updatedAt` or an indexed property with a single value",
      example: "createdAt",
    }),
    direction: z
      .enum(["ASCENDING", "DESCENDING"], DIRECTION)
      .optional()
      .meta({ description: "ASCENDING if omitted", example: "DESCENDING" }),
  })
  .meta({ id: "SearchSort" });

/** @param example one of the names */
export function names(description: string, example: string) {
  return z
    .array(z.string().describe(suchAs("A name", example)))
    .max(MAX_NAMES, { error: `Give at most ${MAX_NAMES} names.` })
    .optional()
    .meta({ description });
}

/** Properties of associated records, in a body. */
export const expandNames = z
  .array(z.string().describe(suchAs("A name", "company.name")))
  .max(MAX_EXPANDED_NAMES, { error: `Give at most ${MAX_EXPANDED_NAMES} names.` })
  .optional()
  .meta({
    description:
      "Properties of associated records to return with the associations, such as `company.name`. Needs the scope to read their types",
  });

const LIMIT = { error: "limit is a whole number from 1 to 200." };

/** A body carries numbers, so that text is refused here. */
const limit = z
  .int(LIMIT)
  .min(1, LIMIT)
  .max(200, LIMIT)
  .default(50)
  .meta({ description: "How many to return", example: 50 });

/** What records a search finds, and in which order. */
export const searchMembers = {
  filterGroups: z
    .array(filterGroup)
    .max(MAX_GROUPS, { error: `Give at most ${MAX_GROUPS} groups.` })
    .optional()
    .meta({
      description: `Groups of filters of which a record must meet one. At most ${MAX_FILTERS} filters and ${MAX_VALUES} values in all groups together`,
    }),
  query: storableText
    .max(MAX_QUERY_CHARACTERS, {
      error: `A query has at most ${MAX_QUERY_CHARACTERS} characters.`,
    })
    .optional()
    .describe(suchAs("Words, each of which must begin a word of some text property", "ada love")),
  sorts: z
    .array(sort)
    .max(1, { error: "Give at most one sort." })
    .optional()
    .meta({ description: "The order; by id if omitted. Records without a value come last" }),
};

function searchInput<F extends Front>(front: F) {
  return frontInput(
    front,
    z.strictObject({
      ...searchMembers,
      properties: names("Properties to return; all with a value if omitted", front.examples.key),
      associations: names(
        `Object types whose associations with the ${front.name} to return`,
        "tasks",
      ),
      expand: expandNames,
      limit,
      cursor: page.cursor,
      total: z
        .boolean({ error: "This must be true or false." })
        .optional()
        .meta({ description: "Whether to count what the search finds, up to 10,000" }),
    }),
  );
}

const searchResult = z
  .object({
    results: z.array(foundRecord).readonly().describe("The records of this page"),
    nextCursor,
    total: z
      .object({
        value: z.int().nonnegative().describe("The number of records that the search finds"),
        relation: z
          .enum(["eq", "gte"])
          .describe("`eq` if `value` is exact, `gte` if there may be more"),
      })
      .optional()
      .describe("Only if the request asks for it"),
  })
  .meta({ id: "SearchResult" });
