import { readFile } from "node:fs/promises";
import { gunzipSync } from "node:zlib";
import { createProject } from "@rapport/core";
import { jobs, liveRevisions } from "@rapport/db";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { holdJobs } from "../test/support/held-jobs.ts";
import { insertContacts } from "../test/support/many-contacts.ts";
import { type Installation, startInstallation } from "./support/installation.ts";
import { principalOf } from "./support/records.ts";

const RECORDS = 10_050;

describe("the page of exports", () => {
  let app: Installation;
  beforeAll(async () => {
    app = await startInstallation();
    await insertContacts(app, RECORDS);
  });
  afterAll(() => app[Symbol.asyncDispose]());

  /** Creates a project with many contacts, whose exports wait until `release` is called. */
  async function heldProject() {
    const projectId = await createProject(app.deps, app.tenantId, "Held");
    const project = { ...app, projectId };
    await insertContacts(project, RECORDS);
    const at = (path: string) => `/p/${projectId}${path}`;
    return { ...project, at, release: await holdJobs(project) };
  }

  const list = (page: Page) => page.getByRole("list", { name: "Exports" }).getByRole("listitem");

  /** Exports the table of a page. */
  async function start(page: Page, choose?: (dialog: ReturnType<Page["getByRole"]>) => unknown) {
    await page.getByRole("button", { name: "Export", exact: true }).click();
    const dialog = page.getByRole("dialog", { name: "Export contacts" });
    await dialog.getByText(/is written in the background/).waitFor();
    await choose?.(dialog);
    await dialog.getByRole("button", { name: "Export" }).click();
    await dialog.waitFor({ state: "detached" });
  }

  it("lists a large export, whose file every admin can download", async () => {
    const page = await app.open(app.at("/exports"));
    await page.getByText("No exports yet").waitFor();
    await page.getByRole("link", { name: "Open contacts" }).click();
    await page.goto(`${app.adminUrl}${app.at("/contacts?filter=lastname.unknown&sort=id")}`);
    await page.getByRole("status").filter({ hasText: "10,000+" }).waitFor();
    await start(page, async (dialog) => {
      await dialog.getByLabel("All, with associated records").check();
      await dialog.getByLabel("Compress with gzip").check();
    });
    await page.getByText("The export has started.").waitFor();
    await page.getByRole("alert").getByRole("link", { name: "Exports" }).click();
    await page.getByRole("heading", { name: "Exports", level: 1 }).waitFor();

    const address = new URL(page.url()).pathname;
    const reader = await app.open(address, { role: "read-only" });
    await page.reload();
    for (const one of [page, reader]) {
      const item = list(one).first();
      await item.getByText("Done").waitFor();
      await item.getByText("Last name has no value").waitFor();
      await item.getByText(/^10,050 contacts, .*KiB\. Kept until/).waitFor();
    }
    const downloading = reader.waitForEvent("download");
    await reader.getByRole("link", { name: "Download the export of contacts" }).click();
    const download = await downloading;
    expect(download.suggestedFilename()).toMatch(/^contacts-\d{4}-\d\d-\d\d\.csv\.gz$/);
    const [head, ...lines] = gunzipSync(await readFile(await download.path()))
      .toString("utf8")
      .split("\r\n");
    expect(head).toMatch(
      /^\uFEFFRecord id,First name,Last name,Email,.*,Companies,.*,Last change$/,
    );
    expect(lines).toHaveLength(RECORDS + 1);
    expect(lines[0]).toContain("c0@example.com");

    await list(page).first().getByRole("link", { name: "Contacts", exact: true }).click();
    await page.getByRole("button", { name: "Change filter: Last name has no value" }).waitFor();
    expect(new URL(page.url()).searchParams.get("sort")).toBe("id");
  });

  it("shows other admins and after a reload how far an export is, until it is cancelled", async () => {
    const project = await heldProject();
    const page = await app.open(project.at("/contacts"));
    await start(page);
    await page.goto(app.adminUrl + project.at("/exports"));
    const item = list(page).first();
    await item.getByText("Waiting").waitFor();
    await item.getByText("All records").waitFor();

    const colleague = await app.open(project.at("/exports"), { role: "admin" });
    await page.reload();
    const [job] = await jobs.listOpen.all(app.deps.db, { project: project.projectId });
    const progress = { file: "none", rows: 6_000, bytes: 200_000, after: null };
    const total = { value: 12_000, relation: "eq" };
    const scope = principalOf(project);
    await app.deps.db.transaction(async (tx) => {
      await jobs.saveProgress.any(tx, scope, {
        id: job?.id ?? 0,
        progress: JSON.stringify({ ...progress, total }),
        at: new Date().toISOString(),
      });
      await liveRevisions.noteRevision(tx, scope, "jobs");
    });
    for (const one of [page, colleague]) {
      await list(one).first().getByText("6,000 of 12,000 contacts").waitFor();
      const bar = one.getByRole("progressbar", { name: "Export of contacts" });
      expect(await bar.getAttribute("aria-valuenow")).toBe("50");
    }
    const reader = await app.open(project.at("/exports"), { role: "read-only" });
    await list(reader).first().getByText("6,000 of").waitFor();
    expect(await reader.getByRole("button", { name: "Cancel" }).count()).toBe(0);

    await list(colleague).first().getByRole("button", { name: "Cancel" }).click();
    const question = colleague.getByRole("dialog", { name: "Cancel this export of contacts?" });
    await question.getByRole("button", { name: "Cancel export" }).click();
    for (const one of [page, colleague, reader]) {
      await list(one).first().getByText("Cancelled").waitFor();
    }
    await project.release();
  });

  it("lets a read-only admin start an export and cancel it", async () => {
    const project = await heldProject();
    const page = await app.open(project.at("/contacts"), { role: "read-only" });
    await start(page);
    await page.getByRole("alert").getByRole("link", { name: "Exports" }).click();
    await list(page).first().getByRole("button", { name: "Cancel" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Cancel export" }).click();
    await list(page).first().getByText("Cancelled").waitFor();
    await project.release();
  });

  it("says why an export failed and that a file has expired, and deletes it", async () => {
    const project = await heldProject();
    const page = await app.open(project.at("/contacts"));
    await start(page);
    await page.goto(app.adminUrl + project.at("/exports"));
    await list(page).first().getByText("Waiting").waitFor();
    const { db } = app.deps;
    const end = async (state: "failed" | "done", endedAt: string, failure: string | null) => {
      await db.kysely
        .updateTable("jobs")
        .set({ state, failure, ended_at: endedAt })
        .where("project_id", "=", project.projectId)
        .execute();
      await db.transaction((tx) => liveRevisions.noteRevision(tx, project, "jobs"));
    };
    await end("failed", new Date().toISOString(), "The schema has changed.");
    const item = list(page).first();
    await item.getByText("Failed").waitFor();
    await item.getByText("The schema has changed.").waitFor();
    await end("done", "2026-01-01T00:00:00.000Z", null);
    await item.getByText("Expired").waitFor();
    await item.getByText("The file was kept for 7 days.").waitFor();
    expect(await page.getByRole("link", { name: /^Download/ }).count()).toBe(0);
    await item.getByRole("button", { name: "Delete" }).click();
    const question = page.getByRole("dialog", { name: "Delete this export of contacts?" });
    await question.waitFor();
    await question.getByRole("button", { name: "Delete export" }).click();
    await page.getByText("No exports yet").waitFor();
    await project.release();
  });
});
