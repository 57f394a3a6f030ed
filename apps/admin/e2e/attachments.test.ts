import { readFile } from "node:fs/promises";
import { addAssociation } from "@rapport/core";
import type { Locator, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { seriousFindings } from "./support/accessibility.ts";
import { type Installation, startInstallation } from "./support/installation.ts";
import { make, principalOf } from "./support/records.ts";

const file = (name: string, bytes: number | string) => ({
  ...{ name, mimeType: "application/octet-stream" },
  buffer: typeof bytes === "number" ? Buffer.alloc(bytes, name) : Buffer.from(bytes),
});

describe("attached files", () => {
  let app: Installation;
  beforeAll(async () => {
    app = await startInstallation();
  });
  afterAll(() => app[Symbol.asyncDispose]());

  const person = (lastname: string) => make(app, "contact", { lastname, phone: "+44 20 7000" });
  const timeline = (page: Page) => page.getByRole("region", { name: "Timeline" });
  const row = (within: Locator, name: string) =>
    within.getByRole("list", { name: "Files" }).getByRole("listitem").filter({ hasText: name });

  it("are attached with a new note, several at once, told, downloaded and removed", async () => {
    const contact = await person("Lovelace");
    const page = await app.open(app.at(`/contacts/${contact}`));
    await page.getByRole("button", { name: "Write a note" }).click();
    const form = page.getByRole("dialog", { name: "New note" });
    await form.locator("textarea").fill("Met in the mill");
    const plan = "Überblick 報告.txt";
    await form
      .getByLabel("Attach files")
      .setInputFiles([file(plan, "The plan"), file("empty.csv", ""), file("left-out.pdf", "no")]);
    await form.getByRole("button", { name: "Leave out left-out.pdf" }).click();
    await form.getByRole("button", { name: "Create note" }).click();
    await form.waitFor({ state: "detached" });

    const item = timeline(page)
      .getByRole("listitem")
      .filter({ hasText: "Met in the mill" })
      .first();
    await row(item, plan).waitFor();
    await row(item, "empty.csv").waitFor();
    expect(await item.getByText("left-out.pdf").count()).toBe(0);

    const arriving = page.waitForEvent("download");
    await item.getByRole("link", { name: plan }).click();
    const download = await arriving;
    expect(download.suggestedFilename()).toBe(plan);
    expect(await readFile(await download.path(), "utf8")).toBe("The plan");

    await item.getByRole("button", { name: "Remove empty.csv" }).click();
    const question = page.getByRole("dialog", { name: "Remove this file?" });
    await question.getByRole("button", { name: "Remove file" }).click();
    await row(item, "empty.csv").waitFor({ state: "detached" });

    await item.getByRole("link").first().click();
    await page.waitForURL(/\/notes\//);
    await page.getByRole("region", { name: "Files" }).getByRole("link", { name: plan }).waitFor();
    await timeline(page).getByText("removed empty.csv").waitFor();
    await timeline(page)
      .getByText(/attached .*empty\.csv/)
      .waitFor();
  });

  it("are attached by drag and drop onto a note, refused in place, and seen at once by others", async () => {
    const contact = await person("Babbage");
    const note = await make(app, "note", { body: "Called" });
    const call = { deps: app.deps, principal: principalOf(app) };
    await addAssociation(call, { type: "note", id: note }, { type: "contact", id: contact });
    const [page, other] = [
      await app.open(app.at(`/contacts/${contact}`)),
      await app.open(app.at(`/contacts/${contact}`)),
    ];
    const item = timeline(page).getByRole("listitem").filter({ hasText: "Called" }).first();
    await item.waitFor();
    const dropped = await page.evaluateHandle(() => {
      const data = new DataTransfer();
      data.items.add(new File(["dropped"], "dropped.txt"));
      data.items.add(new File([new Uint8Array(25 * 1024 ** 2 + 1)], "large.bin"));
      return data;
    });
    await item.getByText("Called").dispatchEvent("drop", { dataTransfer: dropped });
    await row(item, "dropped.txt").getByRole("link").waitFor();
    await item.getByRole("alert").filter({ hasText: "larger than 25 MiB" }).waitFor();
    await item.getByRole("button", { name: "Leave out large.bin" }).click();
    await item.getByRole("alert").waitFor({ state: "detached" });
    await row(timeline(other), "dropped.txt").waitFor();
  });

  it("can be cancelled while they are sent, and tried again after a failure", async () => {
    const contact = await person("Hopper");
    const page = await app.open(app.at(`/contacts/${contact}`));
    const files = page.getByRole("region", { name: "Files" });
    await files.getByText("No files.").waitFor();
    let answers: "never" | "broken" | "really" = "never";
    await page.route("**/uploads/attachments/**", async (route) => {
      if (answers === "broken") await route.abort();
      if (answers === "really") await route.continue();
    });
    const choose = page.locator('section[aria-label="Files"] input[type="file"]');
    await choose.setInputFiles([file("slow.txt", "x")]);
    await files.getByRole("progressbar", { name: "Upload of slow.txt" }).waitFor();
    expect(await seriousFindings(page)).toEqual([]);
    await files.getByRole("button", { name: "Cancel slow.txt" }).click();
    await files.getByText("No files.").waitFor();

    answers = "broken";
    await choose.setInputFiles([file("again.txt", "x")]);
    await files.getByRole("alert").filter({ hasText: "interrupted" }).waitFor();
    answers = "really";
    await files.getByRole("button", { name: "Try again.txt again" }).click();
    await files.getByRole("link", { name: "again.txt" }).waitFor();
  });

  it("can only be downloaded by read-only admins", async () => {
    const contact = await person("Byron");
    const page = await app.open(app.at(`/contacts/${contact}`));
    await page
      .locator('section[aria-label="Files"] input[type="file"]')
      .setInputFiles([file("contract.pdf", "x")]);
    await page.getByRole("link", { name: "contract.pdf" }).waitFor();
    const reader = await app.open(app.at(`/contacts/${contact}`), { role: "read-only" });
    await reader.getByRole("link", { name: "contract.pdf" }).waitFor();
    expect(await reader.getByRole("button", { name: /Attach files|Remove contract/ }).count()).toBe(
      0,
    );
  });
});
