import { withArticle } from "@rapport/model";
import { z } from "zod";
import { exportRecord } from "../../../audit/record-export.ts";
import { eraseRecord } from "../../../records/erase/erase.ts";
import { noRecords, withIdempotencyKeyHeader } from "../../idempotency-key.ts";
import { numericId, timestamp } from "../../schemas.ts";
import { event } from "../events.ts";
import { type Front, objectProcedure, typeTitle } from "../front.ts";
import { envelope, success } from "../schemas.ts";
import { idInPath, withId } from "./record-input.ts";
import { historyEntry, listedAssociation } from "./record-lists.ts";
import { foundRecord, storedProperties } from "./record-schemas.ts";

const exportedDelivery = z.object({
  id: z.string().describe("Id of the delivery"),
  event: z.string().describe("Id of the event"),
  host: z.string().meta({ description: "Host that it was sent to", example: "example.com" }),
  status: z.string().meta({ description: "State of the delivery", example: "delivered" }),
  attempts: z.int().describe("Attempts so far"),
  createdAt: timestamp.describe("When it was created"),
  finishedAt: timestamp.nullable().describe("When it ended; null while it waits"),
});

const mergedRecord = z.object({
  id: numericId.describe("Id of the record"),
  createdAt: timestamp.describe("When it was created"),
  mergedAt: timestamp.describe("When it was merged"),
  mergedInto: numericId.describe("Id of the record that it was merged into"),
  properties: storedProperties,
});

const recordExport = z
  .object({
    record: foundRecord,
    merged: z
      .array(mergedRecord)
      .readonly()
      .describe("Records that were merged into it, through any chain of merges"),
    associations: z
      .array(listedAssociation.extend({ object: z.string().describe("Type of the other record") }))
      .readonly()
      .describe("Associations with live records"),
    history: z.array(historyEntry).readonly().describe("Changes, newest first"),
    events: z.array(event).readonly().describe("Events of the last 30 days, newest first"),
    deliveries: z.array(exportedDelivery).readonly().describe("Webhook deliveries of the events"),
    truncated: z
      .array(z.enum(["merged", "associations", "history", "events", "deliveries"]))
      .readonly()
      .describe("Parts that have more than this export shows"),
  })
  .meta({ id: "RecordExport" });

/** GET /api/crm/objects/{plural}/{id}/export (specification §24) */
export function exportOne<F extends Front>(front: F) {
  return objectProcedure(front, {
    access: "read",
    method: "GET",
    path: "/{id}/export",
    errors: [404, 410],
    summary: `Export ${withArticle(front)}`,
    description: `Returns everything that is kept about the ${front.name} as one document: its values and those of records merged into it, associations, history, events and their webhook deliveries. At most 1,000 rows of each; \`truncated\` says where there are more.`,
    input: withId(front, {}),
    output: envelope(recordExport),
  }).query(async ({ ctx, input }) => {
    const found = await exportRecord(ctx, ctx.object.name, idInPath(front, input));
    return success(`${typeTitle(ctx.object)} exported.`, found as z.infer<typeof recordExport>);
  });
}

const erasedRecord = z
  .object({
    id: numericId.describe("Id of the record"),
    version: foundRecord.shape.version,
    erasedAt: timestamp.describe("When it was erased"),
  })
  .meta({ id: "ErasedRecord", description: "What is left of an erased record" });

/** POST /api/crm/objects/{plural}/{id}/erase (specification §24) */
export function eraseOne<F extends Front>(front: F) {
  return objectProcedure(front, {
    access: "erase",
    method: "POST",
    path: "/{id}/erase",
    errors: [404, 410],
    summary: `Erase ${withArticle(front)}`,
    description: `Removes the values of the ${front.name} for good: from the record, its history, its events and their deliveries. Its associations end. A deleted ${front.name} can be erased too. Nothing can undo this. Takes no body.`,
    input: withId(front, {}),
    output: envelope(erasedRecord),
  }).mutation(async ({ ctx, input }) => {
    const request = { operation: `${ctx.object.plural}.erase`, input, recordIdsIn: noRecords };
    return withIdempotencyKeyHeader(ctx, request, async (ctx) => {
      const record = await eraseRecord(ctx, ctx.object.name, idInPath(front, input));
      return success(`${typeTitle(ctx.object)} erased.`, record);
    });
  });
}
