import { z } from "zod";
import type { WholeRecord } from "../../../records/whole-record.ts";
import type { Context } from "../../context.ts";
import { numericId, timestamp } from "../../schemas.ts";
import type { ObjectContext } from "../../scoped-procedures.ts";
import { scopeOf } from "../front.ts";
import { foundRecord } from "./record-schemas.ts";

const recordStamp = z
  .object({
    id: numericId.describe("Id of the record"),
    createdAt: timestamp.describe("When it was created"),
    updatedAt: timestamp.describe("When it was last changed"),
    version: foundRecord.shape.version,
  })
  .meta({
    id: "RecordStamp",
    description: "A record, for a token that may write records of its type but not read them",
  });

/** A record in the response to a write (specification §23). */
export const writtenRecord = z.union([foundRecord, recordStamp]);

/** Returns a record for its writer: without its values if the token may not read them (specification §23). */
export function shownRecord(
  { principal, object }: Pick<ObjectContext, "principal" | "object">,
  record: WholeRecord,
) {
  if (principal.scopes.has(scopeOf(object, "read"))) return record;
  const { id, createdAt, updatedAt, version } = record;
  return { id, createdAt, updatedAt, version };
}

/** Returns the entity tag of a record's version (specification §22). */
export function versionTag({ id, version }: Pick<WholeRecord, "id" | "version">): string {
  return `"${id}.${version}"`;
}

/** Sets the `ETag` of a read over REST. A tag is the version of the record, which associations do not change. */
export function setReadTag(ctx: Context, record: WholeRecord): void {
  if (ctx.transport === "rest" && record.associations === null) {
    ctx.setHeader("ETag", versionTag(record));
  }
}
