import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { acknowledge, button, shown } from "./support/dialogs.ts";
import { type Installation, startInstallation } from "./support/installation.ts";

const PROGRAMS = ["Claude Code", "Claude Desktop", "Cursor", "VS Code", "MCP inspector"];

describe("connecting an agent", () => {
  let app: Installation;
  beforeAll(async () => {
    app = await startInstallation();
  });
  afterAll(() => app[Symbol.asyncDispose]());

  it("makes a key that reads, and shows the lines of each program once", async () => {
    const page = await app.open(app.at("/access/keys"), { role: "admin" });
    await button(page, "Connect an agent").click();
    const dialog = page.getByRole("dialog", { name: "Connect an agent" });
    await dialog.getByRole("textbox", { name: "Name" }).fill("Research agent");
    const box = (name: string) => dialog.getByRole("checkbox", { name, exact: true });
    expect(await box("Read contacts").isChecked()).toBe(true);
    expect(await box("Create and update contacts").isChecked()).toBe(false);
    expect(await dialog.getByText("crm.contacts.erase").count()).toBe(0);
    await button(dialog, "Create key").click();

    const key = await shown(page, "API key");
    expect(key).toMatch(/^rpk_[0-9A-Za-z]{32}$/);
    expect(page.url()).not.toContain("rpk_");
    const url = `${new URL("/mcp", app.deps.issuer)}`;
    for (const program of PROGRAMS) {
      await page.getByRole("combobox", { name: "Program" }).click();
      await page.getByRole("option", { name: program }).click();
      const lines = await shown(page, `Lines for ${program}`);
      expect(lines).toContain(url);
      if (program !== "VS Code") expect(lines).toContain(`Bearer ${key}`);
      if (lines.startsWith("{")) JSON.parse(lines);
    }
    await acknowledge(page);
    await page.getByRole("link", { name: "Research agent" }).waitFor();
    expect(await page.content()).not.toContain(key);

    const list = await fetch(`${app.apiUrl}/mcp`, {
      method: "POST",
      headers: { authorization: `Bearer ${key}`, "content-type": "application/json" },
      body: JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/list" }),
    });
    const { result } = (await list.json()) as { result: { tools: { name: string }[] } };
    expect(result.tools.map(({ name }) => name)).toEqual([
      ...["list_types", "search_records", "get_records", "get_history", "count_records"],
      "recent_changes",
    ]);
  });
});
