import { DIALECTS } from "@rapport/testing";
import { describe, expect, it } from "vitest";
import { welcome } from "../server/welcome.ts";
import { cookieOf, startAdminApp } from "./support/admin-app.ts";

describe.each(DIALECTS)("the first admin on %s", (dialect) => {
  it("is an owner whose password is printed only once", async () => {
    await using app = await startAdminApp(dialect);
    const text = await welcome(app.url, app.deps);
    expect(text).toContain(app.url);
    const [, email, password] = /Email +(\S+)\s+Password +(\S{20})\n/.exec(text) ?? [];
    const signedIn = await app.send("POST", "/session", { json: { email, password } });
    expect(signedIn.status).toBe(204);
    const me = await app.send("GET", "/session", { cookie: cookieOf(signedIn) });
    expect(await me.json()).toMatchObject({ email, role: "owner" });
    const again = await welcome(app.url, app.deps);
    expect(again).toContain(app.url);
    expect(again).not.toContain("Password");
  });

  it("is not created if there is an admin", async () => {
    await using app = await startAdminApp(dialect);
    await app.admin("read-only");
    expect(await welcome(app.url, app.deps)).not.toContain("Password");
  });
});
