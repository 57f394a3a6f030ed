import { addAssociation } from "@rapport/core";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Installation, startInstallation } from "./support/installation.ts";
import { make, principalOf, read } from "./support/records.ts";

const MARKDOWN =
  "# Plan\n\n- [x] **Call**\n- [ ] Write to ada@example.com\n\n> https://example.com/a";

describe("notes", () => {
  let app: Installation;
  beforeAll(async () => {
    app = await startInstallation();
  });
  afterAll(() => app[Symbol.asyncDispose]());

  const person = (lastname: string) => make(app, "contact", { lastname, phone: "+44 20 7000" });
  const timeline = (page: Page) => page.getByRole("region", { name: "Timeline" });

  /** Adds an activity of a person, and returns the path of the person's page. */
  async function pageWith(
    values: Readonly<Record<string, string>>,
    type = "note",
  ): Promise<string> {
    const contact = await person("Lovelace");
    const id = await make(app, type, values);
    const call = { deps: app.deps, principal: principalOf(app) };
    await addAssociation(call, { type, id }, { type: "contact", id: contact });
    return app.at(`/contacts/${contact}`);
  }

  async function expectMarkdown(page: Page): Promise<void> {
    const shown = page.locator("main");
    await shown.getByRole("heading", { name: "Plan", level: 4 }).waitFor();
    const done = shown.getByRole("listitem").filter({ hasText: "Done: Call" }).last();
    expect(await done.locator("strong").textContent()).toBe("Call");
    const link = shown.getByRole("blockquote").getByRole("link");
    expect(await link.getAttribute("href")).toBe("https://example.com/a");
    expect(await link.getAttribute("rel")).toBe("noopener noreferrer nofollow");
    expect(await link.getAttribute("target")).toBe("_blank");
    await shown.locator('a[href="mailto:ada@example.com"]').waitFor();
  }

  it.each([
    ["note", {}],
    ["call", { title: "Roof" }],
    ["meeting", { title: "Roof" }],
    ["task", { name: "Roof", status: "done" }],
  ])("show the Markdown of a %s in a timeline", async (type, more) => {
    await expectMarkdown(await app.open(await pageWith({ body: MARKDOWN, ...more }, type)));
  });

  it("show Markdown on their own page, too", async () => {
    const page = await app.open(await pageWith({ body: MARKDOWN }));
    const item = timeline(page).getByRole("listitem").filter({ hasText: "Plan" }).first();
    await item.getByRole("link").first().click();
    await page.waitForURL(/\/notes\//);
    await page.getByRole("button", { name: "Edit Text" }).waitFor();
    await expectMarkdown(page);
  });

  it("run nothing and load nothing that a text holds", async () => {
    const body = [
      "<img src=https://evil.example/a onerror=\"document.title='hit'\"><script>document.title='hit'</script>",
      "![picture](https://evil.example/b.png) [press](javascript:document.title='hit')",
      "<svg/onload=document.title='hit'> [press](data:text/html,<script>1</script>)",
    ].join("\n\n");
    const path = await pageWith({ body });
    const page = await app.open(null);
    const asked: string[] = [];
    page.on("request", (request) => asked.push(request.url()));
    await page.goto(app.adminUrl + path);
    const shown = timeline(page).getByRole("listitem").filter({ hasText: "<script>" });
    await shown.getByRole("link", { name: "picture" }).waitFor();
    expect(await shown.locator("img, script, svg[onload], [onerror]").count()).toBe(0);
    expect(
      await shown
        .locator('a:not([href^="https://evil.example/"])')
        .filter({ hasText: "press" })
        .count(),
    ).toBe(0);
    expect(asked.filter((url) => url.includes("evil.example"))).toEqual([]);
    expect(await page.title()).not.toBe("hit");
  });

  it.for(["*a_", "> ", "[a](", "- a\n", "`", "**a** "])(
    "with 64 KiB of the marks %j leave the page usable",
    async (unit) => {
      const body = unit.repeat(Math.floor(65_000 / unit.length));
      const page = await app.open(await pageWith({ body }));
      await timeline(page).getByText("created the record").waitFor();
      await page.getByRole("button", { name: "Write a note" }).click();
      await page.getByRole("dialog", { name: "New note" }).locator("textarea:focus").waitFor();
    },
  );

  it("are written with keys and buttons, and previewed", async () => {
    const contact = await person("Hopper");
    const page = await app.open(app.at(`/contacts/${contact}?form=note`));
    const drawer = page.getByRole("dialog", { name: "New note" });
    const text = drawer.getByRole("textbox", { name: "Text" });
    await drawer.locator("textarea:focus").waitFor();
    await page.keyboard.press("Control+b");
    await page.keyboard.type("Called");
    await page.keyboard.press("Control+b");
    await page.keyboard.press("Control+a");
    expect(await text.inputValue()).toBe("**Called**");
    await page.keyboard.press("Control+b");
    expect(await text.inputValue()).toBe("Called");
    await page.keyboard.press("Control+i");
    expect(await text.inputValue()).toBe("*Called*");
    await page.keyboard.press("Control+z");
    expect(await text.inputValue()).toBe("Called");
    await page.keyboard.press("Control+a");
    await page.keyboard.press("Control+k");
    await page.keyboard.type("https://example.com");
    expect(await text.inputValue()).toBe("[Called](https://example.com)");
    expect(await page.getByRole("dialog", { name: /search/i }).count()).toBe(0);
    await page.keyboard.press("End");
    await page.keyboard.press("Enter");
    await page.keyboard.type("Next");
    await drawer.getByRole("button", { name: "Task list" }).click();
    await page.keyboard.press("Enter");
    await page.keyboard.type("Write");
    const written = "[Called](https://example.com)\n- [ ] Next\n- [ ] Write";
    expect(await text.inputValue()).toBe(written);
    await drawer.getByRole("button", { name: "Preview" }).click();
    const preview = drawer.getByRole("region", { name: "Preview" });
    await preview.getByRole("link", { name: "Called" }).waitFor();
    expect(await preview.getByRole("listitem").count()).toBe(2);
    await page.keyboard.press("Control+Enter");
    await drawer.waitFor({ state: "detached" });
    const item = timeline(page).getByRole("listitem").filter({ hasText: "Called" }).first();
    await item.getByRole("link", { name: "Note" }).click();
    await page.getByRole("heading", { level: 1, name: "Called" }).waitFor();
    const id = Number(new URL(page.url()).pathname.split("/").at(-1));
    expect(await read(app, "note", id)).toMatchObject({ body: written });
  });

  it("are sent once the browser is online again, and the page says so meanwhile", async () => {
    const contact = await person("Lovelace");
    const page = await app.open(app.at(`/contacts/${contact}?form=note`));
    const drawer = page.getByRole("dialog", { name: "New note" });
    await drawer.getByRole("textbox", { name: "Text" }).fill("Written on a train");
    await page.context().setOffline(true);
    await drawer.getByRole("button", { name: "Create note" }).click();
    const notice = page.getByRole("status").filter({ hasText: "You are offline" });
    await notice.getByText(/is sent when you are online again/).waitFor();
    await page.context().setOffline(false);
    await notice.waitFor({ state: "detached" });
    await drawer.waitFor({ state: "detached" });
    await timeline(page).getByText("Written on a train").waitFor();
  });

  it("mention an admin, who finds them on Home, new until they are seen", async () => {
    const contact = await person("Turing");
    const colleague = await app.admin("read-only");
    const page = await app.open(app.at(`/contacts/${contact}?form=note`));
    const drawer = page.getByRole("dialog", { name: "New note" });
    const text = drawer.getByRole("textbox", { name: "Text" });
    await drawer.locator("textarea:focus").waitFor();
    await page.keyboard.type(`Ask @${colleague.email.slice(0, 10)}`);
    await page.getByRole("option", { name: colleague.email }).waitFor();
    await page.keyboard.press("Escape");
    await page.getByRole("option").first().waitFor({ state: "detached" });
    await drawer.waitFor();
    await page.keyboard.type(colleague.email.slice(10, 11));
    await page.getByRole("option", { name: colleague.email }).waitFor();
    await page.keyboard.press("Enter");
    await page.keyboard.type("please");
    expect(await text.inputValue()).toMatch(
      new RegExp(`^Ask \\[@${colleague.email}\\]\\(admin:\\d+\\) please$`),
    );
    await page.keyboard.press("Control+Enter");
    await drawer.waitFor({ state: "detached" });
    const item = timeline(page).getByRole("listitem").filter({ hasText: "please" }).first();
    await item.getByText(`@${colleague.email}`, { exact: true }).waitFor();
    expect(await item.getByRole("link", { name: colleague.email }).count()).toBe(0);

    const theirs = await app.open(app.at(""), { as: colleague });
    const panel = theirs.getByRole("region", { name: "Mentions of you" });
    await panel.getByText("1 new").waitFor();
    await panel.getByRole("link", { name: `Ask @${colleague.email} please` }).click();
    await theirs.getByRole("heading", { level: 1, name: /please/ }).waitFor();
    // Another browser of the admin knows it too.
    const second = await app.open(app.at(""), { as: colleague });
    await theirs.goto(`${app.adminUrl}${app.at("")}`);
    for (const again of [theirs, second]) {
      const seen = again.getByRole("region", { name: "Mentions of you" });
      await seen.getByRole("link", { name: /please/ }).waitFor();
      expect(await seen.getByText("1 new").count()).toBe(0);
    }
  });
});
