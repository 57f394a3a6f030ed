import type { Running } from "./processes.ts";
import type { Seeded } from "./seed.ts";

/** What the benchmark does with records. Clients in cached databases may not have newer scopes. */
const RECORD_SCOPES = ["contacts", "companies", "deals"]
  .flatMap((plural) => ["read", "write", "delete"].map((verb) => `crm.${plural}.${verb}`))
  .concat("crm.events.read", "crm.schemas.read")
  .join(" ");

/** Fetches an access token. @throws Error if the client does not get the scopes */
export async function fetchToken(
  { url }: Pick<Running, "url">,
  { clientId, clientSecret }: Pick<Seeded, "clientId" | "clientSecret">,
  scope = RECORD_SCOPES,
): Promise<string> {
  const response = await fetch(`${url}/oauth2/token`, {
    method: "POST",
    headers: { authorization: `Basic ${btoa(`${clientId}:${clientSecret}`)}` },
    body: new URLSearchParams({ grant_type: "client_credentials", scope }),
  });
  if (!response.ok) throw new Error(`no token: ${await response.text()}`);
  return ((await response.json()) as { access_token: string }).access_token;
}
