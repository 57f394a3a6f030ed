import { aroundStatements } from "@rapport/db";
import { DIALECTS } from "@rapport/testing";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import {
  apiKeyAuthenticator,
  createApiKey,
  listApiKeys,
} from "../../src/access/credentials/api-keys.ts";
import { authenticateClient } from "../../src/access/credentials/authenticate-client.ts";
import { createClient, listClients } from "../../src/access/credentials/clients.ts";
import { openTestDeps, type TestDeps } from "../support/deps.ts";

describe.each(DIALECTS)("the last use of a credential on %s", (dialect) => {
  let store: TestDeps;
  beforeAll(async () => {
    store = await openTestDeps(dialect);
  });
  afterAll(() => store[Symbol.asyncDispose]());

  /** Dependencies that note the names of the statements. */
  function counted() {
    const names: string[] = [];
    const db = aroundStatements(store.db, (name, run) => {
      names.push(name);
      return run();
    });
    return {
      deps: { ...store.deps, db },
      count: (name: string) => names.filter((one) => one === name).length,
    };
  }

  test("of a key is written once for 20 requests that come together, and for those within a minute", async () => {
    const { projectId } = store.principal;
    const { apiKey } = await createApiKey(store.deps, {
      projectId,
      name: "A",
      scopes: ["contacts:read"],
    });
    const { deps, count } = counted();
    const authenticate = () => apiKeyAuthenticator(deps)(apiKey);
    await Promise.all(Array.from({ length: 20 }, authenticate));
    const used = async () => (await listApiKeys(store.deps, projectId))[0]?.last_used_at;
    await expect.poll(used).toEqual(expect.any(String));
    await Promise.all(Array.from({ length: 20 }, authenticate));
    expect(count("api_key_touch")).toBe(1);
  });

  test("of a client is written once for 20 requests that come together, and for those within a minute", async () => {
    const { projectId } = store.principal;
    const settings = { projectId, name: "A", scopes: ["crm.contacts.read"] };
    const { clientId, clientSecret } = await createClient(store.deps, settings);
    const { deps, count } = counted();
    const authenticate = () => authenticateClient(deps, clientId, clientSecret);
    await Promise.all(Array.from({ length: 20 }, authenticate));
    const used = async () => (await listClients(store.deps, projectId))[0]?.last_used_at;
    await expect.poll(used).toEqual(expect.any(String));
    await Promise.all(Array.from({ length: 20 }, authenticate));
    expect(count("client_touch")).toBe(1);
  });
});
