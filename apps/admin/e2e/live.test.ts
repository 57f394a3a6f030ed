import { Readable } from "node:stream";
import { setTimeout } from "node:timers/promises";
import {
  addAssociation,
  createImport,
  type ImportOptions,
  receiveData,
  setRoleByHand,
} from "@rapport/core";
import { startReceiver, trustReceivers } from "@rapport/testing";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { holdJobs } from "../test/support/held-jobs.ts";
import { seriousFindings } from "./support/accessibility.ts";
import { type Installation, startInstallation } from "./support/installation.ts";
import { publicApi } from "./support/public-api.ts";
import { make as makeRecord, principalOf } from "./support/records.ts";
import { setHidden } from "./support/visibility.ts";

const IMPORT: ImportOptions = {
  ...{ mode: "create", format: "csv", mapping: { Email: "email", "First name": "firstname" } },
  ...{ associations: [], dateFormat: "YYYY-MM-DD", decimalSeparator: ".", emptyCells: "keep" },
  multiValueSeparator: ";",
};

describe("changes by others", () => {
  let app: Installation;
  let ada: string;
  /** Of a contact that only one test changes. A new page hears of the changes of the last seconds. */
  let quiet: string;
  beforeAll(async () => {
    await trustReceivers();
    app = await startInstallation();
    ada = await make("ada@example.com");
    quiet = await make("quiet@example.com");
  });
  afterAll(() => app[Symbol.asyncDispose]());

  async function make(email: string): Promise<string> {
    const response = await app.workspace("POST", "/v1/contacts", { email, firstName: "Ada" });
    return ((await response.json()) as { data: { id: string } }).data.id;
  }

  /** Opens a page and waits until its stream is open. */
  async function open(path: string): Promise<Page> {
    const page = await app.open(null);
    const stream = page.waitForResponse((response) => response.url().includes("/live/"));
    await page.goto(`${app.adminUrl}${app.at(path)}`);
    await stream;
    return page;
  }

  const row = (page: Page, name: string) => page.getByRole("row").filter({ hasText: name });

  it("appear in a table and are marked", async () => {
    const page = await open("/contacts");
    await row(page, "ada@example.com").waitFor();
    await make("new@example.com");
    await row(page, "new@example.com").waitFor();
    await app.workspace("PATCH", `/v1/contacts/${ada}`, { firstName: "Augusta" });
    await page.locator("tr[data-changed]").filter({ hasText: "Augusta" }).waitFor();
    expect(await seriousFindings(page)).toEqual([]);
  });

  it.each([
    ["page of API usage", "/usage", "Test", 1],
    ["report on it", "/reports/usage?period=24h", "Total", 0],
  ] as const)("are counted on the %s", async (_, path, name, column) => {
    await make(`counted${column}@example.com`);
    const page = await open(path);
    const count = row(page, name).getByRole("cell").nth(column);
    await count.waitFor();
    const before = Number(await count.textContent());
    await make(`counted-too${column}@example.com`);
    await expect.poll(async () => Number(await count.textContent())).toBeGreaterThan(before);
  });

  it("appear on a record, with a mark on the changed value", async () => {
    const page = await open(`/contacts/${ada}`);
    // The heading comes before the record is read.
    await page.getByText("ada@example.com").first().waitFor();
    await app.workspace("PATCH", `/v1/contacts/${ada}`, { firstName: "Grace" });
    const changed = page.locator("[data-changed]");
    await changed.getByText("Grace").waitFor();
    expect(await changed.count()).toBe(1);
  });

  it("mark a value that the page has fetched before it hears of its change", async () => {
    const page = await app.open(null, { context: {} });
    await page.addInitScript(() => {
      window.EventSource = class extends EventSource {
        override set onmessage(handle: (event: MessageEvent) => void) {
          super.onmessage = (event) => void window.setTimeout(handle, 1_000, event);
        }
      };
    });
    await page.goto(`${app.adminUrl}${app.at(`/contacts/${quiet}`)}`);
    await page.getByText("quiet@example.com").first().waitFor();
    await app.workspace("PATCH", `/v1/contacts/${quiet}`, { firstName: "Hedy" });
    // As when the admin comes back to the page.
    await page.evaluate(() =>
      document.dispatchEvent(new Event("visibilitychange", { bubbles: true })),
    );
    await page.locator("[data-changed]").getByText("Hedy").waitFor();
    await page.context().close();
  });

  it("are marked again if another change follows at once", async () => {
    const id = await make("twice@example.com");
    for (const path of ["/contacts?q=twice", `/contacts/${id}`]) {
      const page = await open(path);
      await page.getByText("twice@example.com").first().waitFor();
      await page.evaluate(() => {
        Object.assign(window, { marks: 0 });
        document.addEventListener("animationstart", ({ target }) => {
          if ((target as Element).matches("tr[data-changed] > :first-child, div[data-changed]"))
            (window as unknown as { marks: number }).marks++;
        });
      });
      const marks = () => page.evaluate(() => (window as unknown as { marks: number }).marks);
      for (const firstName of ["Once", "Twice", "Thrice"]) {
        const before = await marks();
        await app.workspace("PATCH", `/v1/contacts/${id}`, { firstName });
        await expect.poll(marks).toBeGreaterThan(before);
      }
    }
  });

  it("move a card on the board", async () => {
    const made = await app.workspace("POST", "/v1/deals", {
      name: "Engine",
      amount: 100,
      currency: "EUR",
    });
    const deal = ((await made.json()) as { data: { id: string } }).data.id;
    const page = await open("/deals/board");
    const won = page.getByRole("region", { name: /^(Closed )?Won/i });
    await page.getByText("Engine").waitFor();
    await app.workspace("PATCH", `/v1/deals/${deal}`, { stage: "won" });
    await won.getByText("Engine").waitFor();
  });

  it("do not take away what is being edited, even if the record is deleted", async () => {
    const id = await make("gone@example.com");
    const page = await open(`/contacts/${id}`);
    await page.getByRole("button", { name: /^Edit First name/ }).click();
    const input = page.getByRole("textbox", { name: "First name" });
    await input.fill("Lovel");
    await app.workspace("DELETE", `/v1/contacts/${id}`);
    // The list of the bin shows that the change has arrived everywhere.
    await expect
      .poll(async () => (await app.workspace("GET", `/v1/contacts/${id}`)).status)
      .toBe(404);
    await input.press("End");
    await input.pressSequentially("ace", { delay: 500 });
    expect(await input.inputValue()).toBe("Lovelace");
    await input.press("Escape");
    await page
      .getByText(/in the bin|deleted/i)
      .first()
      .waitFor();
  });

  it("appear if they were made while the page was fetching its content", async () => {
    const page = await app.open(null, { context: {} });
    await page.addInitScript((channel) => {
      const heard: number[] = [];
      new BroadcastChannel(channel).onmessage = ({ data }) => heard.push(...data.ids);
      Object.assign(window, { heard });
    }, `rapport-live-${app.projectId}`);
    await page.route(
      /\/trpc\/.*records\.list/,
      async (route) => {
        const response = await route.fetch();
        const id = Number(await make("meanwhile@example.com"));
        await page.waitForFunction(
          (made) => (window as unknown as { heard: number[] }).heard.includes(made),
          id,
        );
        // The page collects changes for a second before it fetches them.
        await setTimeout(1_500);
        await route.fulfill({ response });
      },
      { times: 1 },
    );
    await page.goto(`${app.adminUrl}${app.at("/contacts")}`);
    await row(page, "ada@example.com").waitFor();
    await row(page, "meanwhile@example.com").waitFor();
    await page.context().close();
  });

  it("arrive after the connection was lost", async () => {
    const page = await open("/contacts");
    await row(page, "Grace").waitFor();
    await page.context().setOffline(true);
    await app.workspace("PATCH", `/v1/contacts/${ada}`, { firstName: "Offline" });
    await page.context().setOffline(false);
    await row(page, "Offline").waitFor();
  });

  it("reach all tabs of a browser through one stream", async () => {
    const first = await open("/contacts");
    const second = await first.context().newPage();
    let streams = 0;
    second.on("request", (request) => {
      if (request.url().includes("/live/")) streams++;
    });
    await second.goto(first.url());
    await row(second, "Offline").waitFor();
    await app.workspace("PATCH", `/v1/contacts/${ada}`, { firstName: "Both" });
    await row(first, "Both").waitFor();
    await row(second, "Both").waitFor();
    expect(streams).toBe(0);
    await first.close();
    await expect.poll(() => streams).toBe(1);
    await app.workspace("PATCH", `/v1/contacts/${ada}`, { firstName: "Second" });
    await row(second, "Second").waitFor();
  });

  it("appear among deliveries, whose attempts a worker makes", async () => {
    const receiver = await startReceiver();
    const page = await open("/webhooks/deliveries");
    const endpoint = { url: receiver.url, events: ["contact.created"] };
    await app.workspace("POST", "/v1/webhooks/endpoints", endpoint);
    await make("hook@example.com");
    await page.getByRole("row").filter({ hasText: "Delivered" }).waitFor();
    await receiver[Symbol.asyncDispose]();
  });

  it("show a running import above the records it changes, and its rows at the end", async () => {
    const release = await holdJobs(app);
    const page = await open("/contacts?q=imported");
    await page.getByRole("heading", { level: 1 }).waitFor();
    const principal = principalOf(app);
    const named = { fileName: "people.csv" };
    const { id } = await createImport({ deps: app.deps, principal }, "contact", IMPORT, named);
    const file = Readable.from([Buffer.from("Email,First name\nimported@example.com,Imported\n")]);
    await receiveData({ deps: app.deps, principal }, id, file, false);
    const line = page.getByRole("region", { name: "Import of people.csv" });
    await line.getByText("0 of 1 row").waitFor();
    await release();
    await row(page, "imported@example.com").waitFor();
    await line.waitFor({ state: "detached" });
  });

  it("wait for a click while many records change", async () => {
    const api = await publicApi(app);
    const page = await open("/contacts?sort=-id");
    const show = page.getByRole("button", { name: "Show changes" });
    let last = 0;
    let isShown = false;
    const writing = (async () => {
      while (!isShown) {
        const records = Array.from({ length: 300 }, () => ({ email: `many${++last}@example.com` }));
        await api.makeMany("contacts", records);
        await setTimeout(500);
      }
    })();
    await show.waitFor();
    expect(await seriousFindings(page)).toEqual([]);
    await show.click();
    isShown = true;
    await writing;
    await row(page, `many${last}@example.com`).waitFor();
  });

  it("of the admin's role hide what it does not allow any more, and show it again", async () => {
    const as = await app.admin(null);
    const setRole = (role: "admin" | "read-only") =>
      setRoleByHand(app.deps, { email: as.email, role, tenantId: app.tenantId });
    await setRole("admin");
    const page = await app.open(null, { as });
    const stream = page.waitForResponse((response) => response.url().includes("/live/"));
    await page.goto(`${app.adminUrl}${app.at("/contacts")}`);
    await stream;
    const create = page.getByRole("main").getByRole("button", { name: "Create contact" });
    await create.first().waitFor();
    await setRole("read-only");
    await create.first().waitFor({ state: "detached", timeout: 10_000 });
    await setRole("admin");
    await create.first().waitFor({ timeout: 10_000 });
  });

  it("cost a page that is hidden no request until it is looked at", async () => {
    const seen = await open("/contacts?q=ada");
    const hidden = await open("/contacts?q=ada");
    await row(hidden, "Second").waitFor();
    await setHidden(hidden, true);
    let requests = 0;
    hidden.on("request", () => requests++);
    await app.workspace("PATCH", `/v1/contacts/${ada}`, { firstName: "Unseen" });
    await row(seen, "Unseen").waitFor();
    expect(requests).toBe(0);
    await setHidden(hidden, false);
    await row(hidden, "Unseen").waitFor();
  });

  it("do not cancel the next page that the admin asked for", async () => {
    const company = await makeRecord(app, "company", { name: "Hub" });
    const principal = principalOf(app);
    for (let i = 0; i < 25; i++) {
      const id = await makeRecord(app, "contact", { lastname: `Person ${i}`, phone: `+4420${i}` });
      const [one, other] = [
        { type: "contact", id } as const,
        { type: "company", id: company } as const,
      ];
      await addAssociation({ deps: app.deps, principal }, one, other);
    }
    const page = await open(`/companies/${company}`);
    const contacts = page.getByRole("region", { name: "Contacts" });
    await contacts.getByText("25", { exact: true }).waitFor();
    const more = page.getByRole("button", { name: "Show more contacts" });
    await more.click();
    await contacts.getByRole("listitem").nth(19).waitFor();
    // Until the changes from before have been shown.
    await page.waitForLoadState("networkidle");
    await page.route(
      /\/trpc\/.*records\.associated/,
      async (route) => {
        const response = await route.fetch();
        await make("during@example.com");
        // The page collects changes for a second before it fetches them.
        await setTimeout(2_000);
        await route.fulfill({ response });
      },
      { times: 1 },
    );
    await more.click();
    await contacts.getByRole("listitem").nth(24).waitFor();
  });
});
