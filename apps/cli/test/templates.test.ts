import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { DIALECTS, type Installation, inspect, install } from "./support/installation.ts";
import { expectRefusal } from "./support/refusals.ts";

const WABA_ID = "102290129340398";
const ACCESS_TOKEN = "EAAGmRapportNeverShowsThis0123456789";
const ORDER = { name: "order", language: "en_US", status: "PENDING", category: "UTILITY" };
const SALE = { ...ORDER, name: "sale", components: [{ type: "BODY", text: "Sale – {{1}}" }] };

describe.each(DIALECTS)("messaging accounts and templates on %s", (dialect) => {
  // What is printed, and what is refused before a statement.
  const onSqlite = it.runIf(dialect === "sqlite");
  let installation: Installation;
  let tenant: string;
  beforeAll(async () => {
    installation = await install(dialect);
  });
  beforeEach(async () => {
    tenant = (await installation.json("tenant", "create", "--name", "Acme")).tenant_id;
  });
  afterAll(() => installation[Symbol.asyncDispose]());

  const account = (tenantId: string, token = ACCESS_TOKEN) => [
    ...["--tenant", tenantId, "--waba-id", WABA_ID, "--access-token", token],
  ];
  const setAccount = (token?: string) =>
    installation.json("messaging", "set", ...account(tenant, token));
  const storedToken = () =>
    inspect(installation, async (db) => {
      const query = db.kysely.selectFrom("messaging_accounts").select("access_token");
      const ofTenant = query.where("tenant_id", "=", Number(tenant));
      return (await ofTenant.executeTakeFirstOrThrow()).access_token;
    });
  const templateRows = () =>
    inspect(installation, (db) =>
      db.kysely
        .selectFrom("templates")
        .selectAll()
        .where("tenant_id", "=", Number(tenant))
        .execute(),
    );

  function fileOf(content: unknown): string {
    const file = join(installation.dataDir, "templates.json");
    writeFileSync(file, typeof content === "string" ? content : JSON.stringify(content));
    return file;
  }

  const importing = (content: unknown, tenantId = tenant) => [
    ...["template", "import", fileOf(content), "--tenant", tenantId],
  ];

  it("messaging set stores the token encrypted and never prints it", async () => {
    expect(await setAccount()).toEqual({ tenant_id: tenant, waba_id: WABA_ID });
    expect(await storedToken()).not.toContain(ACCESS_TOKEN);
    const { code, stdout, stderr } = await installation.rapport([
      ...["messaging", "set", ...account(tenant)],
    ]);
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
    expect(stdout).toBe(`tenant_id: ${tenant}\nwaba_id: ${WABA_ID}\n`);
  });

  onSqlite("messaging show prints the state of the account without its token", async () => {
    const show = ["messaging", "show", "--tenant", tenant];
    expect(await installation.json(...show)).toEqual([]);
    await setAccount();
    const shown = await installation.json(...show);
    expect(shown).toEqual([
      {
        wabaId: WABA_ID,
        tokenInvalidAt: null,
        syncedAt: null,
        updatedAt: expect.stringMatching(/Z$/),
      },
    ]);
    const { stdout } = await installation.rapport(show);
    expect(stdout).toContain(WABA_ID);
    for (const text of [stdout, JSON.stringify(shown)]) {
      expect(text).not.toContain(ACCESS_TOKEN);
      expect(text).not.toContain(await storedToken());
    }
  });

  onSqlite.each<[string, string[], RegExp]>([
    ["a tenant that does not exist", account("999"), /no tenant .* 999/],
    ["an id that is no number", ["--waba-id", "me", "--access-token", "x"], /string of digits/],
    ["an empty token", ["--waba-id", "1", "--access-token="], /1 to 4096/],
    ["a token with spaces", ["--waba-id", "1", "--access-token", "EAAG x"], /no spaces/],
  ])("messaging set refuses %s", async (_, given, message) => {
    await setAccount();
    const before = await storedToken();
    const args = given.includes("--tenant") ? given : ["--tenant", tenant, ...given];
    const ended = await installation.rapport(["messaging", "set", ...args, "--json"]);
    expectRefusal(ended, message);
    expect(ended.stderr).not.toContain("EAAG");
    expect(await storedToken()).toBe(before);
  });

  it("template import adds templates, and replaces those of the same name and language", async () => {
    const first = await installation.json(...importing([ORDER, SALE]));
    expect(first).toEqual({ imported: "2" });
    const again = { ...ORDER, language: "en-US", status: "APPROVED" };
    expect(await installation.json(...importing([again]))).toEqual({ imported: "1" });
    const listed = await installation.json("template", "list", "--tenant", tenant);
    const times = { createdAt: expect.any(String), updatedAt: expect.any(String) };
    expect(listed).toEqual([
      { id: expect.any(String), ...again, components: null, ...times },
      { id: expect.any(String), ...SALE, ...times },
    ]);
  });

  it("template list prints all of 1,001 templates", async () => {
    expect(await installation.json("template", "list", "--tenant", tenant)).toEqual([]);
    const many = Array.from({ length: 1_001 }, (_, i) => ({ ...SALE, name: `t${i}` }));
    await installation.json(...importing(many));
    const listed = await installation.json("template", "list", "--tenant", tenant);
    expect(listed).toHaveLength(1_001);
  });

  onSqlite("template list prints components as readable JSON without --json", async () => {
    await installation.json(...importing([SALE]));
    const { stdout } = await installation.rapport(["template", "list", "--tenant", tenant]);
    expect(stdout).toContain("name: sale\n");
    expect(stdout).toContain("Sale – {{1}}");
  });

  // The file is read before the database is asked.
  if (dialect === "sqlite") {
    it.each<[string, unknown, RegExp]>([
      ["text that is not JSON", "[{", /cannot be read as JSON/],
      ["an empty file", "", /cannot be read as JSON/],
      ["JSON that is not an array", ORDER, /JSON array of templates/],
      ["an unknown member", [ORDER, { ...SALE, tenant_id: 1 }], /Template 2: .*tenant_id/],
      [
        "a missing member",
        [ORDER, { ...SALE, status: undefined }],
        /Template 2, status: This is mis/,
      ],
      ["a member of another type", [{ ...SALE, name: 7 }, ORDER], /Template 1, name: This must be/],
      [
        "an empty member",
        [ORDER, { ...SALE, category: " " }],
        /Template 2, category: This must be/,
      ],
      [
        "many faults",
        Array(12).fill({ ...ORDER, name: "" }),
        /Template 10, .* There are 2 more fau/,
      ],
    ])("template import refuses %s, and imports nothing", async (_, content, message) => {
      expectRefusal(await installation.rapport([...importing(content), "--json"]), message);
      expect(await templateRows()).toEqual([]);
    });
  }

  it("template import refuses an unknown tenant or file, and imports nothing", async () => {
    expectRefusal(await installation.rapport(importing([ORDER], "999")), /no tenant .* 999/);
    const missing = ["template", "import", "/nowhere/t.json", "--tenant", tenant];
    expectRefusal(await installation.rapport(missing), /There is no file \/nowhere\/t.json/);
    expect(await templateRows()).toEqual([]);
  });
});
