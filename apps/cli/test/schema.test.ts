import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { AnyJson } from "@rapport/testing";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { DIALECTS, type Installation, inspect, install } from "./support/installation.ts";

/** A schema with a part of every kind, as `pull` writes it. */
const LISTINGS = {
  format: 1,
  associationLabels: [
    {
      ...{ from: "company", to: "company", key: "parent", label: "Parent" },
      ...{ inverseKey: "subsidiary", inverseLabel: "Subsidiary", maxPerSource: 1 },
    },
    {
      ...{ from: "listing", to: "contact", key: "seller", label: "Seller" },
      ...{ inverseKey: "sells", inverseLabel: "Sells", maxPerTarget: 3 },
    },
    { from: "listing", to: "contact", key: "visitor", label: "Visitor" },
  ],
  types: [
    {
      name: "contact",
      pluralLabel: "People",
      layout: { form: ["email", "shoe_size"], groups: ["Body"], header: ["shoe_size"] },
      properties: {
        lifecyclestage: {
          ...{ type: "enumeration", label: "Phase", indexed: true, closed: true },
          options: [
            { value: "lead", label: "Lead" },
            { value: "customer", label: "Customer" },
          ],
        },
        shoe_size: {
          ...{ type: "number", label: "Shoe size", group: "Body", indexed: true },
          rules: { min: "10", max: "60", decimals: 1 },
        },
      },
    },
    {
      name: "listing",
      plural: "listings",
      ...{ label: "Listing", pluralLabel: "Listings", icon: "home" },
      description: "A house for sale",
      nameProperties: [["street"], ["owner_id"]],
      required: [["street"]],
      activity: { at: "seen_at", body: "report" },
      layout: { hiddenIfEmpty: [], properties: ["street", "rooms"] },
      properties: {
        owner_id: { type: "string", label: "Agent", indexed: true },
        street: { type: "string", label: "Street", indexed: true },
        seen_at: { type: "datetime", label: "Seen", indexed: true },
        report: { type: "text", label: "Report" },
        tags: { type: "string", label: "Tags", multi: true },
        rooms: { type: "number", label: "Rooms", default: "3" },
        energy: {
          ...{ type: "enumeration", label: "Energy class", description: "From A to B" },
          options: [
            { value: "b", label: "B", color: "teal" },
            { value: "a", label: "A" },
          ],
        },
      },
      pipelines: [
        {
          ...{ key: "sale", label: "Sale", isDefault: true },
          stages: [
            { key: "offered", label: "Offered", color: "orange" },
            { key: "sold", label: "Sold", closed: true },
          ],
        },
        { key: "default", label: "Rent", stages: [{ key: "free", label: "Free" }] },
      ],
    },
    { name: "vehicle", plural: "vehicles", label: "Vehicle", pluralLabel: "Vehicles", icon: "car" },
  ],
};

type File = typeof LISTINGS;

