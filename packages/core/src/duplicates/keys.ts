import { hash } from "node:crypto";
import type { PropertyDefinition } from "@rapport/model";
import { emailKey, phoneKey } from "../formats.ts";
import type { ObjectSchema } from "../object-schema.ts";
import type { Properties } from "../records/record.ts";
import { foldText } from "../words/words.ts";

/** What two records of one type can have in common, so that an admin should compare them. */
export const DUPLICATE_REASONS = ["email", "phone", "name", "domain"] as const;

export type DuplicateReason = (typeof DUPLICATE_REASONS)[number];

/** Numbers with fewer digits are extensions or placeholders. */
const LEAST_PHONE_DIGITS = 7;
const EXTENSION = /;.*$/;
/** Characters of a digest in base64url: 96 bits. */
const DIGEST_LENGTH = 16;
/** Most keys of one record. A multi-value property can have many values. */
const MAX_KEYS = 20;

/** Returns whether records of a type can have keys at all. */
export function hasKeys(object: ObjectSchema): boolean {
  return (
    object.name === "contact" ||
    object.name === "company" ||
    [...object.properties.values()].some(isAddress)
  );
}

function isAddress({ type }: PropertyDefinition): boolean {
  return type === "email" || type === "phone";
}

/**
 * Returns the keys of a record, each its reason and a digest. Duplicates have one of them in common: an email, the
 * digits of a phone number, the name or the domain of a company, or a contact's full name together with a company.
 *
 * @param companies ids of the companies that a contact is associated with
 */
export function duplicateKeys(
  object: ObjectSchema,
  properties: Properties,
  companies: readonly number[],
): readonly string[] {
  const keys = new Set<string>();
  const add = (reason: DuplicateReason, text: string) => {
    if (text !== "" && keys.size < MAX_KEYS) keys.add(digestKey(reason, text));
  };
  const addresses = Object.keys(properties).flatMap((name) => {
    const definition = object.properties.get(name);
    return definition !== undefined && isAddress(definition) ? definition : [];
  });
  // By name, because PostgreSQL does not keep the order of members, and there may be too many keys.
  for (const { name, type } of addresses.toSorted((a, b) => (a.name < b.name ? -1 : 1))) {
    for (const text of asTexts(properties[name])) {
      if (type === "email") add("email", emailKey(text));
      if (type === "phone") add("phone", enoughDigits(text));
    }
  }
  if (object.name === "company") {
    add("name", folded(asText(properties.name)));
    add("domain", plainDomain(asText(properties.domain) || asText(properties.website)));
  }
  if (object.name === "contact") {
    const name = folded(asText(properties.firstname), asText(properties.lastname));
    const places = [...companies.map((id) => `#${id}`), folded(asText(properties.company))];
    for (const place of places) {
      if (name.includes(" ") && place !== "") add("name", `${name}|${place}`);
    }
  }
  return [...keys];
}

/** Returns the reason that a key stands for. */
export function reasonByKey(key: string): DuplicateReason {
  return key.slice(0, key.indexOf(":")) as DuplicateReason;
}

/** A key has a digest, so that the keys repeat no value. */
function digestKey(reason: DuplicateReason, text: string): string {
  return `${reason}:${hash("sha256", text, "base64url").slice(0, DIGEST_LENGTH)}`;
}

function asTexts(value: Properties[string] | undefined): readonly string[] {
  const values = Array.isArray(value) ? value : [value];
  return values.filter((one) => typeof one === "string");
}

function asText(value: Properties[string] | undefined): string {
  return asTexts(value)[0] ?? "";
}

function folded(...parts: readonly string[]): string {
  return foldText(parts.join(" ")).split(/\s+/).filter(Boolean).join(" ");
}

function enoughDigits(phone: string): string {
  const digits = (phoneKey(phone) ?? "").replace(EXTENSION, "").replace("+", "");
  return digits.length >= LEAST_PHONE_DIGITS ? digits : "";
}

function plainDomain(domain: string): string {
  return folded(domain)
    .replace(/^https?:\/\//, "")
    .replace(/^www\./, "")
    .replace(/\/.*$/, "");
}
