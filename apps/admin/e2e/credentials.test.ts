import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { seriousFindings } from "./support/accessibility.ts";
import { acknowledge, button, shown } from "./support/dialogs.ts";
import { hasFocus } from "./support/focus.ts";
import { type Installation, startInstallation } from "./support/installation.ts";
import { visit } from "./support/navigation.ts";

describe("clients and keys", () => {
  let app: Installation;
  let contactId: string;
  beforeAll(async () => {
    app = await startInstallation();
    const json = { firstName: "Ada", email: "ada@example.com" };
    const made = await app.workspace("POST", "/v1/contacts", json);
    contactId = ((await made.json()) as { data: { id: string } }).data.id;
  });
  afterAll(() => app[Symbol.asyncDispose]());

  interface Credentials {
    readonly id: string;
    readonly secret: string;
  }

  const tokenAnswer = ({ id, secret }: Credentials, scope: string) =>
    fetch(`${app.apiUrl}/oauth2/token`, {
      method: "POST",
      headers: { authorization: `Basic ${btoa(`${id}:${secret}`)}` },
      body: new URLSearchParams({ grant_type: "client_credentials", scope }),
    });
  const tokenStatus = async (of: Credentials) =>
    (await tokenAnswer(of, "crm.contacts.read")).status;
  async function tokenOf(credentials: Credentials): Promise<string> {
    const answer = await tokenAnswer(credentials, "crm.contacts.read");
    return ((await answer.json()) as { access_token: string }).access_token;
  }
  const callContact = async (token: string, method: string) =>
    (
      await fetch(`${app.apiUrl}/api/crm/objects/contacts/${contactId}`, {
        method,
        headers: { authorization: `Bearer ${token}` },
      })
    ).status;
  const callKey = async (key: string, path: string) =>
    (await fetch(`${app.apiUrl}${path}`, { headers: { authorization: `Bearer ${key}` } })).status;

  /** Creates a client on the page of clients. */
  async function createClient(page: Page, name: string): Promise<Credentials> {
    // An empty page offers it once, where it says what belongs here.
    await page.locator("main :is(tbody tr, [data-empty])").first().waitFor();
    await button(page, "Create client").filter({ visible: true }).first().click();
    await page.getByRole("textbox", { name: "Name" }).fill(name);
    await page.getByRole("checkbox", { name: "Read contacts" }).check();
    // The form of a first client proposes it.
    await page.getByRole("checkbox", { name: "Create and update contacts" }).uncheck();
    await button(page.getByRole("dialog"), "Create client").click();
    const made = {
      id: await shown(page, "Client id"),
      secret: await shown(page, "Client secret"),
    };
    await acknowledge(page);
    return made;
  }

  async function addSecret(page: Page, older: string): Promise<string> {
    await button(page, "Add secret").click();
    const dialog = page.getByRole("dialog", { name: "Add a secret" });
    await dialog.getByRole("radio", { name: older }).check();
    await button(dialog, "Add secret").click();
    const secret = await shown(page, "Client secret");
    await acknowledge(page);
    return secret;
  }

  it("issues tokens to a client only for its selected scopes", async () => {
    const page = await app.open(app.at("/access/clients"));
    const client = await createClient(page, "Nightly sync");
    const token = await tokenOf(client);
    expect(await callContact(token, "GET")).toBe(200);
    expect(await callContact(token, "DELETE")).toBe(403);
    const refused = await tokenAnswer(client, "crm.contacts.delete");
    expect(await refused.json()).toMatchObject({ error: "invalid_scope" });
    const row = page.getByRole("row", { name: "Nightly sync" });
    await row.getByText("1 scope").waitFor();
    await row.getByText(client.id).waitFor();
    expect(await page.content()).not.toContain(client.secret);
  });

  it("selects and clears a group of scopes, and refuses a client without a name or scope", async () => {
    const page = await app.open(app.at("/access/clients"), { role: "admin" });
    // An empty page offers it once, where it says what belongs here.
    await page.locator("main :is(tbody tr, [data-empty])").first().waitFor();
    await button(page, "Create client").filter({ visible: true }).first().click();
    const group = page.getByRole("group", { name: "Companies" });
    const boxes = group.getByRole("checkbox");
    await boxes.first().check();
    await expect.poll(() => group.getByRole("checkbox", { checked: true }).count()).toBe(4);
    await page.getByRole("checkbox", { name: "Delete companies" }).uncheck();
    await expect.poll(() => boxes.first().isChecked()).toBe(false);
    await boxes.first().check();
    await boxes.first().uncheck();
    await expect.poll(() => group.getByRole("checkbox", { checked: true }).count()).toBe(0);
    await button(page.getByRole("dialog"), "Create client").click();
    await page.getByText("Enter a name.").waitFor();
    await page.getByRole("alert").getByText("Select at least one scope.").waitFor();
    expect(await page.evaluate(() => document.activeElement?.tagName)).toBe("INPUT");
  });

  it("accepts both secrets of a rotation until the older one is ended", async () => {
    const page = await app.open(app.at("/access/clients"));
    const client = await createClient(page, "Rotating");
    await page.getByRole("link", { name: "Rotating" }).click();
    await page.waitForURL(`**/access/clients?open=${client.id}`);
    const secret = await addSecret(page, "Works for 24 more hours");
    expect(await tokenStatus(client)).toBe(200);
    expect(await tokenStatus({ ...client, secret })).toBe(200);
    await page.getByText("Active, expires in 24 hours").waitFor();

    await button(page, "Add secret").click();
    await expect
      .poll(() => page.getByRole("radio", { name: "Works for 24 more hours" }).isDisabled())
      .toBe(true);
    await page.keyboard.press("Escape");
    await button(page, "End older secret").click();
    await button(page, "End secret").click();
    await page.getByText("Older secret ended.").waitFor();
    expect(await tokenStatus(client)).toBe(401);
    expect(await tokenStatus({ ...client, secret })).toBe(200);

    const next = await addSecret(page, "Ends now");
    expect(await tokenStatus({ ...client, secret })).toBe(401);
    expect(await tokenStatus({ ...client, secret: next })).toBe(200);
    await page.goBack();
    await page.getByRole("dialog").waitFor({ state: "hidden" });
  });

  it("refuses tokens of a disabled client and issues no new ones", async () => {
    const page = await app.open(app.at("/access/clients"), { role: "admin" });
    const client = await createClient(page, "Leaving");
    const token = await tokenOf(client);
    expect(await callContact(token, "GET")).toBe(200);
    await visit(page, app, `/access/clients?open=${client.id}`);
    await button(page, "Disable client").click();
    await button(
      page.getByRole("dialog", { name: "Disable this client?" }),
      "Disable client",
    ).click();
    await page.getByRole("row", { name: "Leaving" }).getByText("Disabled").waitFor();
    expect(await tokenStatus(client)).toBe(401);
    await expect.poll(() => callContact(token, "GET")).toBe(401);

    await page.getByRole("dialog").getByRole("button", { name: "Enable client" }).click();
    await page.getByText("Leaving is enabled.").waitFor();
    expect(await tokenStatus(client)).toBe(200);
    expect(await callContact(token, "GET")).toBe(401);
  });

  it("renames a client, and takes a scope from it", async () => {
    const page = await app.open(app.at("/access/clients"), { role: "admin" });
    const client = await createClient(page, "Wide");
    const token = await tokenOf(client);
    await visit(page, app, `/access/clients?open=${client.id}`);
    await button(page, "Edit").click();
    const dialog = page.getByRole("dialog", { name: "Edit the client" });
    await dialog.getByRole("textbox", { name: "Name" }).fill("Narrow");
    await dialog.getByRole("checkbox", { name: "Read deals", exact: true }).check();
    await dialog.getByRole("checkbox", { name: "Read contacts", exact: true }).uncheck();
    await dialog.getByText("It loses a scope").waitFor();
    await button(dialog, "Save").click();
    await page.getByText("Client saved.").waitFor();
    await page.getByRole("row", { name: "Narrow" }).waitFor();
    expect(await tokenStatus(client)).toBe(400);
    await expect.poll(() => callContact(token, "GET"), { timeout: 20_000 }).toBe(401);
  });

  it("rotates a key, ends its older form, and changes its expiry and scopes", async () => {
    const page = await app.open(app.at("/access/keys"), { role: "admin" });
    await page.locator("main :is(tbody tr, [data-empty])").first().waitFor();
    await button(page, "Create key").filter({ visible: true }).first().click();
    await page.getByRole("textbox", { name: "Name" }).fill("Turning");
    await page.getByRole("checkbox", { name: "Read and list contacts" }).check();
    await button(page.getByRole("dialog"), "Create key").click();
    const key = await shown(page, "API key");
    await acknowledge(page);
    await page.getByRole("link", { name: "Turning" }).click();
    await button(page, "Rotate key").click();
    const rotation = page.getByRole("dialog", { name: "Rotate the key" });
    await rotation.getByRole("radio", { name: "Works for 24 more hours" }).check();
    await button(rotation, "Rotate key").click();
    const next = await shown(page, "API key");
    await acknowledge(page);
    expect([await callKey(key, "/v1/contacts"), await callKey(next, "/v1/contacts")]).toEqual([
      200, 200,
    ]);
    await page.getByText(`${key.slice(0, 12)} ends in`).waitFor();
    expect(await seriousFindings(page)).toEqual([]);
    await button(page, "End older key").click();
    await button(page.getByRole("dialog", { name: "End the older key?" }), "End older key").click();
    await page.getByText("Older key ended.").waitFor();
    await expect.poll(() => callKey(key, "/v1/contacts"), { timeout: 20_000 }).toBe(401);

    await button(page, "Edit").click();
    const edit = page.getByRole("dialog", { name: "Edit the key" });
    await edit.getByLabel("Expires").fill("2099-01-01");
    await edit.getByLabel("Time").fill("10:00");
    await edit.getByRole("checkbox", { name: "Read and list deals" }).check();
    await button(edit, "Save").click();
    await page.getByText("Key saved.").waitFor();
    await page.getByRole("row", { name: "Turning" }).getByText("Active, expires").waitFor();
    await expect.poll(() => callKey(next, "/v1/deals"), { timeout: 20_000 }).toBe(200);
  });

  it("creates a key by keyboard with an expiry and scopes, and disables it", async () => {
    const page = await app.open(app.at("/access/keys"));
    await page.locator("main :is(tbody tr, [data-empty])").first().waitFor();
    await button(page, "Create key").filter({ visible: true }).first().focus();
    await page.keyboard.press("Enter");
    const name = page.getByRole("textbox", { name: "Name" });
    await hasFocus(name);
    await page.keyboard.type("Automation");
    await page.getByLabel("Expires").fill("2020-01-01");
    await page.getByRole("checkbox", { name: "Read and list contacts" }).focus();
    await page.keyboard.press("Space");
    await name.press("Enter");
    await page.getByText("Choose a time in the future.").waitFor();
    await page.getByLabel("Expires").fill("2099-01-01");
    await page.getByLabel("Expires").press("Delete");
    await name.press("Enter");
    await hasFocus(page.getByLabel("Expires"));
    await page.getByLabel("Expires").fill("2099-01-01");
    await name.press("Enter");
    const key = await shown(page, "API key");
    await acknowledge(page);
    expect(await callKey(key, "/v1/contacts")).toBe(200);
    expect(await callKey(key, "/v1/deals")).toBe(403);

    const row = page.getByRole("row", { name: "Automation" });
    await row.getByText("Active, expires").waitFor();
    await row.getByRole("link", { name: "Automation" }).press("Enter");
    await page.getByText(key.slice(0, 12)).first().waitFor();
    await button(page, "Disable key").click();
    await button(page.getByRole("dialog", { name: "Disable this key?" }), "Disable key").click();
    await expect.poll(() => callKey(key, "/v1/contacts")).toBe(401);
  });

  it("gives a key the scope that webhooks with whole records need", async () => {
    const page = await app.open(app.at("/access/keys"), { role: "admin" });
    await page.locator("main :is(tbody tr, [data-empty])").first().waitFor();
    await button(page, "Create key").filter({ visible: true }).first().click();
    await page.getByRole("textbox", { name: "Name" }).fill("Whole records");
    await page.getByRole("checkbox", { name: "Create, change and test webhook endpoints" }).check();
    await page.getByText("Scopes of whole records").click();
    await page.getByRole("checkbox", { name: "Read contacts", exact: true }).check();
    await button(page.getByRole("dialog"), "Create key").click();
    const key = await shown(page, "API key");
    await acknowledge(page);
    const made = await fetch(`${app.apiUrl}/v1/webhooks/endpoints`, {
      method: "POST",
      headers: { authorization: `Bearer ${key}`, "content-type": "application/json" },
      body: JSON.stringify({
        url: "https://example.com/hook",
        events: ["contact.*"],
        payload: "full",
      }),
    });
    expect([201, 400]).toContain(made.status);
    expect(await made.text()).not.toContain("scope");
    expect(await callKey(key, "/api/crm/objects/contacts")).toBe(401);
  });
});
