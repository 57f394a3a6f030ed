import { type ObjectTypeDefinition, withArticle } from "@rapport/model";
import { z } from "zod";
import { readByKey } from "../../../query/by-key.ts";
import { listRecordPage, type RecordListQuery } from "../../../query/record-list.ts";
import type { WholeSelectionInput } from "../../../records/selection.ts";
import { flag, instant, numericId, orRequired, page, suchAs, timestamp } from "../../schemas.ts";
import { requireScopeIf } from "../../scoped-procedures.ts";
import { keyFaults, listFaults } from "../faults.ts";
import { capitalizedPlural, type Front, frontInput, objectProcedure, typeTitle } from "../front.ts";
import { envelope, resultsPage, success } from "../schemas.ts";
import { requireExpandScopes, selectionParams } from "./record-input.ts";
import { foundRecord, setReadTag } from "./record-schemas.ts";

const removedRecord = z
  .object({
    id: numericId.describe("Id of the record"),
    version: foundRecord.shape.version,
    deletedAt: timestamp.describe("When it was deleted"),
    mergedAt: timestamp.optional().describe("When it was merged; absent if it was not"),
    mergedInto: numericId
      .optional()
      .describe("Id of the record that it was merged into; absent if it was not"),
    erasedAt: timestamp.optional().describe("When it was erased; absent if it was not"),
  })
  .meta({
    id: "RemovedRecord",
    description: "A deleted, merged or erased record in a list of changes",
  });

const recordList = resultsPage(
  z.union([foundRecord, removedRecord]),
  "The records of this page; with `updatedSince`, deleted and merged records as their id, version and time",
).extend({
  asOf: timestamp
    .optional()
    .describe("With `updatedSince`, on the first page: the `updatedSince` of the next list"),
});

/** GET /api/crm/objects/{plural}/by/{internal_name} (specification §22) */
export function readOneByKey<F extends Front>(front: F) {
  const [name, value] = keyExample(front);
  return objectProcedure(front, {
    access: "read",
    method: "GET",
    path: "/by/{internal_name}",
    errors: [404, 409],
    hasVersionTag: true,
    summary: `Read ${withArticle(front)} by a property`,
    description: `Returns the one ${front.name} that has the value. The property must be indexed and have a single value. Text is compared without regard to case.`,
    requires: [requireExpandScopes],
    input: frontInput(
      front,
      z.strictObject({
        internal_name: z
          .string()
          .min(1)
          .meta({ description: "Internal name of an indexed property", example: name }),
        value: z
          .string(orRequired(NO_VALUE))
          .min(1, { error: NO_VALUE })
          .describe(suchAs("The value to find, as a write takes it", value)),
        ...selectionParams(front),
      }),
    ),
    check: keyFaults,
    output: envelope(foundRecord),
  }).query(async ({ ctx, input }) => {
    const { internal_name: property, value, ...select } = input as KeyInput;
    const key = { property, value };
    const record = await readByKey(ctx, key, select);
    setReadTag(ctx, record);
    return success(`${typeTitle(ctx.object)} found.`, record as z.infer<typeof foundRecord>);
  });
}

interface KeyInput extends WholeSelectionInput {
  readonly internal_name: string;
  readonly value: string;
}

function keyExample(front: Front): readonly [name: string, value: string] {
  const { create, key }: ObjectTypeDefinition["examples"] = front.examples;
  return [key, create[key] ?? ""];
}

const NO_VALUE = "Give the value to find.";

/** GET /api/crm/objects/{plural} (specification §22) */
export function listAll<F extends Front>(front: F) {
  const { plural } = front;
  const deleteScope = `crm.${plural}.delete`;
  return objectProcedure(front, {
    access: "read",
    method: "GET",
    path: "",
    errors: [410],
    summary: `List ${plural}`,
    description: `Returns ${plural} by id, oldest first, in pages: follow \`nextCursor\` until it is null. With \`updatedSince\`, returns what changed, by the time of the change. \`archived=true\` also needs the scope \`${deleteScope}\`.`,
    requires: [requireScopeIf(deleteScope, wantsDeleted), requireExpandScopes],
    input: frontInput(
      front,
      z.strictObject({
        ...page,
        ...selectionParams(front),
        archived: flag
          .describe(`True lists only deleted ${plural}. Not together with \`updatedSince\``)
          .optional(),
        updatedSince: instant
          .meta({
            description: suchAs(
              "Lists what changed at this time or later, deleted and merged records too. At most 80 days ago",
              "2026-11-20T09:30:00Z",
            ),
            example: undefined,
          })
          .optional(),
      }),
    ),
    check: listFaults,
    output: envelope(recordList),
  }).query(async ({ ctx, input }) => {
    const list = await listRecordPage(ctx, input as RecordListQuery);
    return success(`${capitalizedPlural(ctx.object)} found.`, list as z.infer<typeof recordList>);
  });
}

function wantsDeleted(input: unknown): boolean {
  const archived = (input as { archived?: unknown } | null | undefined)?.archived;
  return archived === true || archived === "true";
}
