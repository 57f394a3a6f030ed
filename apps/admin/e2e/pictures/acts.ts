import type { Page } from "playwright-core";

/** A picture: a page, or its state after some actions. */
export interface Scene {
  /** File name of the pictures; derived from the path by default. */
  readonly name?: string;
  /** Below the project, such as `/contacts`; with `at: "root"` below the app, with "other" below another project. */
  readonly path: string;
  readonly at?: "root" | "other";
  readonly signedOut?: true;
  /** Whether the picture needs the demo's records. */
  readonly filled?: true;
  /** Whether tests leave it out, because another scene has all that a check could find in it. */
  readonly pictureOnly?: boolean;
  /** Runs before the page opens. */
  readonly before?: (page: Page) => Promise<unknown>;
  /** Runs once the page is shown. */
  readonly act?: (page: Page) => Promise<unknown>;
}

/** Presses the first button with a name. */
export const press = (name: string | RegExp) => (page: Page) =>
  page
    .getByRole("button", { name, exact: typeof name === "string" })
    .first()
    .click();

/** Follows a link of the page. */
export const open = (name: string) => (page: Page) =>
  page.getByRole("main").getByRole("link", { name, exact: true }).click();

/** Opens a menu by the name of its button, and chooses an item. */
export const choose = (menu: string | RegExp, item: string) => async (page: Page) => {
  await press(menu)(page);
  await page.getByRole("menuitem", { name: item, exact: true }).click();
};

/** Answers no procedure call any more. */
export const cutOff = (page: Page) => page.route("**/trpc/**", (route) => route.abort());

/** Name of the account button. */
export const MENU = /account and appearance/;

/** Shows the projects to switch to. */
export async function openSwitcher(page: Page): Promise<void> {
  await page
    .getByRole("button", { name: /switch project/ })
    .filter({ visible: true })
    .click();
  await page.getByRole("menuitem", { name: "Tenants and projects" }).waitFor();
}

/** Opens the navigation, which is behind a button on a narrow screen. */
export async function openMenu(page: Page): Promise<void> {
  const burger = page.getByRole("button", { name: "Open the menu" });
  if (await burger.isVisible()) await burger.click();
}

/** Opens the command palette and types into it. */
export function palette(text: string) {
  return async (page: Page) => {
    await page.keyboard.press("Control+k");
    const field = page.getByRole("combobox", { name: "Page, action or record" });
    await field.fill(text);
    await page.waitForLoadState("networkidle");
    if (text === "zzzz") await page.getByText(/has this text/).waitFor();
    if (text === "am")
      await page.getByRole("dialog").getByRole("group", { name: "Records" }).waitFor();
  };
}

/** Opens the record with the long name. */
export async function openFirst(page: Page): Promise<void> {
  await page
    .getByRole("link", { name: /^Maximiliane/ })
    .first()
    .click();
  await page.getByRole("heading", { name: "Timeline" }).waitFor();
}

/** Syncs and waits for the result. */
export async function syncTemplates(page: Page): Promise<void> {
  await press("Sync now")(page);
  await page
    .getByRole("region", { name: "Sync result" })
    .or(page.getByRole("alert"))
    .first()
    .waitFor();
}

/** Opens a page whose procedure calls are never answered. */
export function leaveUnanswered(path: string) {
  return async (page: Page) => {
    await cutOff(page);
    const to = new URL(page.url()).pathname.replace("/bin", path);
    await page.evaluate((address) => history.pushState({}, "", address), to);
    await page.getByRole("alert").first().waitFor();
  };
}

/** Types into the side form and then leaves it. */
export async function slip(page: Page): Promise<void> {
  await page.getByRole("dialog").getByRole("textbox").first().fill("Ada");
  await page.keyboard.press("Escape");
  await page.getByRole("dialog", { name: "Discard what you typed?" }).waitFor();
}

/** Ends the session and returns to the page. */
export async function endSession(page: Page): Promise<void> {
  const cookies = await page.context().cookies();
  await page.context().clearCookies();
  await page.evaluate(() => window.dispatchEvent(new Event("visibilitychange")));
  await page.getByRole("dialog").getByRole("textbox", { name: "Password" }).waitFor();
  await page.context().addCookies(cookies);
}

/** Chooses the file of an import. */
export async function chooseFile(page: Page, content: string): Promise<void> {
  const name = "people-of-the-northern-branch-of-the-company.csv";
  const file = { name, mimeType: "text/csv", buffer: Buffer.from(content) };
  await page.getByLabel("File to import").setInputFiles(file);
}

const PEOPLE = [
  "E-mail address,First name,Surname,Company,Customer since,Shoe size,Lifecycle stage",
  "ada.lovelace@example.com,Ada,Lovelace,Analytical Engines,31.01.2026,38,Customer",
  "grace.hopper@example.com,Grace,Hopper,Compilers & Sons,15.03.2025,39,lead",
  "not an address,Charles,Babbage,Difference Works,,44,Customer",
  ",Nobody,Reachable,,,41,",
  "ada.lovelace@example.com,Ada,King,Analytical Engines,,38,Customer",
  "edsger.dijkstra@example.com,Edsger,Dijkstra,Structured Ltd,01.12.2024,43,Opportunity",
];

type ImportStep =
  | "columns"
  | "property"
  | "options"
  | "check"
  | "updates"
  | "result"
  | "undo"
  | "undone"
  | "leave"
  | "checking";

