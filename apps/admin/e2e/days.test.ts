import { saveProperty } from "@rapport/core";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Installation, startInstallation } from "./support/installation.ts";
import { visit } from "./support/navigation.ts";
import { emailOf, make, read, remove } from "./support/records.ts";

const DAY = "2026-11-01";
const DEALS = {
  Before: "2026-10-31",
  Early: "2026-10-31T11:00:00Z",
  Day: DAY,
  Afternoon: "2026-11-01T15:00:00Z",
  Night: "2026-11-02T03:00:00Z",
  Next: "2026-11-02",
} as const;
type Name = keyof typeof DEALS;

/**
 * Of each time zone: the deals of 1 November, its first and its last minute, and a time that is midnight in UTC. One zone is
 * behind UTC and has 25 hours on that day, one is ahead by five and a half hours, and one is ahead of all others.
 */
const ZONES: readonly (readonly [
  zone: string,
  deals: readonly Name[],
  first: string,
  last: string,
  midnight: string,
])[] = [
  [
    "America/New_York",
    ["Day", "Afternoon", "Night"],
    ...["2026-11-01T04:00:30Z", "2026-11-02T04:59:30Z", "19:00"],
  ],
  [
    "Asia/Kolkata",
    ["Day", "Afternoon"],
    ...["2026-10-31T18:30:30Z", "2026-11-01T18:29:30Z", "05:30"],
  ],
  [
    "Pacific/Kiritimati",
    ["Early", "Day"],
    ...["2026-10-31T10:00:30Z", "2026-11-01T09:59:30Z", "14:00"],
  ],
] as never;

let app: Installation;
const ids: Record<string, number> = {};
beforeAll(async () => {
  app = await startInstallation();
  for (const [name, closeDate] of Object.entries(DEALS)) {
    ids[name] = await make(app, "deal", { name, closeDate });
  }
});
afterAll(() => app[Symbol.asyncDispose]());

