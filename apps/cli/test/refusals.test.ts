import { readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import about from "../package.json" with { type: "json" };
import { DIALECTS, type Installation, inspect, install } from "./support/installation.ts";
import { expectRefusal } from "./support/refusals.ts";

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

const HELP = "Run the command with --help to see its options.";

const CONFLICTS: [string, string, RegExp][] = [
  ["an empty name", "tenant create --name=", /name must have 1 to 255 characters/],
  ["a rule that is not on", "admin lift-factor-rule", /Admins do not need a second factor/],
  ["the last owner", "admin set-role --email ada@example.com --role none", /the last owner/],
  [
    "a role in a tenant that does not exist",
    "admin set-role --email ada@example.com --role admin --tenant 999",
    /no tenant .* 999/,
  ],
  [
    "a role that does not exist",
    "admin set-role --email ada@example.com --role none --tenant 1",
    /no role in the tenant/,
  ],
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
    "key create --project P --name x --scope cats:read",
    /no scope cats:read\. The scopes are .*contacts:read/,
  ],
  [
    "no scope at all",
    "client create --project P --name x --scope=",
    /At least one scope is required\. The scopes are /,
  ],
  [
    "an expiry in the past",
    "key create --project P --name x --scope deals:read --expires 2020-01-31T00:00:00Z",
    /expiry time is in the past\. Give a later one/,
  ],
  ["a list of clients of no project", "client list --project 999", /no project .* 999/],
  ["a list of keys of no project", "key list --project 999", /no project .* 999/],
  ["a list of templates of no tenant", "template list --tenant 999", /no tenant .* 999/],
  ["the messaging account of no tenant", "messaging show --tenant 999", /no tenant .* 999/],
  ["a client to disable that does not exist", "client disable nobody", /no client .* nobody/],
  ["a client to rotate that does not exist", "client rotate-secret nobody", /no client/],
  ["a weak password", "admin create --email b@example.com --password short", /12 to 1000 char/],
  ["an invalid email", "admin create --email nobody", /email must be an email address/],
  [
    "a duplicate admin, ignoring case",
    "admin create --email ADA@example.com",
    /An admin with the email ada@example\.com already exists/,
  ],
];

/** Those that a statement finds. The others are found in what was read before, whatever the database. */
const IN_DATABASE = ["the last owner", "a duplicate admin, ignoring case"];

describe.each(DIALECTS)("a command that conflicts with the data on %s", (dialect) => {
  let installation: Installation;
  let projectId: string;
  beforeAll(async () => {
    installation = await install(dialect);
    projectId = (await installation.client("crm.contacts.read")).projectId;
    await installation.json("admin", "create", "--email", "ada@example.com");
  });
  afterAll(() => installation[Symbol.asyncDispose]());

  const conflicts = CONFLICTS.filter(
    ([name]) => dialect === "sqlite" || IN_DATABASE.includes(name),
  );
  it.each(conflicts)("is refused and changes nothing: %s", async (_, command, message) => {
    const before = await contents(installation);
    const args = command.replace("--project P", `--project ${projectId}`).split(" ");
    expectRefusal(await installation.rapport([...args, "--json"]), message);
    expect(await contents(installation)).toEqual(before);
  });

  it("ends its process with exit code 1", async () => {
    const args = ["project", "create", "--tenant", "999", "--name", "x"];
    expectRefusal(await installation.spawn(args), /no tenant .* 999/);
  });
});

describe("a malformed command", () => {
  const expires = "key create --project 1 --name x --scope deals:read --expires";

  it.each<[string, string, RegExp]>([
    ["an unknown noun", "tenants list", /unknown command 'tenants'.*Did you mean tenant\?/],
    ["an unknown verb", "tenant destroy", /unknown command 'destroy'/],
    ["help for an unknown noun", "help nosuch", /unknown command 'nosuch'/],
    ["help for an unknown verb", "import help nosuch", /unknown command 'nosuch'/],
    ["a missing option", "tenant create", /'--name <name>' not specified/],
    [
      "a misspelt option that is needed",
      "tenant create --nme x",
      /unknown option '--nme' \(Did you mean --name\?\)/,
    ],
    ["a missing argument", "client disable", /missing required argument 'id'/],
    [
      "an argument that is no id",
      "key disable abc",
      /^rapport: argument 'id' cannot be 'abc'\. It must be a whole number\. For example: /,
    ],
    ["an unknown option", "migrate --force", /unknown option '--force'/],
    ["one argument too many", "migrate now", /too many arguments/],
    [
      "an option whose value is given twice",
      "client create --project 1 --name x --scope crm.contacts.read --scope crm.deals.read",
      /'--scope <scopes>' is given twice\. Give it once\./,
    ],
    ["a folder instead of a file", "erase --from /", /\/ is a folder\. Name a file\./],
    ["a folder instead of a new file", "backup /", /\/ is a folder\. Name a file\./],
    [
      "a folder instead of a file to export to",
      "project export --project 1 --out /",
      /is a folder\./,
    ],
    ["a file in a file", "backup /dev/null/copy.db", /There is no folder \/dev\/null\./],
    ["an id that is no number", "project create --tenant x --name y", /It must be a whole number/],
    ["a word for --expires", `${expires} tomorrow`, /such as 2027-01-31T00:00:00Z/],
    ["a bare number for --expires", `${expires} 32`, /such as 2027-01-31T00:00:00Z/],
    ["a local date format for --expires", `${expires} 1/2/2030`, /such as 2027-01-31T00:00:00Z/],
    ["a time without a time zone for --expires", `${expires} 2030-01-31T00:00`, /such as 2027/],
    ["a day that does not exist for --expires", `${expires} 2030-02-31T00:00:00Z`, /such as 2027/],
  ])("is refused before anything is opened: %s", async (_, command, message) => {
    await using installation = await install("sqlite");
    const ended = await installation.rapport([...command.split(" "), "--json"]);
    expectRefusal(ended, message);
    expect(ended.stderr.trim().endsWith(HELP)).toBe(true);
    expect(readdirSync(installation.dataDir)).toEqual(["secret-key"]);
  });

  it("ends its process with exit code 1", async () => {
    await using installation = await install("sqlite");
    expectRefusal(await installation.spawn(["tenants", "list"]), /unknown command 'tenants'/);
  });
});

