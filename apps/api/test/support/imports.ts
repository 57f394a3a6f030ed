import { expect } from "vitest";
import type { Answer, TestApp } from "./app.ts";

const SOON = { timeout: 60_000, interval: 50 };

type Body = string | Uint8Array<ArrayBuffer>;

/** Creates an import, sends its file and waits for its end. Returns the import. */
export async function importFile(
  app: TestApp,
  token: string,
  json: Readonly<Record<string, unknown>>,
  {
    body,
    headers = {},
  }: { readonly body: Body; readonly headers?: Record<string, string> | undefined },
): Promise<Answer["body"]> {
  const id = await createImport(app, token, json);
  const sent = await sendData(app, token, id, { body, headers });
  expect(sent.body).toMatchObject({ success: true });
  return endOf(app, token, id);
}

/** Creates an import of contacts unless `json` says otherwise. Returns its id. */
export async function createImport(
  app: TestApp,
  token: string,
  json: Readonly<Record<string, unknown>> = {},
): Promise<number> {
  const made = await app.call("POST", "/api/crm/imports", {
    token,
    json: { object: "contact", mode: "create", ...json },
  });
  expect(made.body).toMatchObject({ success: true, data: { state: "waiting" } });
  expect(made.status).toBe(201);
  return made.body.data.id;
}

export function sendData(
  app: TestApp,
  token: string,
  id: number,
  {
    body,
    headers = {},
  }: { readonly body: Body; readonly headers?: Record<string, string> | undefined },
): Promise<Answer> {
  return app.call("PUT", `/api/crm/imports/${id}/data`, { token, body, headers });
}

export async function readImport(app: TestApp, token: string, id: number) {
  return (await app.call("GET", `/api/crm/imports/${id}`, { token })).body.data;
}

/** Waits until an import has ended, and returns it. */
export async function endOf(app: TestApp, token: string, id: number): Promise<Answer["body"]> {
  const state = async () => (await readImport(app, token, id)).state;
  await expect.poll(state, SOON).not.toMatch(/running|waiting/);
  return readImport(app, token, id);
}

/** Undoes an import and waits for the end. Returns the import. */
export async function undoImport(app: TestApp, token: string, id: number): Promise<Answer["body"]> {
  const begun = await app.call("POST", `/api/crm/imports/${id}/undo`, { token });
  expect(begun.status).toBe(200);
  const undoing = async () => (await readImport(app, token, id)).undo.state;
  await expect.poll(undoing, SOON).not.toBe("running");
  return readImport(app, token, id);
}

/** Returns the refused rows of an import as text. */
export async function refusedOf(app: TestApp, token: string, id: number): Promise<string> {
  const response = await fetch(`${app.url}/api/crm/imports/${id}/refused`, {
    headers: { authorization: `Bearer ${token}` },
  });
  expect(response.status).toBe(200);
  return response.text();
}

/** Returns the properties of all contacts of a project, by email. */
export async function contactsOf(
  app: TestApp,
  token: string,
  properties = "",
): Promise<Readonly<Record<string, Readonly<Record<string, unknown>>>>> {
  const found: Record<string, Readonly<Record<string, unknown>>> = {};
  const wanted = properties && `&properties=${properties}`;
  let cursor = "";
  do {
    const path = `/api/crm/objects/contacts?limit=200${wanted}${cursor && `&cursor=${cursor}`}`;
    const { data } = (await app.call("GET", path, { token })).body;
    for (const { properties } of data.results) found[properties.email] = properties;
    cursor = data.nextCursor ?? "";
  } while (cursor !== "");
  return found;
}
