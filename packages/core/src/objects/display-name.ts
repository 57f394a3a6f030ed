import type { Properties } from "./record-rules.ts";
import type { ObjectType } from "./types.ts";

/**
 * What a record is called where there is room for one line.
 *
 * @returns a contact's name, else its email or phone; the name of any other; else `#` and the id
 */
export function displayName(type: ObjectType, id: number, properties: Properties): string {
  const names = type === "contact" ? contactNames(properties) : [text(properties.name)];
  return names.find((name) => name !== "") ?? `#${id}`;
}

function contactNames(properties: Properties): readonly string[] {
  const whole = [text(properties.firstname), text(properties.lastname)].join(" ").trim();
  return [whole, text(properties.email), text(properties.phone)];
}

/** What tells a record from others of the same name; empty when nothing does. */
export function displayDetail(type: ObjectType, properties: Properties): string {
  const details = DETAILS[type].map((name) => text(properties[name]));
  if (type === "deal") return details[0] === "" ? "" : details.join(" ").trim();
  return details.find((detail) => detail !== "") ?? "";
}

/** Of most types the first that has a value; of a deal its amount with the currency. */
const DETAILS: Readonly<Record<ObjectType, readonly string[]>> = {
  contact: ["email", "phone", "company"],
  company: ["domain", "website", "city"],
  deal: ["amount", "currency"],
  ticket: ["priority", "category"],
  lead: ["status", "source"],
  appointment: ["appointment_start_ts", "location"],
};

function text(value: Properties[string] | undefined): string {
  return typeof value === "string" ? value.trim() : "";
}