it("rapport --version prints the version", async () => {
  await using installation = await install("sqlite");
  const { code, stdout } = await installation.spawn(["--version"]);
  expect({ code, stdout }).toEqual({ code: 0, stdout: `${about.version}\n` });
});

describe.each(DIALECTS)("a database whose later version removed something on %s", (dialect) => {
  it("is refused with the name of its setting", async () => {
    await using installation = await install(dialect);
    await inspect(installation, ({ kysely }) =>
      kysely
        .insertInto("kysely_migration" as never)
        .values({ name: "999-contract-after-998", timestamp: "2027-01-31T00:00:00.000Z" } as never)
        .execute(),
    );
    const ended = await installation.rapport(["tenant", "create", "--name", "Acme"]);
    expectRefusal(
      ended,
      /DATABASE_URL: .* later version \(999-contract-after-998\); run that version/,
    );
  });
});

describe("a wrong setting", () => {
  it.each<[string, string, RegExp]>([
    ["PORT", "abc", /PORT must be a whole number from 0 to 65535, not "abc"/],
    ["DATABASE_URL", "mysql://u:hunter2@h/x", /DATABASE_URL must start with postgres:\/\//],
    ["SECRET_KEY", "short", /SECRET_KEY must be 32 bytes in base64/],
    ["PUBLIC_URL", "crm.example.com", /PUBLIC_URL must be an origin such as https:\/\//],
    ["METRICS_PORT", "3000", /METRICS_PORT must be another port than PORT, 3000/],
    ["ADMIN_METRICS_PORT", "3001", /ADMIN_METRICS_PORT must be .* than ADMIN_PORT, 3001/],
    ["WORKER_METRICS_PORT", "65536", /WORKER_METRICS_PORT must be a whole number/],
    ["OIDC_CLIENT_SECRET", "hunter2", /OIDC_ISSUER must be set because OIDC_CLIENT_SECRET is set/],
  ])("is refused by its name before anything is opened: %s=%s", async (name, value, message) => {
    await using installation = await install("sqlite");
    const args = ["tenant", "create", "--name", "Acme", "--json"];
    const ended = await installation.rapport(args, { [name]: value });
    expectRefusal(ended, message);
    expect(ended.stderr).not.toContain("hunter2");
    const { stdout } = await installation.rapport(["tenant", "list", "--json"]);
    expect(JSON.parse(stdout)).toEqual([]);
  });

  it("is refused if the database is another file or a folder", async () => {
    await using installation = await install("sqlite");
    const file = join(installation.dataDir, "notes.txt");
    writeFileSync(file, "not a database, but long enough to be read as one".repeat(20));
    for (const path of [file, installation.dataDir]) {
      const DATABASE_URL = `sqlite:${path}`;
      const ended = await installation.rapport(["tenant", "list", "--json"], { DATABASE_URL });
      expectRefusal(ended, /DATABASE_URL: the database cannot be opened: /);
    }
  });

  it.each([
    ["tenant list"],
    ["backup ./new.dump"],
    ["compact"],
    ["erasures --out ./list.ndjson"],
    ["quota show"],
    ["secrets rotate"],
    ["secrets reset --i-lost-the-key"],
    ["project export --project 1 --out ./new.ndjson.gz"],
    ["scale-out --shards 4"],
  ])("is refused if the database does not answer: %s", async (command) => {
    await using installation = await install("sqlite");
    const DATABASE_URL = "postgres://u:hunter2@127.0.0.1:1/x";
    const ended = await installation.rapport([...command.split(" "), "--json"], { DATABASE_URL });
    expectRefusal(
      ended,
      /DATABASE_URL: the database cannot be reached: .*ECONNREFUSED 127\.0\.0\.1:1/,
    );
    expect(ended.stderr).not.toContain("hunter2");
  });
});

function contents(installation: Installation) {
  return inspect(installation, ({ kysely }) =>
    Promise.all(TABLES.map((table) => kysely.selectFrom(table).selectAll().execute())),
  );
}
