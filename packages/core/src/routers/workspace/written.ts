import { OBJECT_TYPES, type ObjectType } from "@rapport/model";
import { z } from "zod";
import { BODY_PATHS, type InputPaths } from "../../input-paths.ts";
import type { Principal } from "../../principal.ts";
import type { PropertyItem } from "../../records/property-input.ts";
import { timestamp } from "../schemas.ts";

const stamp = z
  .object({
    id: z.string().describe("Id of the record"),
    createdAt: timestamp.describe("When it was created"),
    updatedAt: timestamp.describe("When it was last changed"),
    version: z.int().positive().describe("Grows with every change of the record"),
  })
  .meta({
    id: "WorkspaceRecordStamp",
    description: "A record, for a key that may write records of its type but not read them",
  });

/** Returns the schema of a record in the response to a change (specification §16). */
export function written<View extends z.ZodType>(record: View) {
  return z
    .union([record, stamp])
    .describe("The record, or its id, times and version if the key may not read it");
}

interface Stamped {
  readonly id: number;
  readonly createdAt: string;
  readonly updatedAt: string;
  readonly version: number;
}

export function makeStamp({ id, createdAt, updatedAt, version }: Stamped): z.infer<typeof stamp> {
  return { id: String(id), createdAt, updatedAt, version };
}

/** Returns whether a writer of records of a type also gets their fields. */
export function getsFields({ scopes }: Principal, type: ObjectType): boolean {
  const { plural } = OBJECT_TYPES[type];
  return scopes.has(`${plural}:read`) || scopes.has(`crm.${plural}.read`);
}

/** Internal property names by field name of the Workspace API. */
export type Fields = Readonly<Record<string, string>>;

/** Returns the fields present in a request as property items. */
export function propertyItems(fields: Fields, input: object): readonly PropertyItem[] {
  return givenFields(fields, input).map((field) => ({
    internal_name: fields[field] as string,
    value: (input as Record<string, PropertyItem["value"]>)[field],
  }));
}

/**
 * Returns the paths that issues use for a request's fields, in the order of `propertyItems`.
 *
 * @param associationPaths paths of the ids of associated records
 */
export function fieldPaths(
  fields: Fields,
  input: object,
  associationPaths: readonly string[] = [],
): InputPaths {
  const given = givenFields(fields, input);
  return {
    property: (index) => given[index] ?? "",
    name: (index) => given[index] ?? "",
    properties: "",
    association: (index) => associationPaths[index] ?? "",
    conflict: (property) =>
      Object.keys(fields).find((field) => fields[field] === property) ??
      BODY_PATHS.conflict(property),
  };
}

function givenFields(fields: Fields, input: object): readonly string[] {
  return Object.keys(fields).filter(
    (field) => (input as Record<string, unknown>)[field] !== undefined,
  );
}
