import type { StoredProperties, StoredValue } from "@rapport/db";
import { COMPANY_FIELDS, CONTACT_FIELDS, DEAL_FIELDS } from "./fields.ts";
import { companyView, contactView, dealView } from "./view.ts";

/** Returns a record as events show it: a contact or deal in its Workspace form, others with all properties. */
export function eventView(type: string, id: number, properties: StoredProperties): object {
  if (type === "contact") return contactView(id, properties);
  if (type === "deal") return dealView(id, properties);
  return { id: String(id), ...properties };
}

/** Returns a record as events show it to those who may read only what the Workspace API returns. */
export function fieldsView(type: string, id: number, properties: StoredProperties): object {
  const whole = type === "company" ? companyView(id, properties) : eventView(type, id, properties);
  return type in FIELDS ? whole : { id: String(id) };
}

const FIELDS: Partial<Record<string, Readonly<Record<string, string>>>> = {
  contact: CONTACT_FIELDS,
  company: COMPANY_FIELDS,
  deal: DEAL_FIELDS,
};

/** Leaves out the changes of properties that the Workspace API does not return. */
export function fieldChanges(type: string, changes: FieldChanges): FieldChanges {
  const names = Object.values(FIELDS[type] ?? {});
  return Object.fromEntries(Object.entries(changes).filter(([name]) => names.includes(name)));
}

/** The old and the new value of each changed field. */
export type FieldChanges<Value = StoredValue> = Readonly<
  Record<string, { readonly old: Value; readonly new: Value }>
>;

/** Returns a record's changes by the field names of `eventView`. */
export function changesView(
  type: string,
  changes: FieldChanges,
): FieldChanges<StoredValue | number> {
  return Object.fromEntries(
    Object.entries(changes).map(([name, change]) => {
      const isNumber = type === "deal" && name === "amount";
      const value = (one: StoredValue) => (isNumber && one !== null ? Number(one) : one);
      return [fieldName(type, name), { old: value(change.old), new: value(change.new) }];
    }),
  );
}

function fieldName(type: string, property: string): string {
  if (type !== "contact") return property;
  const field = Object.entries(CONTACT_FIELDS).find(([, name]) => name === property);
  return field?.[0] ?? property;
}
