import type { PropertyChanges, StoredProperties, StoredValue } from "@rapport/db";
import type { ObjectType } from "@rapport/model";

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

/** The Workspace API's names of contact properties that it calls otherwise than the schema. */
export const CONTACT_FIELDS = {
  email: "email",
  firstName: "firstname",
  lastName: "lastname",
  lifecycleStage: "lifecyclestage",
} as const;

export function contactView(id: number, properties: StoredProperties): WorkspaceContact {
  return {
    id: String(id),
    email: text(properties.email),
    firstName: text(properties.firstname),
    lastName: text(properties.lastname),
    lifecycleStage: text(properties.lifecyclestage),
  };
}

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

/** A record as events show it: as the Workspace API returns it, or with all its properties. */
export function eventView(type: ObjectType, id: number, properties: StoredProperties): object {
  if (type === "contact") return contactView(id, properties);
  if (type === "deal") return dealView(id, properties);
  return { id: String(id), ...properties };
}

/** What changed, by the names that the record's view has for it. */
export function changesView(
  type: ObjectType,
  changes: PropertyChanges,
): Readonly<Record<string, { old: StoredValue | number; new: StoredValue | number }>> {
  return Object.fromEntries(
    Object.entries(changes).map(([name, [before, after]]) => {
      const isNumber = type === "deal" && name === "amount";
      const value = (one: StoredValue) => (isNumber && one !== null ? Number(one) : one);
      return [fieldName(type, name), { old: value(before), new: value(after) }];
    }),
  );
}

function fieldName(type: ObjectType, property: string): string {
  if (type !== "contact") return property;
  const field = Object.entries(CONTACT_FIELDS).find(([, name]) => name === property);
  return field?.[0] ?? property;
}

function text(value: StoredValue | undefined): string | null {
  return typeof value === "string" ? value : null;
}
