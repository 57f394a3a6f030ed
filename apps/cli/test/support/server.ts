import type { ServerProcess } from "./installation.ts";

export interface TokenAnswer {
  readonly status: number;
  readonly body: { readonly access_token: string; readonly scope: string; readonly error: string };
}

export async function requestToken(
  server: Pick<ServerProcess, "url">,
  clientId: string,
  secret: string,
  scope: string,
): Promise<TokenAnswer> {
  const response = await fetch(`${server.url}/oauth2/token`, {
    method: "POST",
    headers: { authorization: `Basic ${btoa(`${clientId}:${secret}`)}` },
    body: new URLSearchParams({ grant_type: "client_credentials", scope }),
  });
  return { status: response.status, body: (await response.json()) as TokenAnswer["body"] };
}

/** Creates a contact and returns its id. */
export async function createContact(
  server: Pick<ServerProcess, "url">,
  token: string,
  email: string,
): Promise<{ status: number; id: number | undefined }> {
  const response = await fetch(`${server.url}/api/objects/contacts`, {
    method: "POST",
    headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
    body: JSON.stringify({ properties: [{ internal_name: "email", value: email }] }),
  });
  const body = (await response.json()) as { data?: { id: number } };
  return { status: response.status, id: body.data?.id };
}

export async function publishedKids(server: Pick<ServerProcess, "url">): Promise<string[]> {
  const response = await fetch(`${server.url}/oauth2/jwks`);
  const { keys } = (await response.json()) as { keys: { kid: string }[] };
  return keys.map((key) => key.kid);
}
