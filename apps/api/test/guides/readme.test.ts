import { execFile } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { freePort, startGraphPlatform } from "@rapport/testing";
import { afterAll, beforeAll, expect, it } from "vitest";
import { CAN_FOLLOW, follow } from "../support/guide.ts";
import { type NpmStart, npmStart } from "../support/npm-start.ts";

const RAPPORT_FOLDER = fileURLToPath(new URL("../../../../", import.meta.url));
const ACCOUNT = { wabaId: "102290129340398", accessToken: "EAAGmRapportNeverShowsThis" };
const ORDER = { name: "order_confirmation", language: "en_US" };
const PENDING = { ...ORDER, status: "PENDING", category: "MARKETING" };
const APPROVED = { ...ORDER, status: "APPROVED", category: "UTILITY" };

/** Installing the client from the registry takes a while on a busy machine. */
const LONGEST = 300_000;

const folder = mkdtempSync(join(tmpdir(), "rapport-readme-"));
const bin = join(folder, "bin");
const env = { ...process.env, DATA_DIR: join(folder, "data") };
const templatesFile = join(folder, "templates.json");
let platform: Awaited<ReturnType<typeof startGraphPlatform>>;
let rapport: NpmStart;

beforeAll(async () => {
  platform = await startGraphPlatform({
    ...ACCOUNT,
    templates: [APPROVED, { ...APPROVED, name: "order_shipped" }],
  });
  writeFileSync(templatesFile, JSON.stringify([PENDING]));
  rapport = await npmStart({
    DATA_DIR: join(folder, "data"),
    META_GRAPH_URL: platform.url,
    PORT: String(await freePort()),
    ADMIN_PORT: String(await freePort()),
  });
}, LONGEST);
afterAll(async () => {
  await rapport.end();
  await platform[Symbol.asyncDispose]();
  rmSync(folder, { recursive: true, force: true });
});

it("npm start serves the admin app beside the API, and prints its first admin", async () => {
  const { adminUrl, email, password } = await rapport.admin();
  const page = await fetch(adminUrl, { headers: { accept: "text/html" } });
  expect([page.status, await page.text()]).toEqual([200, expect.stringContaining("<script")]);
  const signedIn = await fetch(`${adminUrl}/session`, {
    method: "POST",
    headers: { "content-type": "application/json", "x-rapport-admin": "1" },
    body: JSON.stringify({ email, password }),
  });
  expect(signedIn.ok).toBe(true);
});

it.skipIf(!CAN_FOLLOW)(
  "README.md works word for word",
  async () => {
    const scope = "crm.contacts.read crm.contacts.write templates:write";
    await follow("README.md", {
      instead: { "http://127.0.0.1:3000": rapport.url, "~/.local/bin": bin },
      yours: {
        CLIENT_ID: rapport.clientId,
        CLIENT_SECRET: rapport.clientSecret,
        API_KEY: rapport.apiKey,
        TOKEN: await token(scope),
        META_TOKEN: ACCOUNT.accessToken,
        TEMPLATES_FILE: templatesFile,
        RAPPORT_FOLDER,
      },
      env,
    });
    writeFileSync(join(folder, "more.json"), "[]");
    const command = ["template", "import", "more.json", "--tenant", "1"];
    const linked = await promisify(execFile)(join(bin, "rapport"), command, { cwd: folder, env });
    expect(linked.stdout).not.toBe("");
  },
  LONGEST,
);

it.skipIf(!CAN_FOLLOW)("examples/README.md works word for word", async () => {
  await follow("examples/README.md", {
    instead: {},
    yours: {
      CLIENT_ID: rapport.clientId,
      CLIENT_SECRET: rapport.clientSecret,
      API_KEY: rapport.apiKey,
    },
    env: { RAPPORT_URL: rapport.url },
  });
  const found = await fetch(`${rapport.url}/v1/contacts?email=katherine@example.com`, {
    headers: { authorization: `Bearer ${rapport.apiKey}` },
  });
  expect(await found.json()).toMatchObject({ data: [{ lastName: "Johnson" }] });
});

async function token(scope: string): Promise<string> {
  const answer = await fetch(`${rapport.url}/oauth2/token`, {
    method: "POST",
    headers: { authorization: `Basic ${btoa(`${rapport.clientId}:${rapport.clientSecret}`)}` },
    body: new URLSearchParams({ grant_type: "client_credentials", scope }),
  });
  return ((await answer.json()) as { access_token: string }).access_token;
}
