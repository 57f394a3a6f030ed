import { z } from "zod";
import type { WholeRecord } from "../../../records/whole-record.ts";
import type { Context } from "../../context.ts";
import type { ObjectContext } from "../../reading.ts";
import { numericId, shownAs, timestamp } from "../../schemas.ts";
import { type Front, objectScope } from "../front.ts";

/** The record that a create returns (specification §2.5). */
export function createdRecord<F extends Front>(front: F) {
  const fields = Object.fromEntries(
    front.createFields.map((name) => [
      name,
      z.string().nullable().describe(`The property ${name}; null if it has no value`),
    ]),
  ) as Record<F["createFields"][number], z.ZodNullable<z.ZodString>>;
  const made = {
    id: numericId.describe(`Id of the ${front.name}`),
    createdAt: timestamp.describe("When it was created"),
    updatedAt: timestamp.describe("When it was last changed"),
  };
  const shape = { ...made, ...fields };
  // The properties of a type of the project's own are not known here.
  const whole = front.createFields.length === 0 ? z.looseObject(shape) : z.object(shape);
  return (whole as z.ZodObject<typeof shape>).describe(`The new ${front.name}`);
}

const TEXT_OR_FLAG = { anyOf: [{ type: "string" }, { type: "boolean" }] };
const STORED_VALUE = {
  anyOf: [...TEXT_OR_FLAG.anyOf, { type: "array", items: TEXT_OR_FLAG }, { type: "null" }],
};

export const storedValue = z.union([
  z.string(),
  z.boolean(),
  z.array(z.union([z.string(), z.boolean()])),
  z.null(),
]);

/** Properties in a response. Not validated: for a list, that would take longer than everything else. */
export const storedProperties = (
  z.unknown() as unknown as z.ZodType<Record<string, z.output<typeof storedValue>>>
).meta({
  ...shownAs({ type: "object", additionalProperties: STORED_VALUE }),
  description: "Values by internal name: the requested properties, or all that have a value",
});

export const associationEntry = z.object({
  id: z.string().meta({ description: "Id of the associated record", example: "42" }),
  type: z.string().meta({ description: "Label of the association", example: "contact_to_company" }),
});

const expandedEntry = associationEntry.extend({
  properties: storedProperties
    .optional()
    .describe("With `expand`: the named properties of the associated record"),
});

/** A record in a response (specification §2.6, §2.4). */
export const foundRecord = z
  .object({
    id: numericId.describe("Id of the record"),
    createdAt: timestamp.describe("When it was created"),
    updatedAt: timestamp.describe("When it was last changed"),
    deletedAt: timestamp.optional().describe("When it was deleted; absent if the record is live"),
    version: z
      .int()
      .positive()
      .meta({ description: "Increases with every change of the record", example: 3 }),
    properties: storedProperties,
    associations: z
      .record(z.string(), z.array(expandedEntry))
      .nullable()
      .describe("Associations by requested object type; null if none was requested"),
    associationsTruncated: z
      .array(z.string())
      .optional()
      .describe("Object types with more than 1,000 associations, of which 1,000 are shown"),
  })
  .meta({ id: "Record" });

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
): z.infer<typeof writtenRecord> {
  if (principal.scopes.has(objectScope(object, "read"))) {
    return record as z.infer<typeof foundRecord>;
  }
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
