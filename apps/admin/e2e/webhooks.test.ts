import { type Receiver, startReceiver, trustReceivers } from "@rapport/testing";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { discard } from "./support/dialogs.ts";
import { hasFocus } from "./support/focus.ts";
import { type Installation, startInstallation } from "./support/installation.ts";
import { brokenParts } from "./support/layout.ts";
import { make } from "./support/records.ts";

const LIST = "/webhooks";
const DELIVERIES = "/webhooks/deliveries";

describe("webhooks", () => {
  let app: Installation;
  beforeAll(async () => {
    await trustReceivers();
    app = await startInstallation();
  });
  afterAll(() => app[Symbol.asyncDispose]());

  async function receiver(): Promise<Receiver> {
    const started = await startReceiver();
    onTestFinished(() => started[Symbol.asyncDispose]());
    return started;
  }

  /** Creates an endpoint through the Workspace API and deletes it after the test. */
  async function subscribed(url: string, events = ["contact.*"]): Promise<string> {
    const answer = await app.workspace("POST", "/v1/webhooks/endpoints", { url, events });
    const { id } = ((await answer.json()) as { data: { id: string } }).data;
    onTestFinished(async () => {
      await app.workspace("DELETE", `/v1/webhooks/endpoints/${id}`);
    });
    return id;
  }

  async function makeContact(): Promise<void> {
    const email = `${crypto.randomUUID()}@example.com`;
    expect((await app.workspace("POST", "/v1/contacts", { email })).status).toBe(201);
  }

  const cardOf = (page: Page, url: string) =>
    page.getByRole("main").getByRole("listitem").filter({ hasText: url });

  async function choose(page: Page, url: string, action: string): Promise<void> {
    await page.getByRole("button", { name: `Actions for the endpoint ${url}` }).click();
    await page.getByRole("menuitem", { name: action }).click();
  }

  async function endpointOf(url: string) {
    const answer = await app.workspace("GET", "/v1/webhooks/endpoints");
    const { data } = (await answer.json()) as {
      data: { id: string; url: string; events: string[]; enabled: boolean }[];
    };
    return data.find((one) => one.url === url);
  }

  it("creates an endpoint by keyboard, shows its secret once, and its deliveries", async () => {
    const target = await receiver();
    target.behave(() => ({ status: 200, body: "thank you" }));
    const page = await app.open(app.at(LIST));
    await page.getByText("No endpoints yet").waitFor();
    await page.getByRole("button", { name: "Create endpoint" }).first().focus();
    await page.keyboard.press("Enter");
    const form = page.getByRole("dialog", { name: "Create an endpoint" });
    await page.waitForURL(/open=new/);
    await form.getByLabel("URL").fill(target.url);
    await page.keyboard.press("Enter");
    await form.getByText("Select at least one event.").waitFor();
    await form.getByRole("checkbox", { name: "contact.created" }).check();
    await form.getByRole("checkbox", { name: "All of these contact.*" }).check();
    await expect
      .poll(() => form.getByRole("checkbox", { name: "contact.created" }).isDisabled())
      .toBe(true);
    await form.getByRole("checkbox", { name: "deal.stage_changed" }).check();
    await form.getByLabel("URL").press("Enter");
    const secret = page.getByRole("dialog", { name: "Endpoint created" });
    await secret.getByText(/^whsec_/).waitFor();
    await secret.getByRole("button", { name: "I have copied it" }).click();
    expect((await endpointOf(target.url))?.events).toEqual(["contact.*", "deal.stage_changed"]);
    await page.reload();
    await cardOf(page, target.url).getByText("Enabled").waitFor();
    await expect.poll(() => page.getByText("whsec_").count()).toBe(0);

    await makeContact();
    await page.getByRole("link", { name: "Deliveries", exact: true }).click();
    await page.getByRole("link", { name: /^contact.created, delivery/ }).click();
    await page.getByRole("heading", { level: 1, name: "contact.created" }).waitFor();
    await page.getByText("Accepted with 200").waitFor();
    const headers = await page.getByRole("region", { name: /^Request headers/ }).textContent();
    expect(headers).toContain(`webhook-id: ${target.received[0]?.headers["webhook-id"]}`);
    await expect
      .poll(() => page.getByRole("region", { name: /^Response to/ }).textContent())
      .toBe("thank you");
    const body = await page.getByRole("region", { name: "Body of the event" }).textContent();
    expect(JSON.parse(body ?? "")).toEqual(JSON.parse(target.received[0]?.body ?? ""));

    const endpoint = await endpointOf(target.url);
    await app.workspace("DELETE", `/v1/webhooks/endpoints/${endpoint?.id}`);
  });

  it("shows at the field why the server refuses an address", async () => {
    const page = await app.open(`${app.at(LIST)}?open=new`);
    const form = page.getByRole("dialog", { name: "Create an endpoint" });
    await form.getByLabel("URL").fill("http://93.184.215.14/hook");
    await form.getByRole("checkbox", { name: "All events" }).check();
    await form.getByRole("button", { name: "Create endpoint" }).click();
    await form.getByText(/https/).nth(1).waitFor();
    await expect
      .poll(() => form.getByRole("textbox", { name: "URL" }).getAttribute("aria-invalid"))
      .toBe("true");
    await discard(page);
    await form.waitFor({ state: "detached" });
    expect(page.url()).not.toContain("open=");
  });

  it("scrolls to the error that no event is chosen", async () => {
    const page = await app.open(`${app.at(LIST)}?open=new`);
    const form = page.getByRole("dialog", { name: "Create an endpoint" });
    await form.getByLabel("URL").fill("https://example.com/hook");
    await form.getByRole("checkbox").last().scrollIntoViewIfNeeded();
    await form.getByRole("button", { name: "Create endpoint" }).press("Enter");
    const message = form.getByText("Select at least one event.");
    await message.waitFor();
    const title = await form.getByRole("heading").first().boundingBox();
    await expect
      .poll(async () => ((await message.boundingBox())?.y ?? 0) > (title?.y ?? 0))
      .toBe(true);
    await discard(page);
  });

  it("shows failed attempts, and delivers after the receiver is fixed and the delivery is replayed", async () => {
    const target = await receiver();
    target.behave(() => ({ status: 500, body: "out of order" }));
    await subscribed(target.url);
    await makeContact();
    const page = await app.open(app.at(`${DELIVERIES}?status=retrying`));
    const row = page.getByRole("row").filter({ hasText: "contact.created" }).first();
    await row.getByText("Retrying").waitFor();
    await row.getByText("500").waitFor();
    await row.getByRole("link", { name: /, delivery \d+$/ }).click();
    await page.getByText("Response 500: the receiver failed").first().waitFor();
    await page.getByText("out of order").first().waitFor();
    await page.getByText("Next attempt").waitFor();
    target.behave(() => ({ status: 204 }));
    await page.getByRole("button", { name: /^Replay delivery/ }).click();
    await page.getByText("Accepted with 204").waitFor();
    await page.getByText("Delivered", { exact: true }).waitFor();
    await page.goBack();
    expect(page.url()).toContain("status=retrying");
    await page.getByText("No delivery matches").waitFor();
  });

  it("keeps the button of each delivery in view beside long values", async () => {
    const target = await receiver();
    target.behave(() => ({ status: 503, body: "later" }));
    await subscribed(`${target.url}/a/path/that/is/longer/than/most`, ["deal.*"]);
    await make(app, "deal", { name: "Exhibition stand for the trade fair" });
    const viewport = { width: 1200, height: 900 };
    const page = await app.open(app.at(`${DELIVERIES}?status=retrying`), { viewport });
    const row = page.getByRole("row").filter({ hasText: "deal.created" });
    await row.getByText("503").waitFor();
    const box = await row.getByRole("button", { name: /^Replay delivery/ }).boundingBox();
    const frame = await page.getByLabel("Deliveries", { exact: true }).boundingBox();
    const edge = (one: typeof box) => (one === null ? Number.NaN : one.x + one.width);
    expect(edge(box)).toBeLessThan(edge(frame));
  });

  it("says on Home that deliveries fail, names their records, and replays all retrying ones", async () => {
    const target = await receiver();
    target.behave(() => ({ status: 500 }));
    await subscribed(target.url);
    const given = { firstName: "Grace", lastName: "Hopper", email: "grace@example.com" };
    expect((await app.workspace("POST", "/v1/contacts", given)).status).toBe(201);
    await target.waitFor(1);
    const page = await app.open(app.at(""));
    const state = page.getByRole("region", { name: "Webhooks" });
    await state.getByRole("img", { name: "Needs attention" }).waitFor();
    await state.getByRole("link", { name: "1 failing" }).click();
    const row = page.getByRole("row").filter({ hasText: "contact.created" });
    await row.getByText("Retrying").waitFor();
    await row.getByRole("link", { name: "Grace Hopper" }).click();
    await page.getByRole("heading", { level: 1, name: "Grace Hopper" }).waitFor();
    await page.goBack();

    await page.getByRole("button", { name: "Replay all retrying" }).click();
    const question = page.getByRole("dialog", { name: "Replay all retrying deliveries?" });
    await question.getByText("This sends 1 retrying delivery").waitFor();
    // Only with the request, because a retry of its own would deliver it too.
    await page.route("**/trpc/admin.webhooks.deliveries.*", (route) => {
      if (route.request().method() === "POST") target.behave(() => ({ status: 200 }));
      return route.continue();
    });
    await question.getByRole("button", { name: "Replay all retrying" }).click();
    await page.getByText("1 delivery queued for replay.").waitFor();
    await page.getByText("No delivery matches").waitFor();
    await page.goto(app.adminUrl + app.at(""));
    await page.getByRole("region", { name: "Webhooks" }).getByText("delivered").waitFor();
    await state.getByText("failing").waitFor({ state: "detached" });
  });

  it("replays all failed deliveries of an endpoint, and says how many", async () => {
    const target = await receiver();
    target.behave(() => ({ status: 503 }));
    const id = await subscribed(target.url);
    await makeContact();
    await makeContact();
    await target.waitFor(2);
    // Disabling an endpoint fails its waiting deliveries.
    const page = await app.open(app.at(LIST));
    await cardOf(page, target.url)
      .getByText(/^Failing, first failure/)
      .waitFor();
    await choose(page, target.url, "Disable");
    await page.getByRole("dialog").getByRole("button", { name: "Disable" }).click();
    await cardOf(page, target.url).getByText("Disabled by an admin.").waitFor();
    await expect.poll(() => endpointOf(target.url)).toMatchObject({ enabled: false });
    await cardOf(page, target.url).getByRole("button", { name: "Enable" }).click();
    await cardOf(page, target.url).getByText("Enabled", { exact: true }).waitFor();
    await expect.poll(() => endpointOf(target.url)).toMatchObject({ enabled: true });

    target.behave(() => ({ status: 200 }));
    await cardOf(page, target.url)
      .getByRole("link", { name: /^Show deliveries to/ })
      .click();
    await page.waitForURL(new RegExp(`endpoint=${id}`));
    await page.getByText("2 deliveries.").waitFor();
    await page.getByRole("button", { name: "Replay all failed" }).waitFor();
    await page.goto(`${page.url()}&event=deal.created`);
    await page.getByText("No delivery matches").waitFor();
    expect(await page.getByRole("button", { name: "Replay all failed" }).count()).toBe(0);
    await page.goBack();
    await page.getByRole("button", { name: "Replay all failed" }).click();
    const question = page.getByRole("dialog", { name: "Replay all failed deliveries" });
    await question.getByText(`This sends 2 failed deliveries to ${target.url} again.`).waitFor();
    await question.getByRole("button", { name: "Replay all failed" }).click();
    await page.getByText("2 deliveries queued for replay.").waitFor();
    await page.getByRole("row").filter({ hasText: "Delivered" }).nth(1).waitFor();
    await page.getByRole("button", { name: "Replay all failed" }).waitFor({ state: "detached" });
    await page.getByRole("combobox", { name: "Status" }).click();
    await page.getByRole("option", { name: "Failed" }).click();
    await page.getByText("No delivery matches").waitFor();
    expect(page.url()).toContain("status=failed");

    await page.route(/deliveries\.list/, (route) => route.abort());
    await page.goto(app.adminUrl + app.at("/webhooks/deliveries"));
    await page.getByRole("button", { name: "Try again" }).waitFor();
    expect(await page.getByRole("button", { name: "Replay all failed" }).count()).toBe(0);
  });

  it("sends a test, rotates the secret, edits and deletes an endpoint", async () => {
    const target = await receiver();
    await subscribed(target.url);
    const page = await app.open(app.at(LIST));
    const card = cardOf(page, target.url);
    await card.getByRole("button", { name: /^Send test/ }).click();
    await card.getByRole("link", { name: "Show the test delivery" }).click();
    await page.getByRole("heading", { level: 1, name: "webhook.test" }).waitFor();
    await page.getByText("Accepted with 204").waitFor();
    await page.getByRole("link", { name: "Webhooks", exact: true }).last().click();

    await choose(page, target.url, "Rotate secret");
    await page.keyboard.press("Escape");
    await page.getByRole("dialog").waitFor({ state: "detached" });
    const actions = page.getByRole("button", { name: `Actions for the endpoint ${target.url}` });
    await hasFocus(actions);
    await choose(page, target.url, "Rotate secret");
    await page.getByRole("dialog").getByRole("button", { name: "Rotate secret" }).click();
    const secret = page.getByRole("dialog", { name: "New signing secret" });
    await secret.getByText(/requests are also signed with the old secret/).waitFor();
    await secret.getByRole("button", { name: "I have copied it" }).click();
    await card.getByText("Old secret valid until").waitFor();

    await choose(page, target.url, "Edit");
    const form = page.getByRole("dialog", { name: "Edit the endpoint" });
    await form.getByRole("textbox", { name: "Description" }).fill("Tells the shop");
    await form.getByRole("checkbox", { name: "All events" }).check();
    await form.getByRole("button", { name: "Save" }).click();
    await card.getByText("Tells the shop").waitFor();
    expect((await endpointOf(target.url))?.events).toEqual(["*"]);

    await choose(page, target.url, "Delete");
    const question = page.getByRole("dialog", { name: "Delete the endpoint" });
    const remove = question.getByRole("button", { name: "Delete endpoint" });
    await expect.poll(() => remove.isDisabled()).toBe(true);
    await question.getByLabel(/to confirm/).fill(new URL(target.url).host);
    await remove.click();
    await card.waitFor({ state: "detached" });
    await expect.poll(() => endpointOf(target.url)).toBeUndefined();
  });

  it("shows a read-only admin everything without editing", async () => {
    const target = await receiver();
    await subscribed(target.url);
    await makeContact();
    await target.waitFor(1);
    const page = await app.open(app.at(LIST), { role: "read-only" });
    await cardOf(page, target.url).getByText("Enabled").waitFor();
    const main = page.getByRole("main");
    await expect.poll(() => main.getByRole("button").count()).toBe(0);
    await page.goto(`${app.adminUrl}${app.at(DELIVERIES)}`);
    await page.getByRole("row").nth(1).waitFor();
    await expect.poll(() => main.getByRole("button", { name: /Replay/ }).count()).toBe(0);
  });

  it("fits a narrow screen", async () => {
    const target = await receiver();
    const id = await subscribed(`${target.url}/a/path/that/is/longer/than/most/are`);
    await makeContact();
    await target.waitFor(1);
    const viewport = { width: 390, height: 900 };
    const page = await app.open(app.at(LIST), { viewport });
    await cardOf(page, target.url).waitFor();
    const check = async () => {
      const width = await page.evaluate(() => document.documentElement.scrollWidth);
      expect(width).toBeLessThanOrEqual(390);
      expect(await page.evaluate(brokenParts, "main :has(> wbr)")).toEqual([]);
    };
    await check();
    expect(await page.locator("h2 > wbr").count()).toBeGreaterThan(0);
    await page.goto(`${app.adminUrl}${app.at(LIST)}?open=${id}`);
    await page.getByRole("checkbox", { name: "contact.created" }).waitFor();
    await check();
    await page.goto(`${app.adminUrl}${app.at(DELIVERIES)}?endpoint=${id}`);
    const link = page.getByRole("link", { name: /^contact.created, delivery/ });
    await link.waitFor();
    await check();
    await link.click();
    await page.getByText("Attempt 1").waitFor();
    await check();
  });
});
