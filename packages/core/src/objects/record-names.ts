import type { Properties } from "./record-rules.ts";
import type { ObjectType } from "./types.ts";

/** A record as pickers and links show it. */
export interface NamedRecord {
  readonly type: ObjectType;
  readonly id: number;
  readonly name: string;
  /** A second line that tells records of one name apart; null when there is nothing to say. */
  readonly detail: string | null;
}

/** What to call a record: a contact's full name, email or phone, another record's name, or its number. */
export function namedRecord(type: ObjectType, id: number, properties: Properties): NamedRecord {
  const names = nameCandidates(type, properties).filter((text) => text !== "");
  const [name = `#${id}`] = names;
  const detail = DETAILS[type](properties).find((text) => text !== "" && text !== name);
  return { type, id, name, detail: detail ?? null };
}

function nameCandidates(type: ObjectType, properties: Properties): readonly string[] {
  if (type !== "contact") return [textOf(properties.name)];
  const { firstname, lastname, email, phone } = properties;
  return [joined(" ", firstname, lastname), textOf(email), textOf(phone)];
}

/** Per type what may stand in the second line, best first. */
const DETAILS: Readonly<Record<ObjectType, (properties: Properties) => readonly string[]>> = {
  contact: ({ email, phone, company }) => [email, phone, company].map(textOf),
  company: ({ domain, website, city }) => [domain, website, city].map(textOf),
  deal: ({ amount, currency }) => [amount ? joined(" ", amount, currency) : ""],
  ticket: ({ priority, category }) => [priority, category].map(textOf),
  lead: ({ status, source }) => [status, source].map(textOf),
  appointment: ({ appointment_start_ts, location }) => [appointment_start_ts, location].map(textOf),
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
