import type { StoredProperties, StoredValue } from "@rapport/db";

/** A contact of the Workspace API (specification §2.9). */
export interface WorkspaceContact {
  readonly id: string;
  readonly email: string | null;
  readonly firstName: string | null;
  readonly lastName: string | null;
  readonly lifecycleStage: string | null;
}

/** A deal of the Workspace API (specification §2.9). */
export interface WorkspaceDeal {
  readonly id: string;
  readonly name: string | null;
  readonly amount: number | null;
  readonly currency: string | null;
  readonly stage: string | null;
}

/** A company of the Workspace API (specification §2.9). */
export interface WorkspaceCompany {
  readonly id: string;
  readonly name: string | null;
  readonly domain: string | null;
  readonly website: string | null;
  readonly lifecycleStage: string | null;
}

/** Returns a contact as the Workspace API shows it (specification §2.9). */
export function contactView(id: number, properties: StoredProperties): WorkspaceContact {
  return {
    id: String(id),
    email: text(properties.email),
    firstName: text(properties.firstname),
    lastName: text(properties.lastname),
    lifecycleStage: text(properties.lifecyclestage),
  };
}

/** Returns a company as the Workspace API shows it (specification §2.9). */
export function companyView(id: number, properties: StoredProperties): WorkspaceCompany {
  return {
    id: String(id),
    name: text(properties.name),
    domain: text(properties.domain),
    website: text(properties.website),
    lifecycleStage: text(properties.lifecyclestage),
  };
}

/** Returns a deal as the Workspace API shows it (specification §2.9). */
export function dealView(id: number, properties: StoredProperties): WorkspaceDeal {
  const amount = text(properties.amount);
  return {
    id: String(id),
    name: text(properties.name),
    amount: amount === null ? null : Number(amount),
    currency: text(properties.currency),
    stage: text(properties.stage),
  };
}

/** Company properties by their field name in the Workspace API. */
export const COMPANY_FIELDS = {
  name: "name",
  domain: "domain",
  website: "website",
  lifecycleStage: "lifecyclestage",
} as const;

/** Deal properties by their field name in the Workspace API. */
export const DEAL_FIELDS = {
  name: "name",
  amount: "amount",
  currency: "currency",
  pipeline: "pipeline",
  stage: "stage",
} as const;

/** Contact properties by their field name in the Workspace API. */
export const CONTACT_FIELDS = {
  email: "email",
  firstName: "firstname",
  lastName: "lastname",
  lifecycleStage: "lifecyclestage",
} as const;

function text(value: StoredValue | undefined): string | null {
  return typeof value === "string" ? value : null;
}

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
