import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { hasFocus } from "./support/focus.ts";
import { type Installation, startInstallation } from "./support/installation.ts";
import { visit } from "./support/navigation.ts";
import { EVENTUALLY, publicApi } from "./support/public-api.ts";

describe("the pipelines of the schema", () => {
  let app: Installation;
  let api: Awaited<ReturnType<typeof publicApi>>;
  beforeAll(async () => {
    app = await startInstallation();
    api = await publicApi(app);
  });
  afterAll(() => app[Symbol.asyncDispose]());

  const open = (path: string, role?: "admin" | "read-only") =>
    app.open(app.at(path), role === undefined ? {} : { role });

  it("adds a stage with a probability in percent, and deals can move there", async () => {
    const page = await open("/schema/deals");
    await page.getByRole("link", { name: "Pipelines and stages" }).click();
    await page.getByRole("button", { name: "Add stage to Sales pipeline" }).click();
    const form = page.getByRole("dialog", { name: "New stage in Sales pipeline" });
    await form.getByLabel("Label").fill("Legal review");
    await form.getByLabel("Probability in percent").fill("120");
    await form.getByRole("button", { name: "Add stage" }).click();
    await form.getByText("Enter a number from 0 to 100").waitFor();
    await hasFocus(form.getByLabel("Probability in percent"));
    await form.getByLabel("Probability in percent").fill("87.5");
    await page.keyboard.press("Enter");
    await form.waitFor({ state: "hidden" });
    const row = page.getByRole("listitem").filter({ hasText: "Legal review" });
    await row.getByText("87.5%").waitFor();
    const deal = await api.made("deals", { name: "Big one" });
    const move = async () => (await api.set("deals", deal, "stage", "legal_review")).status;
    await expect.poll(move, EVENTUALLY).toBe(200);
    await expect
      .poll(() => api.read("deals", deal))
      .toMatchObject({
        stage: "legal_review",
        probability: "0.875",
      });
  });

  it("reorders stages by keyboard and by dragging", async () => {
    const page = await open("/schema/tickets?part=pipelines");
    const stages = page.getByRole("list", { name: "Stages of Support pipeline" });
    const order = () => stages.getByRole("link").allTextContents();
    const up = stages.getByRole("button", { name: "Move Closed up" });
    await up.focus();
    await page.keyboard.press("Enter");
    await expect.poll(order).toEqual(["New", "Waiting on contact", "Closed", "Waiting on us"]);
    await page.getByText("Closed is now stage 3 of 4").waitFor();
    await hasFocus(up);
    await page.keyboard.press("Enter");
    await expect.poll(order).toEqual(["New", "Closed", "Waiting on contact", "Waiting on us"]);

    const rows = stages.getByRole("listitem");
    const [from, to] = await Promise.all([rows.nth(0).boundingBox(), rows.nth(3).boundingBox()]);
    if (from === null || to === null) throw new Error("a row is not visible");
    await page.mouse.move(from.x + 20, from.y + from.height / 2);
    await page.mouse.down();
    await page.mouse.move(from.x + 20, to.y + to.height / 2, { steps: 8 });
    await page.mouse.up();
    const after = ["Closed", "Waiting on contact", "Waiting on us", "New"];
    await expect.poll(order).toEqual(after);
    await page.waitForLoadState("networkidle");
    await page.reload();
    await stages.waitFor();
    await expect.poll(() => order()).toEqual(after);
    const ticket = async () => {
      const id = await api.made("tickets", { name: "First stage" });
      return (await api.read("tickets", id)).stage;
    };
    await expect.poll(ticket, EVENTUALLY).toBe("closed");
  });

  it("renames and closes a stage, and tickets that move there get a close date", async () => {
    const page = await open("/schema/tickets?part=pipelines");
    await page.getByRole("link", { name: "Waiting on us" }).click();
    const form = page.getByRole("dialog", { name: "Waiting on us" });
    await form.getByLabel("Label").fill("Solved");
    await form.getByRole("switch", { name: "Closed" }).check();
    await form.getByRole("button", { name: "Save" }).click();
    await form.waitFor({ state: "hidden" });
    const row = page.getByRole("listitem").filter({ hasText: "Solved" });
    await row.getByText("Closed", { exact: true }).waitFor();
    const closeDate = async () => {
      const ticket = await api.made("tickets", { name: "Lamp" });
      await api.set("tickets", ticket, "stage", "Solved");
      return (await api.read("tickets", ticket)).closeDate;
    };
    await expect.poll(closeDate, EVENTUALLY).toEqual(expect.stringMatching(/^\d{4}-/));
  });

  it("links to the records in a stage, and removes the stage once it is empty", async () => {
    const page = await open("/schema/appointments?part=pipelines");
    const visit = await api.made("appointments", { name: "Visit", stage: "confirmed" });
    const remove = page.getByRole("button", { name: "Remove Confirmed" });
    await remove.click();
    const dialog = page.getByRole("dialog", { name: "Confirmed is in use" });
    await dialog.getByText("1 record", { exact: true }).waitFor();
    await dialog.getByText("is in it").waitFor();
    const href = await dialog.getByRole("link", { name: "Show appointments" }).getAttribute("href");
    expect(decodeURIComponent(href ?? "")).toMatch(/\/appointments\?.*stage.*confirmed/);
    const { projectId } = app;
    const refused = await page.request.post(`${app.adminUrl}/trpc/admin.schema.removeStage`, {
      data: { projectId, type: "appointment", pipeline: "default", stage: "confirmed" },
      headers: { "x-rapport-admin": "1" },
    });
    expect(refused.status()).toBe(409);
    await dialog.getByRole("button", { name: "Close", exact: true }).last().click();
    await api.set("appointments", visit, "stage", "scheduled");
    await remove.click();
    await page.getByLabel("Type “Confirmed” to confirm").fill("Confirmed");
    await page.getByRole("button", { name: "Remove stage" }).click();
    await remove.waitFor({ state: "detached" });
    const unknown = async () => (await api.set("appointments", visit, "stage", "confirmed")).status;
    await expect.poll(unknown, EVENTUALLY).toBe(400);
  });

  it("adds a pipeline, moves it up and makes it the default", async () => {
    const page = await open("/schema/leads?part=pipelines");
    await page.getByRole("button", { name: "Add pipeline" }).click();
    await page.getByRole("dialog").getByLabel("Label").fill("Partners");
    await page.keyboard.press("Enter");
    const added = page.getByRole("region", { name: "Partners" });
    await added.waitFor();
    await page.getByRole("dialog").waitFor({ state: "hidden" });
    const { height } = page.viewportSize() ?? { height: 0 };
    expect((await added.boundingBox())?.y).toBeLessThan(height);
    await page.getByRole("button", { name: "Actions for Partners" }).click();
    await page.getByRole("menuitem", { name: "Move up" }).click();
    const titles = () => page.getByRole("heading", { level: 2 }).allTextContents();
    const shown = async () => (await titles()).filter((title) => /Partners|pipeline$/.test(title));
    await expect.poll(shown).toEqual(["Partners", "Lead pipeline"]);
    await page.getByRole("button", { name: "Actions for Partners" }).click();
    await page.getByRole("menuitem", { name: "Make default" }).click();
    await page.getByRole("region", { name: "Partners" }).getByText("Default").waitFor();
    const place = async () => {
      const properties = await api.read("leads", await api.made("leads", { name: "Lead" }));
      return properties.pipeline;
    };
    await expect.poll(place, EVENTUALLY).toBe("partners");
  });

  it("shows only the last notice of stages that are added one after another", async () => {
    const page = await open("/schema/tickets?part=pipelines");
    for (const label of ["Triage", "Waiting on parts"]) {
      await page.getByRole("button", { name: "Add stage to Support pipeline" }).click();
      await page.getByRole("dialog").getByLabel("Label").fill(label);
      await page.keyboard.press("Enter");
      await page.getByRole("dialog").waitFor({ state: "hidden" });
    }
    await page.getByRole("alert").filter({ hasText: "Waiting on parts added." }).waitFor();
    await page.getByText("Triage added.").waitFor({ state: "detached" });
  });

  it("adds a pipeline with all of its stages in one save", async () => {
    const page = await open("/schema/deals?part=pipelines");
    await page.getByRole("button", { name: "Add pipeline" }).click();
    const form = page.getByRole("dialog");
    await form.getByLabel("Label").fill("Renewals");
    const name = (at: number) => form.getByLabel(`Name of stage ${at}`);
    const percent = (at: number) => form.getByLabel(`Probability of stage ${at} in percent`);
    await name(1).fill("Due");
    await page.keyboard.press("Enter");
    await hasFocus(name(2));
    await page.keyboard.type("Offered");
    await form.getByRole("button", { name: "Add stage" }).click();
    await hasFocus(name(3));
    await page.keyboard.type("Agreed");
    const percents = async () => Promise.all([1, 2, 3, 4, 5].map((at) => percent(at).inputValue()));
    expect(await percents()).toEqual(["10", "35", "65", "100", "0"]);
    await percent(3).fill("300");
    await form.getByRole("button", { name: "Add pipeline" }).click();
    await form.getByText("Enter a number from 0 to 100").waitFor();
    await hasFocus(percent(3));
    await percent(3).fill("72.5");
    await name(5).fill("due");
    await form.getByRole("button", { name: "Add pipeline" }).click();
    await expect.poll(() => name(5).getAttribute("aria-invalid")).toBe("true");
    await hasFocus(name(5));
    await name(5).fill("Left");
    await form.getByRole("button", { name: "Add pipeline" }).click();
    await form.waitFor({ state: "hidden" });
    const stages = page.getByRole("list", { name: "Stages of Renewals" }).getByRole("listitem");
    await expect
      .poll(() => stages.getByRole("link").allTextContents())
      .toEqual(["Due", "Offered", "Agreed", "Won", "Left"]);
    expect(await stages.nth(2).textContent()).toMatch(/72\.5%/);
    expect(await stages.nth(4).textContent()).toMatch(/Closed.*0%/);

    await visit(page, app, "/deals");
    await page.getByRole("button", { name: "Filter", exact: true }).click();
    await page.getByRole("combobox", { name: "Property" }).fill("Stage");
    await page.getByRole("option", { name: "Stage", exact: true }).click();
    await page.getByRole("option", { name: "Proposal · Sales pipeline" }).waitFor();
    await page.getByRole("option", { name: "Agreed · Renewals" }).click();
    await page.keyboard.press("Escape");
    await page.getByRole("button", { name: "Add filter" }).click();
    await page.getByRole("button", { name: "Change filter: Stage is Agreed" }).waitFor();
  });
});
