import { readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import about from "../package.json" with { type: "json" };
import {
  DIALECTS,
  type Ended,
  type Installation,
  inspect,
  install,
} from "./support/installation.ts";

const TABLES = [
  "tenants",
  "projects",
  "pipelines",
  "oauth_clients",
  "client_secrets",
  "signing_keys",
  "api_keys",
  "users",
  "state_versions",
] as const;

const HELP = "Run the command with --help to see what it takes.";

describe.each(DIALECTS)("what the database cannot take on %s is refused", (dialect) => {
  let installation: Installation;
  let projectId: string;
  beforeAll(async () => {
    installation = await install(dialect);
    projectId = (await installation.client("crm.contacts.read")).projectId;
    await installation.json("admin", "create", "--email", "ada@example.com");
  });
  afterAll(() => installation[Symbol.asyncDispose]());

  it.each<[string, string, RegExp]>([
    ["an empty name", "tenant create --name=", /name must have 1 to 255 characters/],
    ["a tenant that does not exist", "project create --tenant 999 --name x", /no tenant .* 999/],
    [
      "a client's project that does not exist",
      "client create --project 999 --name x --scope crm.contacts.read",
      /no project .* 999/,
    ],
    [
      "a key's project that does not exist",
      "key create --project 999 --name x --scope deals:read",
      /no project .* 999/,
    ],
    [
      "a client's unknown scope",
      "client create --project P --name x --scope crm.cats.read",
      /no scope crm\.cats\.read\. The scopes are .*crm\.contacts\.read/,
    ],
    [
      "a key's unknown scope",
      "key create --project P --name x --scope crm.contacts.read",
      /no scope crm\.contacts\.read\. The scopes are .*contacts:read/,
    ],
    [
      "no scope at all",
      "client create --project P --name x --scope=",
      /A scope is needed\. The scopes are /,
    ],
    [
      "an end in the past",
      "key create --project P --name x --scope deals:read --expires 2020-01-31T00:00:00Z",
      /expiry time is in the past; give a later one/,
    ],
    ["a client to disable that does not exist", "client disable nobody", /no client .* nobody/],
    ["a client to rotate that does not exist", "client rotate-secret nobody", /no client/],
    ["a weak password", "admin create --email b@example.com --password short", /12 to 1000 char/],
    ["what is no email", "admin create --email nobody", /email must be an email address/],
    [
      "a duplicate admin, in whatever case",
      "admin create --email ADA@example.com",
      /An admin with the email ada@example\.com already exists/,
    ],
  ])("%s", async (_, command, message) => {
    const before = await contents(installation);
    const args = command.replace("--project P", `--project ${projectId}`).split(" ");
    expectRefusal(await installation.rapport([...args, "--json"]), message);
    expect(await contents(installation)).toEqual(before);
  });
});

describe("a command that cannot be understood is refused before anything is opened", () => {
  const expires = "key create --project 1 --name x --scope deals:read --expires";

  it.each<[string, string, RegExp]>([
    ["an unknown noun", "tenants list", /unknown command 'tenants'.*Did you mean tenant\?/],
    ["an unknown verb", "tenant destroy", /unknown command 'destroy'/],
    ["a missing option", "tenant create", /'--name <name>' not specified/],
    [
      "a misspelt option that is needed",
      "tenant create --nme x",
      /unknown option '--nme' \(Did you mean --name\?\)/,
    ],
    ["a missing argument", "client disable", /missing required argument 'id'/],
    ["an unknown option", "migrate --force", /unknown option '--force'/],
    ["an argument too many", "migrate now", /too many arguments/],
    ["an id that is no number", "project create --tenant x --name y", /It must be a whole number/],
    ["a word for --expires", `${expires} tomorrow`, /such as 2027-01-31T00:00:00Z/],
    ["a bare number for --expires", `${expires} 32`, /such as 2027-01-31T00:00:00Z/],
    ["a local form for --expires", `${expires} 1/2/2030`, /such as 2027-01-31T00:00:00Z/],
    ["a time without zone for --expires", `${expires} 2030-01-31T00:00`, /such as 2027/],
    ["a day that no month has for --expires", `${expires} 2030-02-31T00:00:00Z`, /such as 2027/],
  ])("%s", async (_, command, message) => {
    await using installation = await install("sqlite");
    const ended = await installation.rapport([...command.split(" "), "--json"]);
    expectRefusal(ended, message);
    expect(ended.stderr.trim().endsWith(HELP)).toBe(true);
    expect(readdirSync(installation.dataDir)).toEqual([]);
  });
});

it("prints its version", async () => {
  await using installation = await install("sqlite");
  const { code, stdout } = await installation.rapport(["--version"]);
  expect({ code, stdout }).toEqual({ code: 0, stdout: `${about.version}\n` });
});

describe.each(DIALECTS)("a database of a later version on %s", (dialect) => {
  it("is refused by its setting, and left as it is", async () => {
    await using installation = await install(dialect);
    await inspect(installation, ({ kysely }) =>
      kysely
        .insertInto("kysely_migration" as never)
        .values({ name: "999-later", timestamp: "2027-01-31T00:00:00.000Z" } as never)
        .execute(),
    );
    const ended = await installation.rapport(["tenant", "create", "--name", "Acme"]);
    expectRefusal(ended, /DATABASE_URL: .* later version \(999-later\); run that version/);
  });
});

describe("a wrong setting is refused by name before anything is opened", () => {
  it.each<[string, string, RegExp]>([
    ["PORT", "abc", /PORT must be a whole number from 0 to 65535, not "abc"/],
    ["DATABASE_URL", "mysql://u:hunter2@h/x", /DATABASE_URL must start with postgres:\/\//],
    ["SECRET_KEY", "short", /SECRET_KEY must be 32 bytes in base64/],
    ["PUBLIC_URL", "crm.example.com", /PUBLIC_URL must be an origin such as https:\/\//],
    ["OIDC_CLIENT_SECRET", "hunter2", /OIDC_ISSUER must be set as OIDC_CLIENT_SECRET is/],
  ])("%s=%s", async (name, value, message) => {
    await using installation = await install("sqlite");
    const args = ["tenant", "create", "--name", "Acme", "--json"];
    const ended = await installation.rapport(args, { [name]: value });
    expectRefusal(ended, message);
    expect(ended.stderr).not.toContain("hunter2");
    const { stdout } = await installation.rapport(["tenant", "list", "--json"]);
    expect(JSON.parse(stdout)).toEqual([]);
  });

  it("a file that is no database, and a folder, end the command with one line", async () => {
    await using installation = await install("sqlite");
    const file = join(installation.dataDir, "notes.txt");
    writeFileSync(file, "not a database, but long enough to be read as one".repeat(20));
    for (const path of [file, installation.dataDir]) {
      const DATABASE_URL = `sqlite:${path}`;
      const ended = await installation.rapport(["tenant", "list", "--json"], { DATABASE_URL });
      expectRefusal(ended, /DATABASE_URL: the database cannot be opened: /);
    }
  });

  it("a database that does not answer ends the command with one line", async () => {
    await using installation = await install("sqlite");
    const DATABASE_URL = "postgres://u:hunter2@127.0.0.1:1/x";
    const ended = await installation.rapport(["tenant", "list", "--json"], { DATABASE_URL });
    expectRefusal(ended, /ECONNREFUSED 127\.0\.0\.1:1/);
    expect(ended.stderr).not.toContain("hunter2");
  });
});

function expectRefusal({ code, stdout, stderr }: Ended, message: RegExp): void {
  expect({ code, stdout }).toEqual({ code: 1, stdout: "" });
  expect(stderr).toMatch(message);
  expect(stderr).toMatch(/^rapport: [^\n]+\n$/);
  expect(stderr).not.toMatch(/\bat .*:\d+|node:internal|Error:/);
}

function contents(installation: Installation) {
  return inspect(installation, ({ kysely }) =>
    Promise.all(TABLES.map((table) => kysely.selectFrom(table).selectAll().execute())),
  );
}
