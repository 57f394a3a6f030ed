import { createClient, PUBLIC_SCOPES } from "@rapport/core";
import { expect } from "vitest";
import type { Installation } from "./installation.ts";

type Values = Readonly<Record<string, string>>;

/** For `expect.poll`: each process sees a schema change within a second. */
export const EVENTUALLY = { timeout: 60_000, interval: 100 };

/** Returns a caller of the Public Object API with the token of a new client. */
export async function publicApi(app: Installation) {
  const call = await callerOf(app);
  const create = (plural: string, values: Values) =>
    call("POST", `/api/objects/${plural}`, {
      properties: Object.entries(values).map(([internal_name, value]) => ({
        internal_name,
        value,
      })),
    });
  return {
    create,
    /** Creates a record and returns its id. */
    async made(plural: string, values: Values): Promise<string> {
      const { status, body } = await create(plural, values);
      expect(status).toBe(201);
      return String(body.data.id);
    },
    /** Creates records in one transaction. */
    async makeMany(plural: string, records: readonly Values[]): Promise<void> {
      const inputs = records.map((values) => ({
        properties: Object.entries(values).map(([internal_name, value]) => ({
          internal_name,
          value,
        })),
      }));
      const path = `/api/crm/objects/${plural}/batch/create`;
      expect((await call("POST", path, { inputs })).status).toBe(200);
    },
    merge: (plural: string, primaryId: number, mergeIds: readonly number[]) =>
      call("POST", `/api/crm/objects/${plural}/merge`, { primaryId, mergeIds }),
    erase: (plural: string, id: number) => call("POST", `/api/crm/objects/${plural}/${id}/erase`),
    set: (plural: string, id: string, internal_name: string, value: string | null) =>
      call("PATCH", `/api/crm/objects/${plural}/${id}`, { internal_name, value }),
    read: async (plural: string, id: string) =>
      (await call("GET", `/api/crm/objects/${plural}/${id}`)).body.data.properties,
  };
}

async function callerOf({ deps, projectId, apiUrl }: Installation) {
  const scopes = [...PUBLIC_SCOPES.keys()];
  const client = await createClient(deps, { projectId, name: "Test", scopes });
  const basic = Buffer.from(`${client.clientId}:${client.clientSecret}`).toString("base64");
  const answer = await fetch(`${apiUrl}/oauth2/token`, {
    method: "POST",
    headers: { authorization: `Basic ${basic}` },
    body: new URLSearchParams({ grant_type: "client_credentials", scope: scopes.join(" ") }),
  });
  const { access_token: token } = (await answer.json()) as { access_token: string };
  return async (method: string, path: string, json?: unknown) => {
    const response = await fetch(`${apiUrl}${path}`, {
      method,
      headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
      ...(json === undefined ? {} : { body: JSON.stringify(json) }),
    });
    return { status: response.status, body: await response.json() };
  };
}
