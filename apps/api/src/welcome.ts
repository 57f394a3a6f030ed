import type { Deps } from "@rapport/core";
import type { Config } from "./config.ts";
import { setUpDemo } from "./demo/set-up.ts";

/**
 * Returns the text to print once the server listens: its addresses and, on an empty database, the credentials of a new
 * demo tenant with two commands to paste.
 */
export async function welcome(config: Config, deps: Deps): Promise<string> {
  const url = deps.issuer;
  const lines = [
    "",
    "  Rapport is running.",
    "",
    `  API              ${url}`,
    `  API reference    ${url}/docs`,
    `  OpenAPI          ${url}/openapi/public.json, ${url}/openapi/workspace.json`,
    `  Health           ${url}/healthz`,
    `  Database         ${deps.db.dialect === "sqlite" ? config.databaseUrl.slice("sqlite:".length) : "PostgreSQL"}`,
    "",
  ];
  const demo = config.demo ? await setUpDemo(deps) : null;
  if (demo !== null) {
    lines.push(
      "  A demo tenant was created. These credentials are shown only once:",
      "",
      `  Client id        ${demo.clientId}`,
      `  Client secret    ${demo.clientSecret}`,
      `  API key          ${demo.apiKey}`,
      "",
      "  Fetch a token, and read a record with it:",
      "",
      `  TOKEN=$(curl -s -u ${demo.clientId}:${demo.clientSecret} -d grant_type=client_credentials -d scope=crm.contacts.read ${url}/oauth2/token | sed 's/.*"access_token":"\\([^"]*\\)".*/\\1/')`,
      `  curl -s -H "Authorization: Bearer $TOKEN" "${url}/api/crm/objects/contacts/${demo.contactId}?associations=company"`,
      "",
      "  Or, with the API key:",
      "",
      `  curl -s -H "Authorization: Bearer ${demo.apiKey}" "${url}/v1/contacts?limit=5"`,
      "",
    );
  }
  lines.push("  Ctrl-C stops it.", "", "");
  return lines.join("\n");
}
