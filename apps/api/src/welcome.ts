import type { Deps } from "@rapport/core";
import {
  heading,
  link,
  note,
  row,
  secret,
  showFirstCredentials,
} from "@rapport/service/first-credentials";

import type { Config } from "@rapport/service/settings/config";
import { setUpDemo } from "./demo/set-up.ts";

/**
 * Returns the text to print once the server listens: its addresses and, on an empty database, the credentials of a new
 * demo tenant with two commands to paste, or the path of the file that has them.
 */
export async function welcome(config: Config, deps: Deps): Promise<string> {
  const url = deps.issuer;
  const isFile = deps.db.dialect === "sqlite";
  const lines = [
    "",
    heading("Rapport is running."),
    "",
    row("API", link(url)),
    row("API reference", link(`${url}/docs`)),
    row(
      "OpenAPI",
      `${link(`${url}/openapi/public.json`)}, ${link(`${url}/openapi/workspace.json`)}`,
    ),
    row("Health", link(`${url}/healthz`)),
    row("Database", isFile ? config.databaseUrl.slice("sqlite:".length) : "PostgreSQL"),
    "",
  ];
  if (config.demo) {
    lines.push(...(await showFirstCredentials(config.dataDir, () => demoLines(deps, url))));
  }
  lines.push(note("Ctrl-C stops it."), "", "");
  return lines.join("\n");
}

async function demoLines(deps: Deps, url: string): Promise<readonly string[] | null> {
  const demo = await setUpDemo(deps);
  if (demo === null) return null;
  return [
    heading("A demo tenant was created. These credentials are shown only once:"),
    "",
    row("Client id", secret(demo.clientId)),
    row("Client secret", secret(demo.clientSecret)),
    row("API key", secret(demo.apiKey)),
    "",
    note("Fetch a token, and read a record with it:"),
    "",
    `  TOKEN=$(curl -s -u ${demo.clientId}:${demo.clientSecret} -d grant_type=client_credentials -d scope=crm.contacts.read ${url}/oauth2/token | sed 's/.*"access_token":"\\([^"]*\\)".*/\\1/')`,
    `  curl -s -H "Authorization: Bearer $TOKEN" "${url}/api/crm/objects/contacts/${demo.contactId}?associations=company"`,
    "",
    note("Or, with the API key:"),
    "",
    `  curl -s -H "Authorization: Bearer ${demo.apiKey}" "${url}/v1/contacts?limit=5"`,
    "",
  ];
}
