import { addAssociation } from "@rapport/core";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Installation, startInstallation } from "./support/installation.ts";
import { visit } from "./support/navigation.ts";
import { make, principalOf, read } from "./support/records.ts";

const HOUR = 60 * 60 * 1000;

describe("the timeline", () => {
  let app: Installation;
  beforeAll(async () => {
    app = await startInstallation();
  });
  afterAll(() => app[Symbol.asyncDispose]());

  const person = (lastname: string) => make(app, "contact", { lastname, phone: "+44 20 7000" });
  const timeline = (page: Page) => page.getByRole("region", { name: "Timeline" });
  const openTasks = (page: Page) => page.getByRole("region", { name: "Open tasks" });

  it("opens the forms of a note and a task without waiting for the server", async () => {
    const page = await app.open(app.at(`/contacts/${await person("Byron")}`));
    await page.getByRole("button", { name: "Write a note" }).waitFor();
    await page.waitForLoadState("networkidle");
    await page.route("**/trpc/**", (route) => route.abort());
    await page.keyboard.press("n");
    await page.locator("textarea:focus").waitFor();
    await page.keyboard.press("Escape");
    await page.getByRole("dialog").waitFor({ state: "detached" });
    await page.keyboard.press("t");
    await page.getByRole("dialog", { name: "New task" }).locator("input:focus").waitFor();
  });

  it("takes a note by keyboard, then edits it, deletes it and brings it back", async () => {
    const id = await person("Lovelace");
    const page = await app.open(app.at(`/contacts/${id}`));
    await page.getByRole("button", { name: "Write a note" }).press("Enter");
    const drawer = page.getByRole("dialog", { name: "New note" });
    await drawer.locator("textarea:focus").waitFor();
    await page.keyboard.type("She wants two engines.");
    await page.keyboard.press("Control+Enter");
    await drawer.waitFor({ state: "detached" });
    const note = timeline(page).getByRole("listitem").filter({ hasText: "two engines" });
    await note.getByText(/^owner\S+@example\.com$/).waitFor();
    expect(await note.locator("[data-person=true]").textContent()).toBe("O");
    await note.getByRole("button", { name: /^Actions for note/ }).click();
    await page.getByRole("menuitem", { name: "Edit" }).click();
    const edited = page.getByRole("dialog", { name: "Edit note" });
    await edited.getByRole("textbox", { name: "Text" }).fill("She wants three engines.");
    await edited.getByRole("button", { name: "Save" }).click();
    const changed = timeline(page).getByRole("listitem").filter({ hasText: "three engines" });
    await changed.getByRole("button", { name: /^Actions for note/ }).click();
    await page.getByRole("menuitem", { name: "Delete" }).click();
    await page.getByText("Moved the note to the bin.").waitFor();
    await changed.waitFor({ state: "detached" });
    await page.getByRole("button", { name: "Undo" }).click();
    await changed.waitFor();
  });

  it.each([
    ["call", "Log a call", "Title", "Call: Roof"],
    ["email", "Log an email", "Subject", "Email: Roof"],
    ["meeting", "Log a meeting", "Title", "Meeting: Roof"],
  ])("logs a %s from the menu, and leads to it", async (type, action, field, line) => {
    const page = await app.open(app.at(`/contacts/${await person("Somerville")}`));
    await page.getByRole("button", { name: "Log", exact: true }).click();
    await page.getByRole("menuitem", { name: action }).click();
    const drawer = page.getByRole("dialog", { name: `New ${type}` });
    await drawer.getByLabel(field).fill("Roof");
    await page.keyboard.press("Control+Enter");
    await drawer.waitFor({ state: "detached" });
    const item = timeline(page).getByRole("listitem").filter({ hasText: line });
    await item.getByRole("link", { name: "Roof" }).click();
    await page.getByRole("heading", { name: "Roof", level: 1 }).waitFor();
    await page
      .getByRole("navigation")
      .getByRole("link", { name: `${type}s`, exact: false })
      .waitFor();
  });

  it("shows activities of an own type with their icon, and alone if chosen", async () => {
    const page = await app.open(app.at("/schema/contacts?add=type"), { role: "admin" });
    const form = page.getByRole("dialog", { name: "New object type" });
    await form.getByRole("textbox", { name: "Label", exact: true }).fill("Visit");
    await form.getByRole("radio", { name: "Home" }).check();
    await form.getByRole("switch", { name: "Show in timelines" }).check();
    await form.getByRole("button", { name: "Create type" }).click();
    await page.waitForURL(`**${app.at("/schema/visits")}`);
    const id = await person("Noether");
    await visit(page, app, `/contacts/${id}`);
    await page.getByRole("button", { name: "Log", exact: true }).click();
    await page.getByRole("menuitem", { name: "Log a visit" }).click();
    const drawer = page.getByRole("dialog", { name: "New visit" });
    await drawer.getByRole("textbox", { name: "Name" }).fill("Roof");
    await drawer.getByRole("textbox", { name: "Text" }).fill("It **leaks**.");
    await drawer.getByRole("button", { name: "Bold" }).waitFor();
    await page.keyboard.press("Control+Enter");
    await drawer.waitFor({ state: "detached" });
    const item = timeline(page).getByRole("listitem").filter({ hasText: "Visit: Roof" });
    await item.locator("strong", { hasText: "leaks" }).waitFor();
    await item.locator(".tabler-icon-home-2").waitFor();
    expect(await timeline(page).getByText("associated it with").count()).toBe(0);
    await page.getByRole("combobox", { name: "Show in the timeline" }).click();
    await page.getByRole("option", { name: "Visits" }).click();
    await timeline(page).getByText("created the record").waitFor({ state: "detached" });
    await item.waitFor();
    await page.getByRole("combobox", { name: "Show in the timeline" }).click();
    await page.getByRole("option", { name: "Calls" }).click();
    await timeline(page).getByText("This record has no calls.").waitFor();
  });

  it("adds a task with an owner, and ticks it", async () => {
    const id = await person("Babbage");
    const page = await app.open(app.at(`/contacts/${id}`));
    await page.getByRole("button", { name: "Add a task" }).click();
    const drawer = page.getByRole("dialog", { name: "New task" });
    await drawer.getByRole("textbox", { name: "Name" }).fill("Send the offer");
    await drawer.getByLabel("Due").fill("2020-06-01");
    const status = drawer.getByRole("combobox", { name: "Status" });
    expect(await status.inputValue()).toBe("Open");
    await expect
      .poll(() => drawer.getByRole("combobox", { name: "Owner" }).inputValue())
      .toMatch(/^owner\S+@example\.com$/);
    await drawer.getByRole("button", { name: "Create task" }).click();
    await openTasks(page)
      .getByText(/^Overdue: 1 Jun 2020$/)
      .waitFor();
    await openTasks(page)
      .getByRole("checkbox", { name: "Mark Send the offer as done" })
      .press("Space");
    await openTasks(page).getByText("No open tasks.").waitFor();
    await timeline(page).getByText("Done:").waitFor();
    await page.getByRole("button", { name: "Undo" }).click();
    await openTasks(page).getByRole("link", { name: "Send the offer" }).click();
    await page.getByRole("heading", { level: 1, name: "Send the offer" }).waitFor();
    const taskId = Number(new URL(page.url()).pathname.split("/").at(-1));
    expect(await read(app, "task", taskId)).toMatchObject({ status: "open" });
    const done = page.getByRole("button", { name: "Mark as done" });
    await done.click();
    await page.getByText("Done: Send the offer").waitFor();
    await done.waitFor({ state: "detached" });
    expect(await read(app, "task", taskId)).toMatchObject({ status: "done" });
  });

  it("shows one kind of items, keeps it in the URL, and says when there are none", async () => {
    const id = await make(app, "deal", { name: "Engine" });
    const page = await app.open(app.at(`/deals/${id}`));
    await timeline(page).getByText("created the record").waitFor();
    await page.getByRole("button", { name: "Won" }).click();
    await timeline(page).getByText("changed Stage").waitFor();
    await page.getByRole("combobox", { name: "Show in the timeline" }).click();
    await page.getByRole("option", { name: "Stages" }).click();
    await timeline(page).getByText("created the record").waitFor({ state: "detached" });
    await page.waitForURL(/kind=stage/);
    await visit(page, app, `/deals/${id}?kind=note`);
    await timeline(page).getByText("This record has no notes.").waitFor();
  });

  it("asks before a note that is not saved is lost, and refuses one without a text", async () => {
    const id = await person("Hopper");
    const page = await app.open(app.at(`/contacts/${id}?form=note`));
    const drawer = page.getByRole("dialog", { name: "New note" });
    await drawer.getByRole("button", { name: "Create note" }).click();
    await drawer.locator(".mantine-InputWrapper-error", { hasText: "Required" }).waitFor();
    await drawer.getByRole("textbox", { name: "Text" }).fill("Not yet");
    await page.keyboard.press("Escape");
    await page.getByRole("dialog", { name: "Discard what you typed?" }).waitFor();
  });

  it("is read-only for a read-only admin, and fits a narrow screen", async () => {
    const id = await person("Turing");
    const context = { viewport: { width: 390, height: 900 }, hasTouch: true };
    const page = await app.open(app.at(`/contacts/${id}`), { role: "read-only", context });
    await openTasks(page).getByText("No open tasks.").waitFor();
    expect(await page.getByRole("button", { name: /Write a note|Add a task/ }).count()).toBe(0);
    await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
  });

  it("shows on Home what is due for the admin, and ticks it there", async () => {
    const contact = await person("Johnson");
    const page = await app.open(app.at(""));
    const panel = page.getByRole("region", { name: "My tasks due" });
    await panel.getByText("Nothing is due this week.").waitFor();
    const { email } = await page.evaluate(async () => {
      const answer = await fetch("/trpc/admin.me", { headers: { "x-rapport-admin": "1" } });
      return ((await answer.json()) as { result: { data: { email: string } } }).result.data;
    });
    const due = (ms: number) => new Date(Date.now() + ms).toISOString();
    const late = await make(app, "task", { name: "Late", due_at: due(-HOUR), owner_id: email });
    const [task, johnson] = [
      { type: "task", id: late },
      { type: "contact", id: contact },
    ] as const;
    await addAssociation({ deps: app.deps, principal: principalOf(app) }, task, johnson);
    await make(app, "task", { name: "Next month", due_at: due(750 * HOUR), owner_id: email });
    await make(app, "task", { name: "Theirs", due_at: due(-HOUR), owner_id: "Grace" });
    await page.reload();
    const overdue = panel.getByRole("region", { name: "Overdue" });
    await overdue.getByRole("link", { name: "Late" }).waitFor();
    await expect.poll(() => panel.getByRole("listitem").count()).toBe(1);
    await expect.poll(() => panel.getByText(email).count()).toBe(0);
    const about = overdue.getByRole("link", { name: "Johnson" });
    expect(await about.getAttribute("href")).toBe(app.at(`/contacts/${contact}`));
    await overdue.getByRole("checkbox", { name: "Mark Late as done" }).click();
    await panel.getByText("Nothing is due this week.").waitFor();
    await panel.getByRole("link", { name: "All my open tasks" }).click();
    await page.waitForURL(/\/tasks\?/);
    await page.getByRole("link", { name: "Next month" }).waitFor();
    await expect.poll(() => page.getByRole("link", { name: "Theirs" }).count()).toBe(0);
  });
});
