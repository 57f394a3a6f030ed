import type { BrowserContextOptions, Locator, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Installation, startInstallation } from "./support/installation.ts";
import { read } from "./support/records.ts";

describe("the board", () => {
  let app: Installation;
  let other: Page;
  beforeAll(async () => {
    app = await startInstallation();
    other = await app.open(null);
  });
  afterAll(() => app[Symbol.asyncDispose]());

  /** Changes a record as another admin. */
  async function call(procedure: string, input: object) {
    const answer = await other.request.post(`${app.adminUrl}/trpc/admin.${procedure}`, {
      data: { projectId: app.projectId, ...input },
      headers: { "x-rapport-admin": "1" },
    });
    expect(answer.status()).toBe(200);
    return (await answer.json()).result.data;
  }

  async function makeDeal(deal: object): Promise<string> {
    const json = { amount: 10, currency: "EUR", ...deal };
    const answer = await app.workspace("POST", "/v1/deals", json);
    expect(answer.status).toBe(201);
    return (await answer.json()).data.id;
  }

  async function stageOf(id: string): Promise<string> {
    return (await (await app.workspace("GET", `/v1/deals/${id}`)).json()).data.stage;
  }

  const open = async (options: Parameters<Installation["open"]>[1] = {}) => {
    const page = await app.open(app.at("/deals/board"), { role: "admin", ...options });
    await column(page, "New").waitFor();
    return page;
  };

  it("moves a deal and its amount with the mouse, visible in the Workspace API", async () => {
    const id = await makeDeal({ name: "Organ repair", amount: 1250.5, currency: "GBP" });
    const page = await open();
    const [from, to] = [column(page, "New"), column(page, "Proposal")];
    await from.getByText("GBP 1,250.50").first().waitFor();
    const release = await hold(page, "admin.records.set");
    await drag(page, card(from, "Organ repair"), to);
    await card(to, "Organ repair").waitFor();
    await to.getByText("1 in this stage").waitFor();
    await expect.poll(() => to.getByText("GBP 1,250.50").count()).toBe(3);
    await expect.poll(() => from.getByText("GBP").count()).toBe(0);
    await expect.poll(() => stageOf(id)).toBe("new");
    release();
    await expect.poll(() => stageOf(id)).toBe("proposal");
    await page.reload();
    await card(to, "Organ repair").getByRole("link").click();
    await page.waitForURL(`**${app.at(`/deals/${id}`)}`);
  });

  it("moves a deal by keyboard, announces it, and keeps the focus on it", async () => {
    const id = await makeDeal({ name: "Bell tower" });
    const page = await open();
    const grip = page.getByRole("button", { name: "Drag Bell tower" });
    await grip.focus();
    const menu = page.getByRole("button", { name: "Move Bell tower to another stage" });
    const level = (of: Locator) => of.evaluate((one) => Number(getComputedStyle(one).zIndex));
    // The menu would cover the ring around it.
    expect(await level(grip)).toBeGreaterThan(await level(menu));
    await pickUp(page);
    await page.getByText("Bell tower is over New.").waitFor({ state: "attached" });
    await page.keyboard.press("ArrowRight");
    await page.getByText("Bell tower is over Qualified.").waitFor({ state: "attached" });
    await page.keyboard.press("Escape");
    await page.getByText("Cancelled. Bell tower stays in New.").waitFor({ state: "attached" });
    await pickUp(page);
    for (const stage of ["Qualified", "Proposal", "Negotiation", "Won", "Lost"]) {
      await page.keyboard.press("ArrowRight");
      await page.getByText(`Bell tower is over ${stage}.`).waitFor({ state: "attached" });
    }
    await page.keyboard.press("ArrowLeft");
    await page.getByText("Bell tower is over Won.").waitFor({ state: "attached" });
    await page.keyboard.press("Space");
    await page.getByRole("status").getByText("Moved Bell tower from New to Won.").waitFor();
    await card(column(page, "Won"), "Bell tower").waitFor();
    await expect.poll(() => stageOf(id)).toBe("won");
    await expect.poll(() => focused(page)).toBe("Drag Bell tower");
  });

  it("is reached card by card with Tab, and within a card with the arrow keys", async () => {
    await makeDeal({ name: "Aqueduct" });
    await makeDeal({ name: "Bridge" });
    const page = await open();
    const press = async (key: string, expected: string) => {
      await page.keyboard.press(key);
      await expect.poll(() => focused(page)).toBe(expected);
    };
    await page.getByRole("link", { name: "Bridge" }).focus();
    await press("ArrowRight", "Drag Bridge");
    await press("ArrowRight", "Move Bridge to another stage");
    await press("Shift+Tab", "Bridge");
    await press("ArrowDown", "Aqueduct");
    await press("ArrowUp", "Bridge");
    await press("Tab", "Aqueduct");
    await press("ArrowRight", "Drag Aqueduct");
    await press("ArrowLeft", "Aqueduct");
  });

  it("moves a deal from its menu by keyboard", async () => {
    const id = await makeDeal({ name: "Clockwork" });
    const page = await open();
    const menu = page.getByRole("button", { name: "Move Clockwork to another stage" });
    await menu.focus();
    await page.keyboard.press("Enter");
    await page.getByRole("menuitem", { name: "Qualified" }).and(page.locator(":focus")).waitFor();
    await expect.poll(() => page.getByRole("menuitem", { name: "New" }).count()).toBe(0);
    await page.keyboard.press("p");
    await page.keyboard.press("Enter");
    await card(column(page, "Proposal"), "Clockwork").waitFor();
    await expect.poll(() => stageOf(id)).toBe("proposal");
    await expect.poll(() => focused(page)).toBe("Move Clockwork to another stage");
  });

  it("offers to undo a move by drag or menu, with the close date that the move set", async () => {
    const id = await makeDeal({ name: "Cornerstone", amount: 21, currency: "NOK" });
    const page = await open();
    const [from, to] = [column(page, "New"), column(page, "Won")];
    await drag(page, card(from, "Cornerstone"), to);
    const notice = page.getByRole("alert").filter({ hasText: "Moved Cornerstone to Won." });
    await notice.waitFor();
    await expect.poll(() => read(app, "deal", Number(id))).toHaveProperty("closeDate");
    const release = await hold(page, "admin.records.update");
    await notice.getByRole("button", { name: "Undo" }).click();
    await card(from, "Cornerstone").waitFor();
    await expect.poll(() => to.getByText("NOK").count()).toBe(0);
    release();
    await notice.waitFor({ state: "hidden" });
    await expect.poll(() => stageOf(id)).toBe("new");
    expect(await read(app, "deal", Number(id))).not.toHaveProperty("closeDate");
    await choose(page, "Cornerstone", "Proposal");
    await choose(page, "Cornerstone", "Qualified");
    const second = page.getByRole("alert").filter({ hasText: "Moved Cornerstone to Qualified." });
    await second.getByRole("button", { name: "Undo" }).click();
    await card(column(page, "Proposal"), "Cornerstone").waitFor();
    await expect.poll(() => stageOf(id)).toBe("proposal");
    expect(await page.getByText("Moved Cornerstone to Proposal.").count()).toBe(0);
  });

  it("moves a card back if the server cannot be reached, and says why", async () => {
    const id = await makeDeal({ name: "Drawbridge", amount: 7, currency: "CHF" });
    const page = await open();
    await page.route("**/trpc/admin.records.set**", (route) => route.abort());
    await choose(page, "Drawbridge", "Won");
    await page.getByText("Drawbridge was not moved").waitFor();
    await page.getByText("The server cannot be reached.").waitFor();
    await card(column(page, "New"), "Drawbridge").waitFor();
    await expect.poll(() => column(page, "Won").getByText("CHF").count()).toBe(0);
    await expect.poll(() => focused(page)).toBe("Move Drawbridge to another stage");
    await expect.poll(() => stageOf(id)).toBe("new");
  });

  it("removes a card that another admin has deleted, and says why", async () => {
    const id = await makeDeal({ name: "Echo chamber", amount: 3, currency: "SEK" });
    const page = await open();
    await card(column(page, "New"), "Echo chamber").waitFor();
    // A card that is dragged stays, though the page learns that it is gone.
    const removed = () => call("records.delete", { type: "deal", id: Number(id) });
    const [from, to] = [card(column(page, "New"), "Echo chamber"), column(page, "Qualified")];
    await drag(page, from, to, removed);
    await page.getByText("Echo chamber was not moved").waitFor();
    await page.getByText(/not found|no deal/i).waitFor();
    await card(column(page, "New"), "Echo chamber").waitFor({ state: "detached" });
    await expect.poll(() => page.getByText("SEK").count()).toBe(0);
  });

  it("shows a read-only admin cards that cannot be moved", async () => {
    const id = await makeDeal({ name: "Fresco" });
    const page = await open({ role: "read-only" });
    await page.getByText("Your role is read-only").waitFor();
    const fresco = card(column(page, "New"), "Fresco");
    await expect.poll(() => fresco.getByRole("button").count()).toBe(0);
    await drag(page, fresco, column(page, "Qualified"));
    await fresco.waitFor();
    await expect.poll(() => stageOf(id)).toBe("new");
  });

  it("switches pipelines in the URL, and offers the default one for an unknown pipeline", async () => {
    const stages = [
      { label: "Met", probability: 0.5 },
      { label: "Signed", probability: 1, closed: true },
    ];
    await call("schema.savePipeline", { type: "deal", pipeline: { label: "Partners", stages } });
    const page = await open();
    await page.getByRole("combobox", { name: "Pipeline" }).click();
    await page.getByRole("option", { name: "Partners" }).click();
    await page.waitForURL(/\?pipeline=partners$/);
    await column(page, "Signed").getByText("Closed").waitFor();
    await page.getByText("No deals in this pipeline yet.").waitFor();
    await page.reload();
    await column(page, "Met").waitFor();
    await page.goBack();
    await column(page, "New").waitFor();
    await page.goto(`${app.adminUrl}${app.at("/deals/board?pipeline=nowhere")}`);
    await page.getByRole("alert").getByText("There is no pipeline").waitFor();
    await page.getByRole("link", { name: "Open the default pipeline" }).click();
    await column(page, "New").waitFor();
  });

  it("loads more of a long column, and keeps it after a move", async () => {
    for (let i = 1; i <= 35; i++) {
      const properties = [{ internal_name: "name", value: `Lead ${i} of many` }];
      await call("records.create", { type: "lead", properties });
    }
    const page = await app.open(app.at("/leads/board"), { role: "admin" });
    const first = page.getByRole("region", { name: "Leads by stage" }).getByRole("region").first();
    await first.getByText("35 in this stage").waitFor();
    await expect.poll(() => first.getByRole("listitem").count()).toBe(30);
    await first.getByRole("button", { name: "Show more" }).click();
    await card(first, "Lead 1 of many").waitFor();
    await expect.poll(() => first.getByRole("listitem").count()).toBe(35);
    const read = page.waitForResponse(/admin\.board\.read/);
    await page.getByRole("button", { name: "Move Lead 2 of many to another stage" }).click();
    await page.getByRole("menuitem").first().click();
    await read;
    await first.getByText("34 in this stage").waitFor();
    await card(first, "Lead 1 of many").waitFor();
    await expect.poll(() => first.getByRole("listitem").count()).toBe(34);
  });

  it("says that types without pipelines have no board", async () => {
    const page = await app.open(app.at("/contacts/board"));
    await page.getByText("Contacts have no board").waitFor();
    await page.getByRole("link", { name: "Open the table of contacts" }).click();
    await page.waitForURL(`**${app.at("/contacts")}`);
  });

  it("moves a deal by touch on a narrow screen", async () => {
    const id = await makeDeal({ name: "Gargoyle" });
    const page = await open({ context: { ...NARROW, hasTouch: true, isMobile: true } });
    const stage = await dragByFinger(page, "Gargoyle");
    expect(stage).not.toBe("New");
    await card(column(page, stage), "Gargoyle").waitFor();
    await expect.poll(() => stageOf(id)).toBe(stage.toLowerCase());
  });

  it("creates a deal in the stage whose head has the button, by keyboard and by touch", async () => {
    const page = await open();
    const add = page.getByRole("button", { name: "Create deal in Negotiation" });
    await add.press("Enter");
    const form = page.getByRole("dialog", { name: "New deal" });
    await form.getByRole("textbox", { name: "Name" }).fill("Pilaster");
    await form.getByRole("button", { name: "Create deal" }).click();
    await card(column(page, "Negotiation"), "Pilaster").waitFor();
    await page.getByRole("button", { name: "Create deal", exact: true }).click();
    await expect.poll(() => form.getByRole("combobox", { name: "Stage" }).inputValue()).toBe("New");
    const phone = await open({ context: { ...NARROW, hasTouch: true, isMobile: true } });
    const button = phone.getByRole("button", { name: "Create deal in Proposal" });
    const stage = phone.getByRole("dialog").getByRole("combobox", { name: "Stage" });
    // The board may still move. The middle of the button is 22 px from the ends of what a thumb can press.
    await expect
      .poll(async () => {
        if (await stage.isVisible()) return true;
        await button.scrollIntoViewIfNeeded();
        const box = await button.boundingBox();
        if (box === null) return false;
        await phone.touchscreen.tap(box.x + box.width / 2, box.y + box.height / 2 + 20);
        return stage.isVisible();
      })
      .toBe(true);
    await expect.poll(() => stage.inputValue()).toBe("Proposal");
    await phone.context().close();
  });

  it("keeps a stage in view that collapses on a narrow screen", async () => {
    const page = await open({ context: NARROW });
    await page.getByRole("button", { name: "Collapse New" }).click();
    const expand = page.getByRole("button", { name: "Expand New" }).and(page.locator(":focus"));
    await expand.waitFor();
    await inView(page);
    expect((await expand.boundingBox())?.x).toBeGreaterThan(0);
    await page.context().close();
  });

  it("fits a narrow screen", async () => {
    await makeDeal({ name: "Hinge" });
    const page = await open();
    await page.setViewportSize({ width: 390, height: 844 });
    await page.getByRole("button", { name: "Move Hinge to another stage" }).first().click();
    await page.getByRole("menuitem", { name: "Won" }).waitFor();
    await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
  });
});

