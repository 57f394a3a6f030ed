import { mkdtempSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DIALECTS } from "@rapport/testing";
import { describe, expect, it, onTestFinished } from "vitest";
import { welcome } from "../server/server.ts";
import { cookieOf, startAdminApp } from "./support/admin-app.ts";

function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "rapport-welcome-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

describe.each(DIALECTS)("the first admin on %s", (dialect) => {
  it("is an owner whose password is kept in a private file, once", async () => {
    await using app = await startAdminApp(dialect);
    const folder = newFolder();
    const text = await welcome(app.url, app.deps, folder);
    const file = join(folder, "first-credentials.txt");
    expect(text).toContain(app.url);
    expect(text).toContain(file);
    expect(statSync(file).mode & 0o777).toBe(0o600);
    const kept = readFileSync(file, "utf8");
    const [, email, password = ""] = /Email +(\S+)\s+Password +(\S{20})\n/.exec(kept) ?? [];
    expect(text).not.toContain(password);
    const signedIn = await app.send("POST", "/session", { json: { email, password } });
    expect(signedIn.status).toBe(204);
    const me = await app.send("GET", "/session", { cookie: cookieOf(signedIn) });
    expect(await me.json()).toMatchObject({ email, role: "owner" });
    const again = await welcome(app.url, app.deps, newFolder());
    expect(again).toContain(app.url);
    expect(again).not.toContain("credentials");
  });

  it("is not created if there is an admin", async () => {
    await using app = await startAdminApp(dialect);
    await app.admin("read-only");
    expect(await welcome(app.url, app.deps, newFolder())).not.toContain("credentials");
  });
});
