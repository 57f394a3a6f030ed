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

function text(value: StoredValue | undefined): string | null {
  return typeof value === "string" ? value : null;
}
