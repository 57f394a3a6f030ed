import type { Call } from "@rapport/core";
import {
  createApiKey,
  createClient,
  createProject,
  createRecord,
  createTenant,
  createType,
  type Deps,
  hasNeverHadTenants,
  type Principal,
  PUBLIC_SCOPES,
  updateRecord,
  WORKSPACE_SCOPES,
} from "@rapport/core";
import { demoRecords } from "./records.ts";
import { CONTRACT_TYPE } from "./samples.ts";

export interface DemoCredentials {
  readonly clientId: string;
  readonly clientSecret: string;
  readonly apiKey: string;
  /** Id of a contact that is associated with a company. */
  readonly contactId: number;
}

/**
 * Creates a demo tenant in an empty database: a project with a type of its own, records of every type with associations, an
 * OAuth client with every scope and an API key.
 *
 * @returns the credentials; null if the database has or had a tenant
 */
export async function setUpDemo(deps: Deps): Promise<DemoCredentials | null> {
  if (!(await hasNeverHadTenants(deps))) return null;
  const tenantId = await createTenant(deps, "Demo");
  const projectId = await createProject(deps, tenantId, "Northwind Studio");
  const principal: Principal = {
    kind: "system",
    id: "demo",
    tenantId,
    projectId,
    scopes: new Set(PUBLIC_SCOPES.keys()),
  };
  await createType(deps, projectId, CONTRACT_TYPE);
  const contactId = await createDemoRecords({ deps, principal });
  const client = await createClient(deps, {
    projectId,
    name: "Demo client",
    scopes: [...PUBLIC_SCOPES.keys()],
  });
  const key = await createApiKey(deps, {
    projectId,
    name: "Demo key",
    scopes: [...WORKSPACE_SCOPES.keys()],
  });
  return { ...client, apiKey: key.apiKey, contactId };
}

async function createDemoRecords({ deps, principal }: Call): Promise<number> {
  const ids = new Map<string, { type: string; id: number }>();
  let contactId = 0;
  for (const record of demoRecords(new Date())) {
    const { key, type, properties, associatedWith, createdAt, moves = [] } = record;
    const associations = associatedWith.map((other) => {
      const target = ids.get(other);
      if (target === undefined) throw new Error(`demo record ${key} comes before ${other}`);
      return { to: { object: target.type, id: String(target.id) } };
    });
    const items = Object.entries(properties).map(([internal_name, value]) =>
      Array.isArray(value) ? { internal_name, values: value } : { internal_name, value },
    );
    const input = { properties: items, associations };
    const { id } = await createRecord({ deps, principal }, type, input, { createdAt });
    ids.set(key, { type, id });
    for (const { stage, at } of moves) {
      const items = [{ internal_name: "stage", value: stage }];
      await updateRecord({ deps, principal }, { type, id }, items, {
        conditions: [],
        changedAt: at,
      });
    }
    if (type === "contact" && associatedWith.length > 0 && contactId === 0) contactId = id;
  }
  return contactId;
}