const NARROW: BrowserContextOptions = { viewport: { width: 390, height: 844 } };

function column(page: Page, label: string): Locator {
  return page.getByRole("region", { name: label, exact: true });
}

function card(within: Locator, name: string): Locator {
  return within
    .getByRole("listitem")
    .filter({ has: within.page().getByRole("link", { name, exact: true }) });
}

async function choose(page: Page, name: string, stage: string): Promise<void> {
  await page.getByRole("button", { name: `Move ${name} to another stage` }).click();
  await page.getByRole("menuitem", { name: stage }).click();
}

/** Delays a procedure's requests until the returned function is called. */
async function hold(page: Page, procedure: string): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  await page.route(`**/trpc/${procedure}**`, async (route) => {
    await promise;
    await route.continue();
  });
  return resolve;
}

async function pickUp(page: Page): Promise<void> {
  await page.keyboard.press("Space");
  // A lifted card handles keys only after the next timer.
  await page.evaluate(() => new Promise((resolve) => setTimeout(resolve)));
}

async function focused(page: Page): Promise<string | null> {
  return page.evaluate(() => {
    const { activeElement: element } = document;
    return (
      element?.getAttribute("aria-label") ?? (element?.tagName === "A" ? element.textContent : null)
    );
  });
}

/** @param meanwhile called while the card is held */
async function drag(
  page: Page,
  from: Locator,
  to: Locator,
  meanwhile?: () => Promise<unknown>,
): Promise<void> {
  const [start, end] = [await from.boundingBox(), await to.boundingBox()];
  if (start === null || end === null) throw new Error("nothing to drag, or nowhere to");
  await page.mouse.move(start.x + 20, start.y + 20);
  await page.mouse.down();
  await page.mouse.move(start.x + 40, start.y + 30, { steps: 4 });
  await meanwhile?.();
  await page.mouse.move(end.x + end.width / 2, end.y + 200, { steps: 10 });
  await page.mouse.up();
}