describe.each(ZONES)("a day without a time in %s", (timezoneId, deals, first, last, midnight) => {
  let page: Page;
  let email: string;
  beforeAll(async () => {
    page = await app.open(app.at("/deals"), { context: { timezoneId } });
    email = await emailOf(page);
  });
  afterAll(() => page.context().close());

  const open = (path: string) => visit(page, app, path);
  /** Opens a path at another time, without what the app has read before. */
  const openAt = async (now: string, path: string) => {
    await page.clock.setFixedTime(now);
    await page.goto(app.adminUrl + app.at(path));
  };
  /** What two zones prove: one behind UTC and one ahead of it. */
  const inTwoZones = it.runIf(timezoneId !== "Asia/Kolkata");
  const rows = () =>
    page.locator("tbody").getByRole("rowheader").getByRole("link").allTextContents();

  inTwoZones("is shown as that day, without a clock", async () => {
    await open("/deals?columns=closeDate");
    const day = page.getByRole("row", { name: "Day" }).getByText(/^1 Nov( 2026)?$/);
    expect(await day.getAttribute("title")).toBe("1 Nov 2026");
    await open("/deals/board?cards=closeDate");
    const card = page.getByRole("listitem").filter({ hasText: "Day" });
    await card.getByText(/^1 Nov( 2026)?$/).waitFor();
    await open(`/deals/${ids.Day}`);
    await page.getByRole("button", { name: "Edit Close date: 1 Nov 2026", exact: true }).waitFor();
  });

  inTwoZones(
    "is short in a table beside moments, whose day and time are the reader's and whose seconds are on hover",
    async () => {
      const at = { now: new Date().toISOString(), past: "2019-11-03T03:00:00Z" };
      const format = (options: Intl.DateTimeFormatOptions, of: string) =>
        new Intl.DateTimeFormat("en-GB", { ...options, timeZone: timezoneId }).format(new Date(of));
      await saveProperty(app.deps, app.projectId, "lead", {
        ...{ name: "seen", label: "Seen", type: "datetime" },
      });
      await saveProperty(app.deps, app.projectId, "lead", {
        ...{ name: "born", label: "Born", type: "date" },
      });
      const values = { name: "Short", seen: at.past, born: "1999-12-31" };
      const id = await make(app, "lead", values);
      await open("/leads?columns=seen,born,created_at");
      const cell = (name: string) =>
        page.getByRole("row", { name: "Short" }).first().locator(`[data-stop="${name}"] time`);
      const day = { day: "numeric", month: "short" } as const;
      expect(await cell("seen").textContent()).toBe(
        format({ dateStyle: "medium", timeStyle: "short" }, at.past),
      );
      expect(await cell("seen").getAttribute("title")).toBe(
        format({ dateStyle: "medium", timeStyle: "medium" }, at.past),
      );
      expect(await cell("born").textContent()).toBe("31 Dec 1999");
      expect(await cell("created_at").textContent()).toBe(format(day, at.now));
      expect(await cell("created_at").getAttribute("title")).toMatch(/ \d{4}, \d\d:\d\d:\d\d$/);
      await remove(app, "lead", id);
    },
  );

  it("is found as that day, with the moments of the reader's day", async () => {
    const found = async (filter: string, names: readonly Name[]) => {
      await open(`/deals?filter=${filter}&sort=id`);
      await expect.poll(rows, { message: filter }).toEqual(names);
    };
    const all = Object.keys(DEALS) as Name[];
    const sorted = all.filter((name) => deals.includes(name));
    const before = all.slice(0, all.indexOf(sorted[0] as Name));
    const after = all.filter((name) => !before.includes(name) && !sorted.includes(name));
    await found(`closeDate.eq.${DAY}`, sorted);
    await found(`closeDate.between.${DAY},${DAY}`, sorted);
    await found(`closeDate.lt.${DAY}`, before);
    await found(`closeDate.lte.${DAY}`, [...before, ...sorted]);
    await found(`closeDate.gt.${DAY}`, after);
    await found(`closeDate.gte.${DAY}`, all.slice(before.length));
    await found(`closeDate.neq.${DAY}`, [...before, ...after]);
    await page
      .getByRole("button", { name: "Change filter: Close date is not on 1 Nov 2026" })
      .waitFor();
  });

  it("is sorted as that day, before the moments of the reader's day", async () => {
    const day = (name: Name) => {
      const at = new Date(DEALS[name]).getTime();
      const format = new Intl.DateTimeFormat("en-CA", { timeZone: timezoneId, dateStyle: "short" });
      return DEALS[name].length === 10 ? DEALS[name] : `${format.format(at)} ${DEALS[name]}`;
    };
    const names = Object.keys(DEALS) as Name[];
    const sorted = names.toSorted((a, b) => (day(a) < day(b) ? -1 : 1));
    await open("/deals?sort=closeDate");
    await expect.poll(rows).toEqual(sorted);
    await open("/deals?sort=-closeDate");
    await expect.poll(rows).toEqual(sorted.toReversed());
  });

  it("is the reader's today, due on that day, and overdue when it has ended", async () => {
    const due_at = DAY;
    const task = await make(app, "task", { name: "Call", due_at, owner_id: email });
    for (const [now, group, words] of [
      [first, "Today", "Due 1 Nov"],
      [last, "Today", "Due 1 Nov"],
      [new Date(Date.parse(last) + 60_000).toISOString(), "Overdue", "Overdue: 1 Nov"],
    ] as const) {
      await openAt(now, "");
      const section = page.getByRole("region", { name: group, exact: true });
      await section.getByRole("listitem").filter({ hasText: "Call" }).getByText(words).waitFor();
      await open(`/tasks?filter=due_at.within.past;owner_id.eq.${email}&columns=due_at`);
      await expect.poll(rows).toEqual(group === "Overdue" ? ["Call"] : []);
      if (group === "Overdue") break;
      for (const period of ["today", "last-1-days", "next-1-days"]) {
        await open(`/deals?filter=closeDate.within.${period}&sort=id`);
        await expect.poll(rows, { message: `${period} at ${now}` }).toEqual(deals);
      }
    }
    await open(`/tasks/${task}`);
    await page.getByRole("button", { name: "Edit Due: 1 Nov 2026", exact: true }).waitFor();
  });

  inTwoZones("gets a time and loses it again in the editor", async () => {
    const id = ids.Day as number;
    const closeDate = async () => (await read(app, "deal", id)).closeDate;
    await open(`/deals/${id}`);
    const edit = async (time: string) => {
      await page.getByRole("button", { name: /^Edit Close date:/ }).click();
      expect(await page.getByLabel("Close date", { exact: true }).inputValue()).toBe(DAY);
      await page.getByLabel("Time", { exact: true }).fill(time);
      await page.keyboard.press("Enter");
    };
    await edit(midnight);
    // Midnight in UTC would be a day, so the moment is a millisecond later.
    await expect.poll(closeDate).toMatch(/T00:00:00\.001Z$/);
    await page.getByRole("button", { name: `Edit Close date: 1 Nov 2026, ${midnight}` }).waitFor();
    await edit("");
    await expect.poll(closeDate).toBe(`${DAY}T00:00:00.000Z`);
    await page.getByRole("button", { name: "Edit Close date: 1 Nov 2026", exact: true }).waitFor();
  });

  inTwoZones("is chosen in a filter, whose time may be added", async () => {
    await open("/deals?sort=id");
    await page.getByRole("button", { name: "Filter", exact: true }).click();
    const editor = page.getByRole("dialog", { name: "Filter" });
    await editor.getByRole("combobox", { name: "Property" }).fill("Close date");
    await page.getByRole("option", { name: "Close date" }).click();
    await editor.getByRole("combobox", { name: "Condition" }).click();
    await page.getByRole("option", { name: "is on", exact: true }).click();
    await editor.getByLabel("Value", { exact: true }).fill(DAY);
    await editor.getByRole("button", { name: "Add filter" }).click();
    const all = Object.keys(DEALS);
    await expect.poll(rows).toEqual(all.filter((name) => deals.includes(name as Name)));
    expect(new URL(page.url()).searchParams.get("filter")).toBe(`closeDate.eq.${DAY}`);
  });
});
