import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Installation, startInstallation } from "./support/installation.ts";
import { make } from "./support/records.ts";

describe("a record of a list", () => {
  let app: Installation;
  beforeAll(async () => {
    app = await startInstallation();
    for (let i = 1; i <= 60; i++) {
      await make(app, "deal", { name: `Deal ${String(i).padStart(2, "0")}`, amount: String(i) });
    }
  });
  afterAll(() => app[Symbol.asyncDispose]());

  it("leads to the previous and the next one in the order of the table, also by keyboard", async () => {
    const page = await app.open(app.at("/deals?filter=amount.gt.57&sort=amount"));
    const title = (name: string) => page.getByRole("heading", { level: 1, name }).waitFor();
    await page.getByRole("link", { name: "Deal 59" }).click();
    await title("Deal 59");
    await page.getByText("2 of 3", { exact: true }).waitFor();
    await page.getByRole("button", { name: "Next deal" }).click();
    await title("Deal 60");
    await expect
      .poll(() => page.getByRole("button", { name: "Next deal" }).isDisabled())
      .toBe(true);
    await page.keyboard.press("k");
    await title("Deal 59");
    await page.keyboard.press("k");
    await title("Deal 58");
    await page.keyboard.press("j");
    await title("Deal 59");
    await page.reload();
    await page.getByText("2 of 3", { exact: true }).waitFor();
  });

  it("leads back to the table with its filters and order", async () => {
    const page = await app.open(app.at("/deals?filter=amount.gt.57&sort=amount"));
    await page.getByRole("link", { name: "Deal 59" }).click();
    await page.getByRole("heading", { level: 1, name: "Deal 59" }).waitFor();
    await page.getByRole("main").getByRole("link", { name: "Deals", exact: true }).click();
    await page.getByRole("button", { name: "Change filter: Amount is more than 57" }).waitFor();
    expect(Object.fromEntries(new URL(page.url()).searchParams)).toEqual({
      filter: "amount.gt.57",
      sort: "amount",
    });
  });

  it("goes on after the last record that the table has loaded", async () => {
    const page = await app.open(app.at("/deals?sort=amount"));
    await page.getByRole("link", { name: "Deal 01" }).click();
    await page.getByText("1 of 60", { exact: true }).waitFor();
    const list = await page.evaluate(() => {
      const key = Object.keys(sessionStorage).find((one) => one.startsWith("rapport.list."));
      return JSON.parse(sessionStorage.getItem(key ?? "") ?? "null");
    });
    await page.goto(`${app.adminUrl}${app.at(`/deals/${list.ids.at(-1)}`)}`);
    await page.getByText("50 of 60", { exact: true }).waitFor();
    await page.getByRole("button", { name: "Next deal" }).click();
    await page.getByRole("heading", { level: 1, name: "Deal 51" }).waitFor();
    await page.getByText(/^51 of 60$/).waitFor();
  });

  it("has no neighbours if no list was opened", async () => {
    const id = await make(app, "contact", { email: "a@example.com", firstname: "Ada" });
    const page = await app.open(app.at(`/contacts/${id}`));
    await page.getByRole("heading", { level: 1, name: "Ada" }).waitFor();
    expect(await page.getByRole("button", { name: "Next contact" }).count()).toBe(0);
  });
});