/** Uploads a file and goes on to a step of its import. */
export const prepareImport = (step: ImportStep) => async (page: Page) => {
  await chooseFile(page, `${PEOPLE.join("\n")}\n`);
  await page.getByRole("list", { name: "Columns" }).waitFor();
  if (step === "columns") return;
  if (step === "leave") return press("Discard")(page);
  if (step === "property") {
    await page.getByRole("combobox", { name: "Property of Shoe size" }).click();
    await page.getByRole("option", { name: "Create a property…" }).click();
    await page.getByRole("dialog").getByRole("textbox").first().waitFor();
    return;
  }
  await press("Continue to options")(page);
  await page.getByRole("radio", { name: "Create and update" }).waitFor();
  if (step === "options") return;
  await press("Continue to check")(page);
  if (step === "checking") return page.getByText(/^Checking the file/).waitFor();
  const outcomes = page.getByRole("navigation", { name: "Result of the check" });
  await outcomes.waitFor();
  if (step === "check") return;
  if (step === "updates") {
    await outcomes.getByRole("link", { name: "Duplicates in the file" }).click();
    await page.getByRole("table").waitFor();
    return;
  }
  await press(/^Import \d/)(page);
  await page.getByRole("status").filter({ hasText: "Done" }).waitFor();
  if (step === "result") return;
  await press("Undo import")(page);
  const question = page.getByRole("dialog");
  await question.waitFor();
  if (step === "undo") return;
  await question.getByRole("button", { name: "Undo import" }).click();
  await page
    .getByRole("status")
    .filter({ hasText: /^Undone$/ })
    .waitFor();
};

/** A tag that no record has yet, so that each picture shows what would change. */
let fairs = 0;

type ChangeStep = "all" | "edit" | "preview" | "delete" | "move" | "associate" | "result" | "page";

const CHANGE_BUTTONS: Partial<Record<ChangeStep, string>> = {
  delete: "Delete",
  move: "Move stage",
  associate: "Associate",
};

/** Selects all records that a table finds, and goes on to a step of a bulk change. */
export const changeMany = (step: ChangeStep) => async (page: Page) => {
  await page.getByRole("checkbox", { name: /^Select all loaded/ }).check();
  // All deals are loaded already.
  if (step !== "move") await press(/^Select all [\d,+]+ matching$/)(page);
  if (step === "all") return;
  const dialog = page.getByRole("dialog");
  await press(CHANGE_BUTTONS[step] ?? "Edit")(page);
  await dialog.waitFor();
  if (step in CHANGE_BUTTONS) return;
  await dialog.getByRole("combobox", { name: "Property" }).click();
  await page.getByRole("option", { name: "Tags", exact: true }).click();
  await dialog.getByLabel("Tags").fill(`Fair ${++fairs}`);
  await page.keyboard.press("Enter");
  await press("Edit another property")(page);
  await dialog.getByRole("combobox", { name: "Property" }).nth(1).click();
  await page.getByRole("option", { name: "Language", exact: true }).click();
  await dialog.getByLabel("Language").fill("en-GB");
  if (step === "edit") return;
  await press("Preview")(page);
  await dialog.getByRole("table", { name: "Before and after" }).waitFor();
  if (step === "preview") return;
  await press(/^Change [\d,+]+ contacts$/)(page);
  const line = page.getByRole("region", { name: "Edit contacts" }).first();
  await line.getByRole("button", { name: "Undo" }).waitFor({ timeout: 60_000 });
  if (step === "page") await line.getByRole("link", { name: "Edit contacts" }).click();
};

/** Deletes the first record of a table and waits until it can be undone. */
export async function deleteFirst(page: Page): Promise<void> {
  await choose(/^Actions for/, "Delete")(page);
  await page.getByRole("button", { name: "Undo" }).waitFor();
}

/** Creates a client or key, whose secret is then shown once. */
export const createCredential =
  (opener: string, name: string, action = opener) =>
  async (page: Page) => {
    await press(opener)(page);
    const dialog = page.getByRole("dialog");
    await dialog.getByLabel("Name").fill(name);
    const scope = dialog.getByRole("checkbox").first();
    if (!(await dialog.getByRole("checkbox", { checked: true }).count())) await scope.check();
    await dialog.getByRole("button", { name: action, exact: true }).click();
    await page.getByText("I have copied it").waitFor();
  };

/** Sends a test event to the first endpoint. */
export async function sendTest(page: Page): Promise<void> {
  await press(/^Send test to/)(page);
  await page.getByRole("link", { name: /test delivery/ }).waitFor();
}

/** Opens the newest delivery of the list. */
export async function openDelivery(page: Page): Promise<void> {
  await page
    .getByRole("link", { name: /, delivery/ })
    .first()
    .click();
  await page.getByRole("heading", { name: "Attempts" }).waitFor();
}

/** Checks a file of rates that has a mistake. */
export async function checkRates(page: Page): Promise<void> {
  await press("Import rates")(page);
  const dialog = page.getByRole("dialog");
  await dialog
    .getByLabel("Lines")
    .fill("date,currency,rate\n2026-01-01,USD,0.8\n2026-01-32,USD,0.8\n2026-02-01,GBP,1.15");
  await dialog.getByRole("button", { name: "Check" }).click();
  await dialog.getByText("2 rates can be imported.").waitFor();
}
