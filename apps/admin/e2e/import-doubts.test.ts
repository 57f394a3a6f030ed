import { createProject, createTenant } from "@rapport/core";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { seriousFindings } from "./support/accessibility.ts";
import { type Installation, startInstallation } from "./support/installation.ts";

const PATIENT = { timeout: 120_000 };

/** A file with what an import must ask about. `ř` is `ø` in the encoding of Western Europe. */
const FILE = Buffer.from(
  "Name;Amount;Close date;;Description\n" +
    "Ji\xf8\xed;1.234;03/04/2026;;#N/A\n" +
    ";;;;\n" +
    "Two;2.500;05/06/2026;stray;\n",
  "latin1",
);

describe("an import of a file that can be read in several ways", () => {
  let app: Installation;
  beforeAll(async () => {
    app = await startInstallation();
  });
  afterAll(() => app[Symbol.asyncDispose]());

  async function pick(page: Page, label: string, option: string): Promise<void> {
    await page.getByRole("combobox", { name: label }).click();
    await page.getByRole("option", { name: option }).click();
  }

  it("asks, and shows what came of the encoding", { timeout: 180_000 }, async () => {
    const tenantId = await createTenant(app.deps, "Acme");
    const projectId = await createProject(app.deps, tenantId, "Sales");
    const page = await app.open(`/p/${projectId}/imports/new?object=deals`);
    await page
      .getByLabel("File to import")
      .setInputFiles({ name: "deals.csv", mimeType: "text/csv", buffer: FILE });
    await page.getByText("Jiří").first().waitFor(PATIENT);
    await pick(page, "Encoding", "Windows-1252 (Western)");
    await page.getByText("Jiøí").first().waitFor();
    await pick(page, "Encoding", "Windows-1250 (Central European)");
    await page.getByText("Jiří").first().waitFor();

    await page.getByRole("button", { name: "Continue to options" }).click();
    await page.getByText(/03\/04\/2026 may be a day in March or in April/).waitFor();
    await page.getByText(/1\.234 may be 1234 or a little more than 1/).waitFor();
    expect(await seriousFindings(page)).toEqual([]);
    await pick(page, "Dates", "Day first: 31/01/2026");
    await pick(page, "Decimals", "After a point: 1,250.50");
    await page.getByText(/can be read in two ways/).waitFor({ state: "detached" });
    await page.getByRole("checkbox", { name: "#N/A" }).check();
    await page.getByRole("checkbox", { name: "Leave out values without a column" }).check();
    await page.getByRole("button", { name: "Continue to check" }).click();
    await page.getByText("1 blank row left out.").waitFor(PATIENT);
    const made = page.getByRole("link").filter({ hasText: "New" });
    await made.getByText("2", { exact: true }).waitFor();
  });
});
