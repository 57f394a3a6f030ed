import type { ObjectType } from "../objects/types.ts";
import type { ObjectSchema, ProjectSchema } from "../schema/project-schema.ts";
import type { Properties } from "./rules.ts";

/** A record as pickers and links show it. */
export interface NamedRecord {
  readonly type: ObjectType;
  readonly id: number;
  readonly name: string;
  /** A second line that tells records of one name apart; null when there is nothing to say. */
  readonly detail: string | null;
}

/**
 * What to call a record: a contact's full name, email or phone, another record's name, or its number.
 *
 * @param schema of its type, from which the second line takes the labels of options
 */
export function namedRecord(
  type: ObjectType,
  id: number,
  properties: Properties,
  schema: ObjectSchema,
): NamedRecord {
  const name = recordName(type, id, properties);
  const textAt = (property: string) => {
    const value = textOf(properties[property]);
    const options = schema.properties.get(property)?.options ?? [];
    return options.find((option) => option.value === value)?.label ?? value;
  };
  const detail = DETAILS[type](textAt).find((text) => text !== "" && text !== name);
  return { type, id, name, detail: detail ?? null };
}

/** `namedRecord` of a row, whatever its type. */
export function namedIn(
  schema: ProjectSchema,
  row: { readonly id: number; readonly type: string; readonly properties: Properties },
): NamedRecord {
  const type = row.type as ObjectType;
  return namedRecord(type, row.id, row.properties, schema[type]);
}

/** The first line of `namedRecord`. */
export function recordName(type: ObjectType, id: number, properties: Properties): string {
  return nameCandidates(type, properties).find((text) => text !== "") ?? `#${id}`;
}

function nameCandidates(type: ObjectType, properties: Properties): readonly string[] {
  if (type !== "contact") return [textOf(properties.name)];
  const { firstname, lastname, email, phone } = properties;
  return [joined(" ", firstname, lastname), textOf(email), textOf(phone)];
}

/** Per type what may stand in the second line, best first. */
const DETAILS: Readonly<
  Record<ObjectType, (textAt: (property: string) => string) => readonly string[]>
> = {
  contact: (textAt) => ["email", "phone", "company"].map(textAt),
  company: (textAt) => ["domain", "website", "city"].map(textAt),
  deal: (textAt) => [textAt("amount") && joined(" ", textAt("amount"), textAt("currency"))],
  ticket: (textAt) => ["priority", "category"].map(textAt),
  lead: (textAt) => ["status", "source"].map(textAt),
  appointment: (textAt) => ["appointment_start_ts", "location"].map(textAt),
};

function joined(separator: string, ...values: readonly (Properties[string] | undefined)[]): string {
  return values
    .map(textOf)
    .filter((text) => text !== "")
    .join(separator);
}

function textOf(value: Properties[string] | undefined): string {
  return typeof value === "string" ? value.trim() : "";
}
