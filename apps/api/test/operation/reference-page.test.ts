import { saveProperty } from "@rapport/core";
import { launchBrowser } from "@rapport/testing/browser";
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { sharedApp, type TestApp } from "../support/app.ts";

type Page = Awaited<ReturnType<typeof openReference>>["page"];

let app: TestApp;
let browser: Awaited<ReturnType<typeof launchBrowser>>;

beforeAll(async () => {
  app = await sharedApp("sqlite");
  browser = await launchBrowser();
});
afterAll(async () => {
  await browser.close();
  await app[Symbol.asyncDispose]();
});

// A page takes seconds to show its first operation, so these tests share one.
describe("/docs", () => {
  let page: Page;
  let hosts: ReadonlySet<string>;
  beforeAll(async () => {
    ({ page, hosts } = await openReference({ path: "/" }));
  });
  afterAll(() => page.close());

  it("is what the API's address opens, and lists no languages without a client", async () => {
    expect(new URL(page.url()).pathname).toBe("/docs");
    const libraries = page
      .locator(".introduction-card-item", { hasText: "Client Libraries" })
      .first();
    await libraries.getByText("Shell", { exact: true }).waitFor();
    expect(await libraries.textContent()).not.toMatch(/Ruby|PHP|Python|Java\b|Go\b/);
    await page.getByText("@rapport/client").first().waitFor();
  });

  it("runs no script but its own", async () => {
    const { headers } = await app.call("GET", "/docs");
    const policy = headers.get("content-security-policy") ?? "";
    expect(policy).toMatch(/script-src 'self' 'sha256-[\w+/]{43}=';/);
    expect(policy).not.toContain("unsafe-eval");
    // As text, because this file is checked without the types of a browser.
    const ran = await page.evaluate(`
      const script = document.createElement("script");
      script.textContent = "window.ran = true";
      document.body.append(script);
      "ran" in window;
    `);
    expect(ran).toBe(false);
  });

  it("gets a token for a client and tries a call with it", async () => {
    const caller = await app.caller();
    const id = await createContact(caller.token);
    const client = await tryOperation(page, "Read a contact", `get ${READ}`);
    const clientId = client.locator("tr", { hasText: "Client ID" }).getByRole("combobox");
    await clientId.fill(caller.clientId);
    await client.getByLabel("Client Secret").fill(caller.clientSecret);
    await client.getByRole("button", { name: "Authorize" }).click();
    await client.getByRole("textbox", { name: "Access Token" }).waitFor();
    await client.getByRole("combobox", { name: "Value" }).first().fill(String(id));
    await send(client);
    await seeAnswer(client, "200 OK", '"firstname": "Ada"');
    expect([...hosts]).toEqual([new URL(app.url).host]);
    await page.keyboard.press("Escape");
  });

  it("tries a change with an existing token, and shows the error for a wrong one", async () => {
    const { token } = await app.caller();
    const client = await tryOperation(page, "Create a contact", "post /api/objects/contacts");
    await client.getByRole("button", { name: "Selected Auth Type" }).click();
    await page.getByRole("option", { name: "accessToken" }).click();
    await client.getByRole("button", { name: "accessToken", exact: true }).click();
    await client.getByLabel("Bearer Token").fill(token);
    await send(client);
    await seeAnswer(client, "201 Created", '"email": "ada@example.com"');
    await client.getByLabel("Bearer Token").fill("wrong");
    await send(client);
    await seeAnswer(client, "401 Unauthorized", '"code": "UNAUTHENTICATED"');
  });

  it("shows the project of a pasted token or API key, and the public reference again", async () => {
    const { token, projectId } = await app.caller({
      scope: "crm.contacts.read crm.contacts.write",
    });
    const settings = { name: "shoe_size", label: "Shoe size", type: "number" } as const;
    await saveProperty(app.deps, projectId, "contact", settings);
    await page.keyboard.press("Escape");
    const urls: string[] = [];
    page.on("request", (request) => urls.push(request.url()));
    await deals(page).waitFor();

    const field = page.getByLabel("Access token or API key");
    await field.fill("wrong");
    await page.getByRole("button", { name: "Show my project" }).click();
    const note = page.getByRole("status");
    await note.filter({ hasText: "The access token is invalid, expired or revoked." }).waitFor();
    await field.fill(token);
    await field.press("Enter");
    await page.getByText("This is the API of your project").waitFor();
    await page.getByRole("link", { name: "Create a contact HTTP Method" }).click();
    await page.getByRole("button", { name: "Test Request (post /api/objects/contacts)" }).waitFor();
    expect(await deals(page).count()).toBe(0);

    // The token is ready for a call, and nowhere else.
    const client = await tryOperation(page, "Create a contact", "post /api/objects/contacts");
    await send(client);
    await seeAnswer(client, "201 Created", '"email": "ada@example.com"');
    expect(await field.inputValue()).toBe("");
    expect([page.url(), ...urls].filter((url) => url.includes(token))).toEqual([]);
    expect(await storedText(page)).not.toContain(token);
    expect([...hosts]).toEqual([new URL(app.url).host]);

    await page.keyboard.press("Escape");
    await page.getByRole("button", { name: "Show the public reference" }).click();
    await deals(page).waitFor();

    const { key } = await app.workspace({ scope: "contacts:read crm.deals.read" });
    await field.fill(key);
    await page.getByRole("button", { name: "Show my project" }).click();
    await page.getByText("This is the API of your project").waitFor();
    // The only group is open.
    await page.getByRole("link", { name: "Read a deal HTTP Method" }).waitFor();
    expect(await page.getByRole("link", { name: "Create a deal HTTP Method" }).count()).toBe(0);
    expect(await storedText(page)).not.toContain(key);
    await page.reload();
    await deals(page).waitFor();
  });
});