describe.each(DIALECTS)("the schema of a project as a file on %s", (dialect) => {
  // The text that a command prints is made of a schema that the other tests read on both databases.
  const onSqlite = it.runIf(dialect === "sqlite");
  let installation: Installation;
  let tenant: string;
  let project: string;
  beforeAll(async () => {
    installation = await install(dialect);
    tenant = (await installation.json("tenant", "create", "--name", "Acme")).tenant_id;
  });
  beforeEach(async () => {
    project = await newProject();
  });
  afterAll(() => installation[Symbol.asyncDispose]());

  async function newProject(): Promise<string> {
    const create = ["project", "create", "--tenant", tenant, "--name", "Sales"];
    return (await installation.json(...create)).project_id;
  }

  const file = () => join(installation.dataDir, "schema.json");
  const write = (content: unknown) => writeFileSync(file(), JSON.stringify(content));
  const schema = (...args: string[]) => installation.rapport(["schema", ...args]);

  async function pull(from = project): Promise<string> {
    const out = join(installation.dataDir, `pulled-${from}.json`);
    const { code, stderr } = await schema("pull", "--project", from, "--out", out);
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
    return readFileSync(out, "utf8");
  }

  async function push(content: unknown, ...options: string[]) {
    write(content);
    return schema("push", file(), "--project", project, ...options);
  }

  async function pushed(content: unknown, ...options: string[]): Promise<readonly string[]> {
    const { code, stdout, stderr } = await push(content, ...options);
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
    return stdout.trimEnd().split("\n");
  }

  async function refused(content: unknown, ...options: string[]): Promise<string> {
    const { code, stderr } = await push(content, ...options);
    expect(code).toBe(1);
    return stderr;
  }

  const events = () =>
    inspect(installation, (db) =>
      db.kysely
        .selectFrom("events")
        .select(["id"])
        .where("project_id", "=", Number(project))
        .execute(),
    );
  const version = () =>
    inspect(installation, async (db) => {
      const query = db.kysely.selectFrom("projects").select("schema_version");
      return (await query.where("id", "=", Number(project)).executeTakeFirstOrThrow())
        .schema_version;
    });

  /** The file of a new project, to which a test adds parts. */
  async function withTypes(...types: object[]): Promise<AnyJson> {
    const { format, types: own } = JSON.parse(await pull());
    const names = types.map((one) => (one as { name: string }).name);
    return {
      format,
      types: [...own.filter((one: { name: string }) => !names.includes(one.name)), ...types],
    };
  }

  onSqlite("of a new project has its pipelines only", async () => {
    const { types, ...rest } = JSON.parse(await pull());
    expect(rest).toEqual({ format: 1 });
    expect(types.length).toBeGreaterThan(0);
    for (const type of types) expect(Object.keys(type)).toEqual(["name", "pipelines"]);
  });

  it("is planned, pushed in one change and pulled with the same bytes", async () => {
    const content = {
      ...(await withTypes(...LISTINGS.types)),
      associationLabels: LISTINGS.associationLabels,
    };
    const planned = await pushed(content, "--dry-run");
    expect(planned).toEqual(
      expect.arrayContaining([
        "~ type contact (pluralLabel, layout)",
        "~ property contact.lifecyclestage (closed, label, options)",
        "+ property contact.shoe_size",
        "+ type listing",
        "+ property listing.street",
        "~ property listing.owner_id (label)",
        "+ pipeline listing.sale",
        "+ stage listing.sale.sold",
        "+ pipeline listing.default",
        "+ type vehicle",
        "+ association label listing.contact.seller",
        "+ association label company.company.parent",
      ]),
    );
    expect(planned.at(-1)).toMatch(/^\d+ changes planned\. Nothing was changed\.$/);
    const [before, known] = [await version(), (await events()).length];
    expect(await pull()).not.toContain("listing");

    const done = await pushed(content);
    expect(done.slice(0, -1)).toEqual(planned.slice(0, -1));
    expect(await version()).toBe(before + 1);
    expect((await events()).length).toBeGreaterThan(known + 10);
    const first = await pull();
    expect(await pushed(JSON.parse(first))).toEqual(["The project already has this schema."]);
    expect(await pull()).toBe(first);
    expect(
      JSON.parse(first).types.find(({ name }: File["types"][number]) => name === "listing"),
    ).toEqual(LISTINGS.types[1]);
    expect(JSON.parse(first).associationLabels).toEqual(LISTINGS.associationLabels);
    project = await newProject();
    await pushed(JSON.parse(first));
    expect(await pull()).toBe(first);
    await pushed(JSON.parse(first), "--prune");
    expect(await pull()).toBe(first);
  });

  onSqlite("has sorted keys at every level", async () => {
    await pushed(await withTypes(...LISTINGS.types));
    const visit = (part: unknown): void => {
      if (typeof part !== "object" || part === null) return;
      const names = Object.keys(part);
      if (!Array.isArray(part)) expect(names).toEqual(names.toSorted());
      for (const one of Object.values(part)) visit(one);
    };
    visit(JSON.parse(await pull()));
  });

  it("keeps what the file lacks, and removes it with --prune", async () => {
    const empty = await pull();
    await pushed(await withTypes(...LISTINGS.types));
    const full = await pull();
    expect(await pushed(JSON.parse(empty))).toEqual(["The project already has this schema."]);
    expect(await pull()).toBe(full);
    const plan = await pushed(JSON.parse(empty), "--prune");
    expect(plan).toEqual(
      expect.arrayContaining([
        "- type listing",
        "- type vehicle",
        "- property contact.shoe_size",
        "~ type contact (pluralLabel, layout)",
        "~ property contact.lifecyclestage (closed, label, options)",
      ]),
    );
    expect(await pull()).toBe(empty);
  });

  it("changes and removes labels of associations", async () => {
    const { format, associationLabels } = LISTINGS;
    const types = (await withTypes(LISTINGS.types[1] as object)).types;
    await pushed({ format, types, associationLabels });
    const [parent, seller] = structuredClone(associationLabels) as AnyJson[];
    const changed = [
      { ...parent, maxPerSource: 2 },
      { ...seller, label: "Owner", inverseLabel: "Owns" },
    ];
    expect(await pushed({ format, types, associationLabels: changed })).toEqual([
      "~ association label company.company.parent (maxPerSource)",
      "~ association label listing.contact.seller (inverseLabel, label)",
      "2 changes done.",
    ]);
    const plan = await pushed({ format, types, associationLabels: [changed[0]] }, "--prune");
    expect(plan).toEqual([
      "- association label listing.contact.seller",
      "- association label listing.contact.visitor",
      "2 changes done.",
    ]);
    expect(JSON.parse(await pull()).associationLabels).toEqual([changed[0]]);
  });

  it("moves, renames, adds and removes pipelines and stages, also where labels change places", async () => {
    const pipelines = (...all: object[]) => withTypes({ name: "ticket", pipelines: all });
    const ticket = async () =>
      JSON.parse(await pull()).types.find(({ name }: AnyJson) => name === "ticket");
    const [open, done] = [
      { key: "begun", label: "Open" },
      { key: "ended", label: "Done", closed: true },
    ];
    const [a, b] = [
      { key: "first", label: "A", isDefault: true, stages: [open, done] },
      { key: "second", label: "B", stages: [open] },
    ];
    await pushed(await pipelines(a, b), "--prune");
    const swapped = await pipelines(
      { ...b, label: "A", isDefault: true },
      {
        ...a,
        label: "B",
        isDefault: undefined,
        stages: [
          { ...done, label: "Open" },
          { ...open, label: "Done" },
        ],
      },
    );
    expect(await pushed(swapped)).toEqual([
      "~ pipeline ticket.second (label, isDefault)",
      "~ pipeline ticket.first (label, isDefault, order of stages)",
      "~ stage ticket.first.ended (label)",
      "~ stage ticket.first.begun (label)",
      "~ pipeline ticket (order)",
      "5 changes done.",
    ]);
    expect(await ticket()).toEqual(JSON.parse(JSON.stringify(swapped.types.at(-1))));
    const only = await pipelines({
      ...b,
      isDefault: true,
      stages: [{ key: "new", label: "Open" }],
    });
    expect(await pushed(only, "--prune")).toEqual([
      "~ pipeline ticket.second (label)",
      "+ stage ticket.second.new",
      "- stage ticket.second.begun",
      "- pipeline ticket.first",
      "4 changes done.",
    ]);
    expect(await ticket()).toEqual(only.types.at(-1));
  });

  const WRONG: readonly (readonly [string, (file: AnyJson) => void, RegExp])[] = [
    ["an unknown member", (f) => Object.assign(f.types[0], { colour: 1 }), /types\.0: .*colour/],
    ["another format", (f) => Object.assign(f, { format: 2 }), /format: /],
    ["no list of types", (f) => Object.assign(f, { types: {} }), /types: /],
    [
      "a wrong type of a property",
      (f) => Object.assign(listing(f).properties.street, { type: "text2" }),
      /types\.\d+\.properties\.street\.type: /,
    ],
    [
      "an invalid name of a property",
      (f) => Object.assign(listing(f).properties, { "a b": { type: "string", label: "A" } }),
      /types\.\d+\.properties\.a b: A name must/,
    ],
    [
      "a required property that it lacks",
      (f) => {
        delete listing(f).properties.street;
      },
      /types\.\d+\.nameProperties\.0\.0: The type has no property "street"[\s\S]*types\.\d+\.required\.0\.0: /,
    ],
    [
      "a reserved name of a type",
      (f) => Object.assign(listing(f), { name: "batch" }),
      /types\.\d+\.name: "batch" cannot be/,
    ],
    [
      "a name twice",
      (f) => f.types.push({ ...listing(f), plural: "others" }),
      /types\.\d+\.name: Another type/,
    ],
    [
      "a plural that is another's name",
      (f) => Object.assign(listing(f), { plural: "deal" }),
      /types\.\d+\.plural: /,
    ],
    [
      "no plural",
      (f) => {
        delete listing(f).plural;
      },
      /types\.\d+\.plural: /,
    ],
    [
      "two defaults",
      (f) => Object.assign(listing(f).pipelines[1], { isDefault: true }),
      /types\.\d+\.pipelines: Exactly one/,
    ],
    [
      "a key twice",
      (f) => Object.assign(listing(f).pipelines[1], { key: "sale" }),
      /types\.\d+\.pipelines\.1\.key: /,
    ],
    [
      "a label twice",
      (f) => Object.assign(listing(f).pipelines[0].stages[1], { label: "offered" }),
      /types\.\d+\.pipelines\.0\.stages\.1\.label: /,
    ],
    [
      "no stages",
      (f) => Object.assign(listing(f).pipelines[1], { stages: [] }),
      /types\.\d+\.pipelines\.1\.stages: /,
    ],
    [
      "a probability where there is none",
      (f) => Object.assign(listing(f).pipelines[1].stages[0], { probability: "0.5" }),
      /types\.\d+\.pipelines\.1\.stages\.0\.probability: /,
    ],
    [
      "pipelines of contacts",
      (f) => f.types.unshift({ name: "contact", pipelines: listing(f).pipelines }),
      /types\.0\.pipelines: Records of the type contact/,
    ],
    [
      "another type of a property that exists",
      (f) =>
        f.types.unshift({
          name: "contact",
          properties: { email: { type: "number", label: "Email" } },
        }),
      /types\.0\.properties\.email\.type: This property has the type email/,
    ],
    [
      "options of a text",
      (f) => Object.assign(listing(f).properties.street, { options: [{ value: "a", label: "A" }] }),
      /types\.\d+\.properties\.street\.options: /,
    ],
    [
      "a label of a type that it lacks",
      (f) =>
        Object.assign(f, {
          associationLabels: [{ from: "unicorn", to: "contact", key: "a", label: "A" }],
        }),
      /associationLabels\.0\.from: The file has no object type "unicorn"/,
    ],
    [
      "a label twice",
      (f) => {
        const label = { from: "contact", to: "company", key: "boss", label: "Boss" };
        Object.assign(f, { associationLabels: [label, label] });
      },
      /associationLabels\.1\.key: /,
    ],
    [
      "a limit below one",
      (f) =>
        Object.assign(f, {
          associationLabels: [
            { from: "contact", to: "company", key: "a", label: "A", maxPerSource: 0 },
          ],
        }),
      /associationLabels\.0\.maxPerSource: /,
    ],
    [
      "a rule that a type does not have",
      (f) => Object.assign(listing(f).properties.street, { rules: { min: "1" } }),
      /types\.\d+\.properties\.street\.rules/,
    ],
  ];

  // The form of the file is checked before the database has to know it.
  if (dialect === "sqlite") {
    it.each(WRONG)(
      "with %s is refused with the path, and nothing is changed",
      async (_, spoil, message) => {
        const wrong = structuredClone(await withTypes(LISTINGS.types[1] as object));
        spoil(wrong);
        const before = await pull();
        for (const options of [[], ["--dry-run"], ["--prune"]]) {
          const { code, stderr } = await push(wrong, ...options);
          expect([code, stderr]).toEqual([1, expect.stringMatching(message)]);
        }
        expect(await pull()).toBe(before);
      },
    );
  }

  it("is not pushed while records use what it removes", async () => {
    const empty = JSON.parse(await pull());
    await pushed(await withTypes(...LISTINGS.types));
    const { deals } = { deals: empty.types.find(({ name }: { name: string }) => name === "deal") };
    const server = await installation.serveHere();
    const client = await installation.json(
      "client",
      "create",
      "--project",
      project,
      "--name",
      "Sync",
      "--scope",
      "crm.contacts.write crm.deals.write crm.custom.write",
    );
    const token = await tokenOf(server.url, client);
    const create = (plural: string, properties: object) =>
      fetch(`${server.url}/api/objects/${plural}`, {
        method: "POST",
        headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
        body: JSON.stringify({ properties }),
      }).then(({ status }) => expect(status).toBe(201));
    await create("contacts", {
      email: "ada@example.com",
      shoe_size: 38,
      lifecyclestage: "customer",
    });
    await create("listings", { street: "Elm Street" });
    await create("deals", { name: "Engine", stage: "won" });

    const before = await pull();
    const message = await refused(empty, "--prune");
    expect(message).toMatch(
      /contact\.shoe_size: The property "shoe_size" is used by 1 record|listing: /,
    );
    const listed = await withTypes();
    for (const options of [["--prune"], ["--prune", "--dry-run"]]) {
      const without = (name: string) =>
        listed.types.filter((one: { name: string }) => one.name !== name);
      expect(await refused({ format: 1, types: without("listing") }, ...options)).toMatch(
        /listing: There is 1 record of the type listing|listing: .*1 record/,
      );
      const stages = deals.pipelines[0].stages.filter(({ key }: { key: string }) => key !== "won");
      const changed = { ...deals, pipelines: [{ ...deals.pipelines[0], stages }] };
      expect(
        await refused({ format: 1, types: [...without("deal"), changed] }, ...options),
      ).toMatch(/types\.\d+\.pipelines: The stage "won" is used by 1 record/);
      const contact = structuredClone(LISTINGS.types[0]) as AnyJson;
      contact.properties.lifecyclestage.options.pop();
      expect(
        await refused({ format: 1, types: [...without("contact"), contact] }, ...options),
      ).toMatch(
        /types\.\d+\.properties\.lifecyclestage: The option "customer" of "lifecyclestage" is used by 1 record/,
      );
    }
    expect(await pull()).toBe(before);
  });

  it("is pushed by one of two at the same time, and the other says so", async () => {
    const one = await withTypes(LISTINGS.types[0] as object);
    const other = await withTypes(LISTINGS.types[2] as object);
    const files = [one, other].map((content, at) => {
      const path = join(installation.dataDir, `push-${at}.json`);
      writeFileSync(path, JSON.stringify(content));
      return path;
    });
    const ended = await Promise.all(
      files.map((path) => schema("push", path, "--project", project)),
    );
    const lost = ended.filter(({ code }) => code !== 0);
    // Both may also have run one after the other.
    for (const { stderr } of lost) expect(stderr).toContain("Run the command again.");
    expect(lost.length).toBeLessThan(2);
    const pulled = await pull();
    const has = [pulled.includes("shoe_size"), pulled.includes("vehicle")];
    expect(has.filter(Boolean)).toHaveLength(2 - lost.length);
  });

  onSqlite("is a project's that exists", async () => {
    write({ format: 1, types: [] });
    for (const args of [["pull", "--out", file()], ["push", file()], ["types"]]) {
      const { code, stderr } = await schema(...args, "--project", "999");
      expect([args[0], code, stderr]).toEqual([
        args[0],
        1,
        expect.stringContaining("no project with id 999"),
      ]);
    }
  });

  onSqlite("is noted in the audit log, by the command line", async () => {
    await pushed(await withTypes(LISTINGS.types[0] as object));
    const rows = await inspect(installation, (db) =>
      db.kysely
        .selectFrom("audit_log")
        .selectAll()
        .where("action", "=", "schema.push")
        .where("project_id", "=", Number(project))
        .execute(),
    );
    expect(rows).toHaveLength(1);
    expect(rows[0]).toMatchObject({ actor: "cli:rapport" });
    expect(JSON.stringify(rows[0]?.details)).toContain("+ property contact.shoe_size");
  });

  onSqlite("is printed as one JSON document with --json", async () => {
    write(await withTypes(LISTINGS.types[0] as object));
    const run = ["schema", "push", file(), "--project", project];
    expect(await installation.json(...run, "--dry-run")).toMatchObject({
      dry_run: true,
      changed: false,
    });
    expect(await installation.json(...run)).toMatchObject({
      changed: true,
      plan: expect.arrayContaining([
        { sign: "+", part: "property", name: "contact.shoe_size", settings: [] },
      ]),
    });
  });
});

function listing(file: AnyJson): AnyJson {
  return file.types.find(({ plural }: { plural?: string }) => plural === "listings");
}

async function tokenOf(url: string, client: Readonly<Record<string, string>>): Promise<string> {
  const answer = await fetch(`${url}/oauth2/token`, {
    method: "POST",
    headers: {
      authorization: `Basic ${btoa(`${client.client_id}:${client.client_secret}`)}`,
      "content-type": "application/x-www-form-urlencoded",
    },
    body: "grant_type=client_credentials&scope=crm.contacts.write crm.deals.write crm.custom.write",
  });
  return ((await answer.json()) as { access_token: string }).access_token;
}
