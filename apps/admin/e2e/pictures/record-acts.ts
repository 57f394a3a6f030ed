import { mkdtemp, rm, truncate, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { choose, press } from "./acts.ts";

/** Calls a procedure that changes something, as the admin of the page. */
async function call<Answer>(page: Page, procedure: string, input: object): Promise<Answer> {
  const { origin, pathname } = new URL(page.url());
  const projectId = Number(pathname.split("/")[2]);
  const answer = await page.request.post(`${origin}/trpc/admin.${procedure}`, {
    data: { projectId, ...input },
    headers: { "x-rapport-admin": "1" },
  });
  if (!answer.ok()) throw new Error(await answer.text());
  return (await answer.json()).result.data;
}

/** Goes to another page of the project. */
async function goTo(page: Page, path: string): Promise<void> {
  const { origin, pathname } = new URL(page.url());
  await page.goto(origin + pathname.split("/").slice(0, 3).join("/") + path);
  await page.getByRole("heading", { level: 1 }).waitFor();
  await page.waitForLoadState("networkidle");
}

/** Opens a page whose procedure calls are not answered yet. */
export function leaveWaiting(path: string) {
  return async (page: Page) => {
    await page.route("**/trpc/**", () => undefined);
    const to = new URL(page.url()).pathname.replace("/bin", path);
    await page.evaluate((address) => history.pushState({}, "", address), to);
    await page.locator("main [aria-busy=true], main .mantine-Skeleton-root").first().waitFor();
  };
}

/** Answers no more changes of records, and then does something. */
export const refusing = (act: (page: Page) => Promise<unknown>) => async (page: Page) => {
  await page.route("**/trpc/admin.records.set**", (route) => route.abort());
  await act(page);
  await page
    .getByText(/cannot be reached/)
    .first()
    .waitFor();
};

/** Edits a cell of the first row. */
export const editCell = (column: string, text?: string) => async (page: Page) => {
  await page.locator(`tbody [data-stop="${column}"]`).first().focus();
  await page.keyboard.press("Enter");
  await page.getByRole("group", { name: / of / }).first().waitFor();
  if (text === undefined) return;
  await page.keyboard.press("Control+a");
  await page.keyboard.type(text);
  await page.keyboard.press("Enter");
  await page.getByRole("group", { name: / of / }).locator("[aria-invalid=true]").first().waitFor();
};

/** Opens the form of a filter by a property. */
export const filterBy = (property: string) => async (page: Page) => {
  await press("Filter")(page);
  await page.getByRole("option", { name: property, exact: true }).click();
  await page
    .getByRole("combobox", { name: "Condition" })
    .or(page.getByLabel("Value"))
    .first()
    .waitFor();
};

/** Changes a property that the admin edits, and saves. */
export async function conflict(page: Page): Promise<void> {
  const record = { type: "contact", id: Number(new URL(page.url()).pathname.split("/").at(-1)) };
  await press(/^Edit Job title/)(page);
  const input = page.getByRole("textbox", { name: "Job title" });
  await input.fill("Head of design");
  const item = { internal_name: "jobtitle", value: `Chair ${Date.now()}` };
  await call(page, "records.set", { ...record, item });
  await input.press("Enter");
  await page
    .getByRole("dialog", { name: /^Someone else changed/ })
    .getByRole("radio")
    .first()
    .waitFor();
}

/** Opens the page of a record that the admin has merged, or erased. */
export const openGone = (how: "merged" | "erased") => async (page: Page) => {
  const item = { internal_name: "phone", value: `+44 20 7000 ${Date.now() % 10_000}` };
  const made = await call<{ id: string }>(page, "records.create", {
    type: "contact",
    properties: [item, { internal_name: "firstname", value: "A." }],
  });
  const id = Number(made.id);
  if (how === "erased") await call(page, "records.erase", { type: "contact", id });
  else await call(page, "duplicates.merge", { type: "contact", primaryId: 27, mergeIds: [id] });
  await goTo(page, `/contacts/${id}`);
  await page
    .getByText(new RegExp(`was ${how}`))
    .first()
    .waitFor();
};

/** Holds a card over the second stage. */
export async function carryCard(page: Page): Promise<void> {
  const from = await page.locator("[data-movable=true]").first().boundingBox();
  const to = await page.locator("[data-over]").nth(1).boundingBox();
  if (from === null || to === null) throw new Error("the board has no card");
  await page.mouse.move(from.x + 20, from.y + 20);
  await page.mouse.down();
  await page.mouse.move(from.x + 40, from.y + 30, { steps: 4 });
  await page.mouse.move(to.x + Math.min(to.width / 2, 60), from.y + 120, { steps: 10 });
  await page.locator("[data-over=true]").waitFor();
}

/** Shows the row of filters, which the browser would remember for the next picture. */
export async function narrow(page: Page): Promise<void> {
  await press("Narrow by column")(page);
  await page.locator("thead tr").nth(1).waitFor();
  await page.evaluate(() => localStorage.removeItem("rapport.filter-row"));
}

/** Types into the text of a new note, and goes on. */
export const write = (step: "text" | "preview" | "mention") => async (page: Page) => {
  const drawer = page.getByRole("dialog");
  const text = drawer.getByRole("textbox", { name: "Text" });
  await text.fill(
    "# Roof\n\nMet **Amara** on site. The *north side* leaks.\n\n- [x] Pictures\n- [ ] Offer by Friday\n\n> Mornings are best.\n\nSee https://example.com/roof ",
  );
  if (step === "preview") {
    await drawer.getByRole("button", { name: "Preview" }).click();
    await drawer.getByRole("region", { name: "Preview" }).waitFor();
  }
  if (step !== "mention") return;
  await text.press("Control+End");
  await text.pressSequentially("@o");
  await page.getByRole("option").first().waitFor();
};

/** Adds tasks of the admin, and a mention, and shows them on Home. */
export async function fillHome(page: Page): Promise<void> {
  const { origin } = new URL(page.url());
  const me = (await (await page.request.get(`${origin}/trpc/admin.me`)).json()).result.data;
  const make = (type: string, values: Readonly<Record<string, string>>) =>
    call<{ id: string }>(page, "records.create", {
      type,
      properties: Object.entries(values).map(([internal_name, value]) => ({
        internal_name,
        value,
      })),
    });
  const names = [
    "Send the offer",
    "Book the photographer for the whole of the second week in the new studio",
    // On a Sunday, this one and the next are due in the week after.
    "Call back about the proofs",
    "Order paper samples",
  ];
  for (const [i, name] of names.entries()) {
    const due = new Date(Date.now() + (i - 1) * 86_400_000).toISOString();
    const task = { name, due_at: due, owner_id: me.email, priority: i === 0 ? "urgent" : "medium" };
    const { id } = await make("task", task);
    const [one, other] = [
      { type: "task", id: Number(id) },
      { type: "contact", id: 25 + i },
    ];
    if (i !== 3) await call(page, "records.associate", { one, other });
  }
  await make("note", { body: `[@${me.email}](admin:${me.id}) can you check the **proofs**?` });
  await goTo(page, "");
  await page.getByRole("region", { name: "My tasks due" }).getByText("Book the").waitFor();
}

/** Makes totals one sum in euros, without a rate of one of the currencies. */
export async function reportInEuros(page: Page): Promise<void> {
  await call(page, "currencies.setReporting", { currency: "EUR" });
  const text = "date,currency,rate\n2020-01-01,GBP,1.17\n";
  await call(page, "currencies.importFile", { base: "EUR", text });
  await page.reload();
  await page.getByRole("heading", { level: 1 }).waitFor();
  await page.waitForLoadState("networkidle");
}

/** Opens a view that the admin has saved, with or without a change. */
export const openView = (step: "menu" | "changed") => async (page: Page) => {
  const view = await call<{ id: string }>(page, "views.create", {
    type: "deal",
    name: "Large and open",
    isShared: false,
    content: {
      ...{ layout: "table", groups: [[{ property: "amount", operator: "gt", value: "5000" }]] },
      ...{ sort: null, columns: null },
      board: { pipeline: null, collapsed: [], cards: null },
    },
  });
  const changes = step === "changed" ? "&sort=-amount&filter=amount.gt.9000" : "";
  await goTo(page, `/deals?view=${view.id}${changes}`);
  if (step === "menu") await press(/Large and open/)(page);
};

/** Goes to the next step of the open dialog of a bulk change. */
export const previewMove = (stage: string) => async (page: Page) => {
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("combobox", { name: "Stage" }).click();
  await page.getByRole("option", { name: stage, exact: true }).click();
  await dialog.getByRole("button", { name: "Preview" }).click();
  await dialog.getByRole("button", { name: /^(Change|Move) / }).waitFor();
};

/** Opens the first record of a table. */
export async function openFirstRow(page: Page): Promise<void> {
  await page.locator("tbody").getByRole("rowheader").getByRole("link").first().click();
  await page.getByRole("heading", { name: "Timeline" }).waitFor();
}

/** Asks for the name of a record that is to be erased. */
export async function askToErase(page: Page): Promise<void> {
  await choose("More actions", "Erase for good")(page);
  await page
    .getByRole("dialog")
    .getByLabel(/to confirm/)
    .waitFor();
}

/** Opens the list of keys. */
export async function showKeys(page: Page): Promise<void> {
  await page.keyboard.press("?");
  await page.getByRole("dialog").getByRole("table").first().waitFor();
}

/** Shows the last values of a property. */
export async function showLastValues(page: Page): Promise<void> {
  await page.getByRole("button", { name: "History of City" }).hover();
  await page.locator("[data-history]").getByText("Bath").waitFor();
}

/** Moves the pointer over the first part that matches. */
export const hover = (selector: string) => async (page: Page) => {
  await page.locator(selector).first().hover();
};

const FILES = [
  { name: "Offer 2027.pdf", size: 412_000 },
  {
    name: "Plan of the mill with all its floors and the new roof, as agreed on the phone.docx",
    size: 91_000,
  },
  { name: "Prices.csv", size: 800 },
];

function filesOf(files: readonly { name: string; size: number }[]) {
  return files.map(({ name, size }) => {
    const buffer = Buffer.alloc(size, name);
    return { name, mimeType: "application/octet-stream", buffer };
  });
}

/** Chooses files in the form of a note, one of them too large. */
export async function chooseFiles(page: Page): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), "rapport-files-"));
  // The browser decodes a large file slowly if it is sent to it, so it reads these from the disk.
  const files = [...FILES, { name: "Recording.mp4", size: 26 * 1024 ** 2 }];
  const paths = files.map(({ name }) => join(folder, name));
  try {
    for (const { name, size } of files) {
      await writeFile(join(folder, name), "");
      await truncate(join(folder, name), size);
    }
    await page.getByRole("dialog").getByLabel("Attach files").setInputFiles(paths);
    await page.getByRole("alert").first().waitFor();
  } finally {
    await rm(folder, { recursive: true });
  }
}

/** Attaches files to the newest note of a record and to the record. */
export async function attachFiles(page: Page): Promise<void> {
  const input = (label: string) => page.locator(`input[type=file][aria-label^="${label}"]`).first();
  await input("Attach files to note").setInputFiles(filesOf(FILES));
  await page.getByRole("link", { name: "Prices.csv" }).first().waitFor();
  await page
    .locator('section[aria-label="Files"] input[type=file]')
    .setInputFiles(filesOf(FILES.slice(0, 2)));
  await page.getByRole("region", { name: "Files" }).getByRole("link").nth(1).waitFor();
}