/**
 * A long press, then to the right edge of the screen, where the board scrolls on until the finger is back in
 * the middle. How far it scrolls depends on the machine, so the function returns the stage under the card.
 */
async function dragByFinger(page: Page, name: string): Promise<string> {
  const start = await card(column(page, "New"), name).boundingBox();
  if (start === null) throw new Error("nothing to drag");
  const touch = await page.context().newCDPSession(page);
  const send = (type: "touchStart" | "touchMove" | "touchEnd", ...xs: number[]) =>
    touch.send("Input.dispatchTouchEvent", {
      type,
      touchPoints: xs.map((x) => ({ x, y: start.y + 20 })),
    });
  await send("touchStart", 60);
  await page.getByText(`${name} is over New.`).waitFor({ state: "attached" });
  for (let x = 80; x <= 380; x += 20) await send("touchMove", x);
  await expect
    .poll(async () => (await column(page, "Qualified").boundingBox())?.x)
    .toBeLessThan(150);
  await send("touchMove", 195);
  const { label, x } = await inView(page);
  await send("touchMove", x);
  await page.getByText(`${name} is over ${label}.`).waitFor({ state: "attached" });
  await send("touchEnd");
  return label;
}

/** Returns the most visible column of a narrow board after it stops scrolling, and a point in it. */
async function inView(page: Page): Promise<{ label: string; x: number }> {
  const board = page.getByRole("region", { name: "Deals by stage" });
  const scrolled = () => board.evaluate((frame) => frame.scrollLeft);
  let last = Number.NaN;
  await expect
    .poll(async () => {
      const before = last;
      last = await scrolled();
      return last - before;
    })
    .toBe(0);
  return board.getByRole("region").evaluateAll((columns) => {
    const shown = columns.map((element) => {
      const { left, right } = element.getBoundingClientRect();
      const [from, to] = [Math.max(left, 0), Math.min(right, innerWidth)];
      const x = Math.min(Math.max((from + to) / 2, 110), 280);
      return { label: element.getAttribute("aria-label") ?? "", width: to - from, x };
    });
    return shown.reduce((one, other) => (other.width > one.width ? other : one));
  });
}
