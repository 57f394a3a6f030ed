import {
  createClient,
  createProject,
  createTenant,
  importTemplates,
  secretBox,
  setAccount,
} from "@rapport/core";
import { migrate, openDatabase } from "@rapport/db";
import { startGraphPlatform } from "@rapport/testing";
import { SECRET_KEY, startRapport } from "./processes.ts";

const COUNT = 5_000;
const ACCESS_TOKEN = "bench";
const WABA = "102290129340398";

/**
 * Measures a sync of 5,000 templates that have all changed.
 *
 * @returns total milliseconds, and milliseconds from the last request to the platform until the response, which covers
 *   the last page's transfer, matching and writing
 */
export async function benchTemplates(
  databaseUrl: string,
  dataDir: string,
): Promise<{ totalMs: number; localMs: number }> {
  const templates = Array.from({ length: COUNT }, (_, i) => ({
    name: `template_${i}`,
    language: "en_US",
    status: "PENDING",
    category: "MARKETING",
  }));
  await using platform = await startGraphPlatform({
    wabaId: WABA,
    accessToken: ACCESS_TOKEN,
    templates: templates.map((one) => ({ ...one, status: "APPROVED", category: "UTILITY" })),
    pageSize: 100,
  });
  const client = await setUp(databaseUrl, templates);
  const rapport = await startRapport({
    DATABASE_URL: databaseUrl,
    DATA_DIR: dataDir,
    META_GRAPH_URL: platform.url,
  });
  try {
    const token = await tokenOf(rapport.url, client);
    const start = Date.now();
    const response = await fetch(`${rapport.url}/templates/sync-status`, {
      method: "POST",
      headers: { authorization: `Bearer ${token}` },
    });
    const end = Date.now();
    const { data } = (await response.json()) as { data: { updated: number } };
    if (data.updated !== COUNT) throw new Error(`${data.updated} of ${COUNT} templates updated`);
    return { totalMs: end - start, localMs: end - (platform.requests.at(-1)?.at ?? start) };
  } finally {
    await rapport.stop();
  }
}

async function setUp(databaseUrl: string, templates: readonly object[]) {
  const db = openDatabase(databaseUrl);
  await migrate(db);
  const tenantId = await createTenant({ db }, "Templates");
  const projectId = await createProject({ db }, tenantId, "Templates");
  const secrets = secretBox([SECRET_KEY]);
  await setAccount({ db, secrets }, tenantId, { wabaId: WABA, accessToken: ACCESS_TOKEN });
  await importTemplates({ db }, tenantId, templates);
  const scopes = ["templates:write"];
  const client = await createClient({ db }, { projectId, name: "Templates", scopes });
  await db.close();
  return client;
}

async function tokenOf(
  url: string,
  client: { clientId: string; clientSecret: string },
): Promise<string> {
  const response = await fetch(`${url}/oauth2/token`, {
    method: "POST",
    headers: { authorization: `Basic ${btoa(`${client.clientId}:${client.clientSecret}`)}` },
    body: new URLSearchParams({ grant_type: "client_credentials", scope: "templates:write" }),
  });
  return ((await response.json()) as { access_token: string }).access_token;
}
