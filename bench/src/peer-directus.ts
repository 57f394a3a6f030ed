import { randomBytes } from "node:crypto";
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { freePort } from "@rapport/testing";
import { FIELDS, fill, runPeer, type StartPeer, startPeer } from "./peer-process.ts";

/** Directus with an admin's static token, which needs no look at permissions: its fastest caller. */
export const startDirectus: StartPeer = async (home, file, contacts) => {
  const program = join(home, "node_modules/directus/cli.js");
  const port = await freePort();
  const token = randomBytes(16).toString("hex");
  const env = settingsOf(file, port, token);
  await runPeer([program, "bootstrap"], env);
  const server = await startPeer([program, "start"], port, "/server/ping", env);
  const headers = { authorization: `Bearer ${token}` };
  await createCollection(server.url, headers);
  fill(file, contacts);
  const firstLeads = "filter[lifecyclestage][_eq]=lead&limit=50&sort=id";
  return { ...server, path: "/items/contacts", firstLeads, headers };
};

function settingsOf(file: string, port: number, token: string): Record<string, string> {
  const folder = `${file}.files`;
  mkdirSync(folder);
  return {
    ...{ DB_CLIENT: "sqlite3", DB_FILENAME: file },
    ...{ HOST: "127.0.0.1", PORT: String(port), PUBLIC_URL: `http://127.0.0.1:${port}` },
    ...{ SECRET: randomBytes(32).toString("hex"), ADMIN_TOKEN: token },
    ...{ ADMIN_EMAIL: "ada@example.com", ADMIN_PASSWORD: randomBytes(16).toString("hex") },
    // One of its libraries writes to HOME.
    ...{ HOME: folder, EXTENSIONS_PATH: folder, STORAGE_LOCAL_ROOT: folder },
    ...{ SERVE_APP: "false", TELEMETRY: "false" },
    // Otherwise it delays requests while its processor is busy, as it is here.
    PRESSURE_LIMITER_ENABLED: "false",
  };
}

async function createCollection(url: string, headers: Record<string, string>): Promise<void> {
  const id = {
    ...{ field: "id", type: "integer" },
    schema: { is_primary_key: true, has_auto_increment: true },
  };
  const fields = [id, ...FIELDS.map((field) => ({ field, type: "string" }))];
  const response = await fetch(`${url}/collections`, {
    method: "POST",
    headers: { ...headers, "content-type": "application/json" },
    body: JSON.stringify({ collection: "contacts", schema: {}, meta: {}, fields }),
  });
  if (!response.ok) throw new Error(`Directus answered ${response.status}`);
}
