import type { Page } from "playwright-core";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { type Installation, startInstallation } from "./support/installation.ts";
import { visit } from "./support/navigation.ts";
import { setHidden } from "./support/visibility.ts";

/** As the page saves deals whose stage is new. */
const VIEW = {
  type: "deal",
  name: "Team",
  isShared: true,
  content: {
    layout: "table",
    groups: [[{ property: "stage", operator: "in", values: ["new"] }]],
    sort: null,
    columns: null,
    board: { pipeline: null, collapsed: [], cards: null },
  },
};

describe("a shared view that another admin has open", () => {
  let app: Installation;
  /** Of the admin who changes the view, and of the one who has it open. */
  let changer: Page;
  let reader: Page;
  /** Path of the view in the project, with deals whose stage is new. */
  let path: string;
  beforeAll(async () => {
    app = await startInstallation({ demo: true });
  });
  afterAll(() => app[Symbol.asyncDispose]());

  beforeEach(async () => {
    changer = await app.open(null);
    reader = await app.open(null);
    const made = await changer.request.post(`${app.adminUrl}/trpc/admin.views.create`, {
      data: { projectId: app.projectId, ...VIEW },
      headers: { "x-rapport-admin": "1" },
    });
    path = `/deals?view=${(await made.json()).result.data.id}`;
    const stream = reader.waitForResponse((response) => response.url().includes("/live/"));
    await Promise.all([changer, reader].map((page) => page.goto(app.adminUrl + app.at(path))));
    await stream;
    for (const page of [changer, reader]) await filter(page, "New").waitFor();
    return async () => {
      for (const page of [changer, reader]) await page.goto("about:blank");
      await app.deps.db.kysely.deleteFrom("views").execute();
    };
  });

  const filter = (page: Page, stage: string) =>
    page.getByRole("button", { name: `Change filter: Stage is ${stage}` });

  /** Saves the view with other parameters. */
  async function save(params: string): Promise<void> {
    await visit(changer, app, `${path}&${params}`);
    await changer.getByRole("button", { name: "Save", exact: true }).click();
    await changer.getByText("Saved the view Team.").waitFor();
  }

  async function act(item: string): Promise<void> {
    await changer.getByRole("button", { name: "Actions for the view Team" }).click();
    await changer.getByRole("menuitem", { name: item }).click();
  }

  it("is shown as it was saved, and the page says so", async () => {
    await save("filter=stage.in.won");
    await filter(reader, "Won").waitFor();
    await reader.getByText("Someone saved the view Team.").waitFor();
    expect(await changer.getByText("Someone saved the view").count()).toBe(0);
  });

  it("is shown as a board once it was saved as one", async () => {
    await changer.getByRole("link", { name: "Board" }).click();
    await changer.getByRole("button", { name: "Save", exact: true }).click();
    await reader.waitForURL(/\/deals\/board\?view=/);
    await reader.getByText("Someone saved the view Team.").waitFor();
  });

  it("keeps the reader's changes until they are reset", async () => {
    await reader.getByRole("button", { name: "Amount", exact: true }).click();
    await reader.getByRole("button", { name: "Reset" }).waitFor();
    await save("sort=-name&columns=stage,amount");
    const note = reader.getByRole("alert").filter({ hasText: "Someone saved this view after you" });
    await note.waitFor();
    const sorted = (column: string, order: string) =>
      reader
        .getByRole("columnheader", { name: column })
        .and(reader.locator(`[aria-sort=${order}]`));
    await sorted("Amount", "ascending").waitFor();
    await reader.getByRole("button", { name: "Reset" }).click();
    await note.waitFor({ state: "detached" });
    await sorted("Deal", "descending").waitFor();
  });

  it("stays while rows are selected, so that a bulk change gets no others", async () => {
    await reader.getByRole("checkbox", { name: /^Select all/ }).check();
    const selection = reader.getByRole("region", { name: "Selection" });
    await selection.waitFor();
    await save("filter=stage.in.won");
    await act("Rename");
    const dialog = changer.getByRole("dialog", { name: "Rename view" });
    await dialog.getByLabel("Name").fill("Renamed");
    await dialog.getByRole("button", { name: "Rename" }).click();
    await dialog.waitFor({ state: "detached" });
    await reader.getByRole("button", { name: "Delete", exact: true }).click();
    await reader.getByRole("dialog", { name: /^Delete deals/ }).waitFor();
    expect(await filter(reader, "New").count()).toBe(1);
    await reader.keyboard.press("Escape");
    await reader.getByRole("button", { name: "Clear selection" }).click();
    await filter(reader, "Won").waitFor();
    await reader.getByRole("link", { name: "Renamed" }).waitFor();
  });

  it("stays while rows are selected when the reader returns to the page", async () => {
    await reader.getByRole("checkbox", { name: /^Select all/ }).check();
    await setHidden(reader, true);
    await save("filter=stage.in.won");
    const refetched = reader.waitForResponse((response) => response.url().includes("/trpc/"));
    await setHidden(reader, false);
    await refetched;
    await reader.waitForLoadState("networkidle");
    expect(await filter(reader, "New").count()).toBe(1);
    await reader.getByRole("button", { name: "Clear selection" }).click();
    await filter(reader, "Won").waitFor();
  });

  it.each(["Delete", "Make private"])("leaves its filters and says so after “%s”", async (item) => {
    await act(item);
    if (item === "Delete") await changer.getByRole("button", { name: "Delete view" }).click();
    const note = reader
      .getByRole("alert")
      .filter({ hasText: "“Team” was deleted or made private" });
    await note.waitFor();
    await filter(reader, "New").waitFor();
    expect(new URL(reader.url()).search).toBe("?filter=stage.in.new");
    expect(await changer.getByText("was deleted or made private").count()).toBe(0);
    await note.getByRole("button", { name: "Show all deals" }).click();
    await note.waitFor({ state: "detached" });
    await filter(reader, "New").waitFor({ state: "detached" });
  });

  it("can be made private to its maker by another admin, who is told that it is not theirs", async () => {
    await reader.getByRole("button", { name: "Actions for the view Team" }).click();
    await reader.getByRole("menuitem", { name: "Make private" }).click();
    await reader.getByText("Only the admin who created the view Team can open it now.").waitFor();
    await changer.getByRole("link", { name: "Team private" }).waitFor();
  });
});
