import { createClient, PUBLIC_SCOPES } from "@rapport/core";
import type { Installation } from "./installation.ts";

/**
 * Calls the Public Object API with a client's token, to see there what an admin has done.
 *
 * @returns gives the status and the body of an answer
 */
export async function publicApi({ deps, projectId, apiUrl }: Installation) {
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
