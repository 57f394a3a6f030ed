import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { DIALECTS, type Installation, inspect, install } from "./support/installation.ts";

const EVIL = "P\u001b]0;X\u0007\r\nproject_id: 1\u009b2J\u202e\u2028";
const SHOWN = "P\\u001b]0;X\\u0007\\u000d\\u000aproject_id: 1\\u009b2J\\u202e\\u2028";
const CONTROLS = /[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]/u;

describe.each(DIALECTS)("control characters in names on %s", (dialect) => {
  let installation: Installation;
  beforeEach(async () => {
    installation = await install(dialect);
  });
  afterEach(() => installation[Symbol.asyncDispose]());

  it("are refused, and shown as escapes where an earlier version took them", async () => {
    const { json, rapport } = installation;
    const { tenant_id } = await json("tenant", "create", "--name", "Acme");
    const tenant = ["--tenant", `${tenant_id}`];
    const { project_id } = await json("project", "create", ...tenant, "--name", "Sales");
    const project = ["--project", project_id];
    await json("client", "create", ...project, "--name", "Sync", "--scope", "templates:read");
    await json("key", "create", ...project, "--name", "Key", "--scope", "contacts:read");
    for (const args of [
      ["tenant", "create", "--name", EVIL],
      ["project", "create", ...tenant, "--name", EVIL],
      ["client", "create", ...project, "--name", EVIL, "--scope", "templates:read"],
      ["key", "create", ...project, "--name", EVIL, "--scope", "contacts:read"],
    ]) {
      const { code, stderr } = await rapport(args);
      expect([code, stderr]).toEqual([
        1,
        expect.stringMatching(/^rapport: A name must not have control characters.*\n$/),
      ]);
    }

    await inspect(installation, async (db) => {
      for (const table of ["tenants", "projects", "oauth_clients", "api_keys"] as const) {
        await db.kysely.updateTable(table).set({ name: EVIL }).execute();
      }
    });
    for (const args of [
      ["tenant", "list"],
      ["project", "list"],
      ["client", "list", ...project],
      ["key", "list", ...project],
    ]) {
      const text = await rapport(args);
      expect([text.code, text.stdout]).toEqual([0, expect.stringContaining(`name: ${SHOWN}\n`)]);
      expect(text.stdout.replaceAll("\n", "")).not.toMatch(CONTROLS);
      const { stdout } = await rapport([...args, "--json"]);
      expect(stdout.trimEnd()).not.toMatch(CONTROLS);
      expect(JSON.stringify(JSON.parse(stdout))).toContain(JSON.stringify(EVIL).slice(1, -1));
    }
  });

  it("are shown as escapes in errors, which stay one line", async () => {
    for (const args of [
      ["project", "create", "--tenant", EVIL, "--name", "X"],
      ["client", "create", "--project", "1", "--name", "X", "--scope", EVIL],
      ["export", "--project", "1", "--object", EVIL, "--out", "x.csv"],
      [EVIL],
      [`--${EVIL}`],
      ["tenant", "create", "--name", "a", `--${EVIL}`],
    ]) {
      const { code, stderr, stdout } = await installation.rapport(args);
      expect([code, stdout]).toEqual([1, ""]);
      expect(stderr.replace(/\n$/, "")).not.toMatch(CONTROLS);
    }
  });
});