it("/docs tries the Workspace API with an API key, at the address of the page", async () => {
  const workspace = await app.workspace();
  await workspace.call("POST", "/contacts", { json: { email: "grace@example.com" } });
  const { page, hosts } = await openReference({ host: "localhost", source: "Workspace API" });
  onTestFinished(() => page.close());
  const client = await tryOperation(page, "List contacts", "get /v1/contacts");
  await client.getByLabel("Bearer Token").fill(workspace.key);
  await send(client);
  await seeAnswer(client, "200 OK", '"email": "grace@example.com"');
  expect([...hosts]).toEqual([`localhost:${new URL(app.url).port}`]);
});

const READ = "/api/crm/objects/contacts/{contactId}";

async function createContact(token: string): Promise<number> {
  const { body } = await app.call("POST", "/api/objects/contacts", {
    token,
    json: {
      properties: [
        { internal_name: "firstname", value: "Ada" },
        { internal_name: "email", value: "ada@example.com" },
      ],
    },
  });
  return body.data.id;
}

/** Opens the reference, and collects the hosts that it sends requests to. */
async function openReference(options: { host?: string; source?: string; path?: string } = {}) {
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
  const hosts = new Set<string>();
  page.on("request", (request) => {
    if (request.url().startsWith("http")) hosts.add(new URL(request.url()).host);
  });
  const { port, hostname } = new URL(app.url);
  await page.goto(`http://${options.host ?? hostname}:${port}${options.path ?? "/docs"}`);
  if (options.source !== undefined) {
    await page.getByRole("button", { name: "Public Object API" }).click();
    await page.getByRole("option", { name: options.source }).click();
  }
  return { page, hosts };
}

/** Opens the form that tries an operation. The page renders an operation only once it is visible. */
async function tryOperation(page: Page, summary: string, operation: string) {
  await page.getByRole("link", { name: `${summary} HTTP Method` }).click();
  await page.getByRole("button", { name: `Test Request (${operation})` }).click();
  const client = page.getByRole("dialog", { name: "API Client" });
  await client.waitFor();
  return client;
}

type Client = Awaited<ReturnType<typeof tryOperation>>;

function send(client: Client): Promise<void> {
  return client.getByRole("button", { name: /^Send \w+ request to/ }).click();
}

/** Waits until the page shows a response with this status and this line in its body. */
async function seeAnswer(client: Client, status: string, line: string): Promise<void> {
  const response = client.getByRole("region", { name: "Response", exact: true });
  await response.getByRole("link", { name: status }).waitFor();
  await response.locator(".cm-line", { hasText: line }).waitFor();
}

/** The group of the operations on deals, which is closed. */
function deals(page: Page) {
  return page.getByRole("button", { name: "Open Group - Deal", exact: true });
}

/** Returns all that the browser stores for the page. */
function storedText(page: Page): Promise<string> {
  return page.evaluate<string>(`(async () => {
    const databases = await indexedDB.databases();
    const rows = await Promise.all(databases.map(({ name }) => new Promise((resolve) => {
      const opening = indexedDB.open(name);
      opening.onsuccess = () => {
        const names = [...opening.result.objectStoreNames];
        const all = names.map((store) => new Promise((done) => {
          const reading = opening.result.transaction(store).objectStore(store).getAll();
          reading.onsuccess = () => done(reading.result);
        }));
        Promise.all(all).then(resolve);
      };
    })));
    return JSON.stringify([{ ...localStorage }, { ...sessionStorage }, document.cookie, rows]);
  })()`);
}
