import { apiKeyAuthenticator } from "@rapport/core";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { DIALECTS, type Installation, inspect, install } from "./support/installation.ts";
import { createContact, requestToken } from "./support/server.ts";

const SCOPE = "crm.contacts.read crm.contacts.write";

describe.each(DIALECTS)("setting up an installation on %s", (dialect) => {
  // Their statements run on PostgreSQL in the tests of accounts, members, quotas and running servers.
  const onSqlite = it.runIf(dialect === "sqlite");
  let installation: Installation;
  beforeEach(async () => {
    installation = await install(dialect);
  });
  afterEach(() => installation[Symbol.asyncDispose]());

  it("creates a tenant, project, client, key and admin, and prints each as one JSON document", async () => {
    await using created = await install(dialect, { isNew: true });
    const { json, spawn } = created;
    await json("migrate");
    const { code, stdout, stderr } = await spawn(["tenant", "create", "--name", "Acme", "--json"]);
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
    const tenant = JSON.parse(stdout);
    expect(tenant).toEqual({ tenant_id: expect.any(Number) });
    const project = await json(
      ...["project", "create", "--tenant", `${tenant.tenant_id}`, "--name", "Sales"],
    );
    expect(project).toEqual({ project_id: expect.stringMatching(/^\d+$/) });
    const ofProject = ["--project", project.project_id, "--name", "Sync", "--scope"];
    expect(await json("client", "create", ...ofProject, SCOPE)).toEqual({
      client_id: expect.stringMatching(/^rpc\w+$/),
      client_secret: expect.stringMatching(/^rps\w+$/),
    });
    expect(await json("key", "create", ...ofProject, "contacts:read")).toEqual({
      api_key: expect.stringMatching(/^rpk_\w+$/),
    });
    expect(await json("admin", "create", "--email", "Ada@Example.com")).toEqual({
      email: "ada@example.com",
      password: expect.stringMatching(/^.{12,}$/),
    });
  });

  onSqlite("gives, changes and takes roles in the installation and in tenants", async () => {
    const { json } = installation;
    const { tenant_id } = await json("tenant", "create", "--name", "Acme");
    const email = ["--email", "grace@example.com"];
    await json("admin", "create", "--email", "ada@example.com");
    await json("admin", "create", ...email, "--role", "none");
    const setRole = (...given: string[]) => json("admin", "set-role", ...email, ...given);
    const roles = () => json("admin", "list");
    const inTenant = ["--tenant", tenant_id];
    expect(await setRole("--role", "owner", ...inTenant)).toEqual({
      ...{ email: "grace@example.com", role: "owner", tenant_id },
    });
    expect(await roles()).toMatchObject([{}, { role: "none", tenants: [`${tenant_id}:owner`] }]);
    await setRole("--role", "read-only", ...inTenant);
    await setRole("--role", "admin");
    expect(await roles()).toMatchObject([
      {},
      { role: "admin", tenants: [`${tenant_id}:read-only`] },
    ]);
    await setRole("--role", "none", ...inTenant);
    await setRole("--role", "none");
    expect(await roles()).toMatchObject([{}, { role: "none", tenants: [] }]);
    await inspect(installation, async (db) => {
      const rows = await db.kysely.selectFrom("audit_log").select("action").orderBy("id").execute();
      expect(rows.map(({ action }) => action)).toEqual([
        ...["members.setRole", "members.setRole", "admins.update"],
        ...["members.remove", "admins.update"],
      ]);
    });
  });

  onSqlite("lists tenants, projects and clients without their secrets", async () => {
    const { json, client } = installation;
    const { projectId, clientId, clientSecret } = await client(SCOPE);
    expect(await json("tenant", "list")).toMatchObject([{ name: "Acme" }]);
    expect(await json("project", "list")).toMatchObject([{ id: projectId, name: "Sales" }]);
    const clients = await json("client", "list", "--project", projectId);
    expect(clients).toMatchObject([{ id: clientId, name: "Sync" }]);
    expect(JSON.stringify(clients)).not.toContain(clientSecret);
  });

  onSqlite("prints a line for each member without --json", async () => {
    const { code, stdout, stderr } = await installation.rapport([
      "admin",
      "create",
      "--email",
      "ada@example.com",
    ]);
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
    expect(stdout).toMatch(/^email: ada@example\.com\npassword: \S{12,}\n$/);
  });

  onSqlite("creates an API key with its project, scopes and expiry", async () => {
    const { projectId } = await installation.client(SCOPE);
    const { api_key } = await installation.json(
      ...["key", "create", "--project", projectId, "--name", "k", "--scope", "deals:read"],
      ...["--expires", "2999-01-31T02:00:00+02:00"],
    );
    await inspect(installation, async (db) => {
      const principal = await apiKeyAuthenticator({ db })(api_key);
      expect(principal).toMatchObject({ kind: "key", projectId: Number(projectId) });
      expect([...(principal?.scopes ?? [])]).toEqual(["deals:read"]);
      const row = await db.kysely.selectFrom("api_keys").selectAll().executeTakeFirstOrThrow();
      expect(row.expires_at).toBe("2999-01-31T00:00:00.000Z");
      expect(JSON.stringify(row)).not.toContain(api_key);
    });
  });

  it("creates a client that a running server accepts at once", async () => {
    const server = await installation.serveHere();
    const { clientId, clientSecret } = await installation.client(SCOPE);
    const { status, body } = await requestToken(server, clientId, clientSecret, SCOPE);
    expect(status).toBe(200);
    expect(body.scope.split(" ").sort()).toEqual(SCOPE.split(" ").sort());
    const made = await createContact(server, body.access_token, "ada@example.com");
    expect(made.status).toBe(201);
  });
});
