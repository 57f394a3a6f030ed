import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { seriousFindings } from "./support/accessibility.ts";
import { type Installation, startInstallation } from "./support/installation.ts";

describe("API usage", () => {
  let app: Installation;
  beforeAll(async () => {
    app = await startInstallation();
    await app.workspace("GET", "/v1/contacts");
    await app.workspace("POST", "/v1/contacts", { email: "ada@example.com" });
    await app.workspace("POST", "/v1/contacts", { email: "Ada Lovelace" });
    await app.workspace("GET", "/v1/deals/999");
  });
  afterAll(() => app[Symbol.asyncDispose]());

  const open = (path: string) => app.open(app.at(path), { role: "read-only" });
  const row = (page: Page, name: string) => page.getByRole("row").filter({ hasText: name });

  it("shows the requests and errors of each credential, and leads to its errors", async () => {
    const page = await open("/usage");
    const test = row(page, "Test");
    await test.getByText("2 (50%)").waitFor();
    await test.getByRole("link", { name: "2 (50%)" }).click();
    await page.getByRole("heading", { name: "Requests", level: 1 }).waitFor();
    await row(page, "404").waitFor();
    expect(await page.getByRole("row").count()).toBe(3);
  });

  it("shows the counts of the chart as a table, for other periods too", async () => {
    const page = await open("/usage");
    await page.getByText("30 days").click();
    await page.getByText("Show as a table").click();
    const today = page.getByRole("region", { name: "Requests" }).getByRole("row").nth(1);
    await expect.poll(() => today.getByRole("cell").allTextContents()).toEqual(["2", "2", "0"]);
    expect(new URL(page.url()).searchParams.get("period")).toBe("30d");
  });

  it("shows what was wrong with a request, without the values that it sent", async () => {
    const page = await open("/usage/requests");
    await row(page, "INVALID_INPUT").getByRole("link", { name: "POST /v1/contacts" }).click();
    const panel = page.getByRole("dialog", { name: "Request" });
    await panel.getByText("(12 characters)").waitFor();
    expect(await panel.textContent()).not.toContain("Lovelace");
    expect(await seriousFindings(page)).toEqual([]);
    const address = page.url();
    await page.keyboard.press("Escape");
    await panel.waitFor({ state: "hidden" });
    await page.goto(address);
    await panel.getByText("(12 characters)").waitFor();
  });

  it("filters by result, method and path, and keeps the filters in the address", async () => {
    const page = await open("/usage/requests?outcome=ok");
    await row(page, "201").waitFor();
    await page.getByRole("textbox", { name: "Path contains" }).fill("/v1/con");
    await expect.poll(() => new URL(page.url()).searchParams.get("route")).toBe("/v1/con");
    await page.getByRole("combobox", { name: "Method" }).click();
    await page.getByRole("option", { name: "GET" }).click();
    await expect.poll(() => page.getByRole("row").count()).toBe(2);
    await page.getByRole("button", { name: "Clear filters" }).click();
    await expect.poll(() => page.getByRole("row").count()).toBe(5);
  });

  it("shows new requests while it is open", async () => {
    const page = await open("/usage/requests");
    await row(page, "404").waitFor();
    await app.workspace("GET", "/v1/companies");
    await row(page, "GET /v1/companies").waitFor();
  });

  it("adds no requests while Live is off, and adds them when it is on again", async () => {
    const [page, other] = [await open("/usage/requests"), await open("/usage/requests")];
    await row(page, "404").waitFor();
    await page.getByRole("switch", { name: "Live" }).press("Space");
    await row(other, "404").waitFor();
    const rows = (of: Page) => of.getByRole("row").count();
    const before = await rows(page);
    // Once the other page has the second request, the first has reached both.
    for (const count of [1, 2]) {
      await app.workspace("GET", "/v1/companies");
      await expect.poll(() => rows(other)).toBe(before + count);
    }
    expect(await rows(page)).toBe(before);
    await page.getByRole("switch", { name: "Live" }).press("Space");
    await expect.poll(() => rows(page)).toBe(before + 2);
  });

  it("says what belongs here in a project without requests", async () => {
    const page = await app.open(app.at("/usage/requests?method=DELETE"));
    await page.getByText("No request matches").waitFor();
  });
});
