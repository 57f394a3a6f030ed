import { gzipSync } from "node:zlib";
import { startWorker, type Worker } from "@rapport/core";
import { DIALECTS } from "@rapport/testing";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type AdminApp, type SignedIn, startAdminApp } from "./support/admin-app.ts";

const EVENTUALLY = { timeout: 30_000, interval: 50 };

describe.each(DIALECTS)("imports in preparation on %s", (dialect) => {
  // What reads a file and proposes options knows nothing of the database.
  const onSqlite = it.runIf(dialect === "sqlite");
  let app: AdminApp;
  let admin: SignedIn;
  let worker: Worker;
  const errors: unknown[] = [];
  beforeAll(async () => {
    app = await startAdminApp(dialect);
    admin = await app.admin("admin");
    worker = startWorker(app.deps, { onError: (error) => errors.push(error) });
  });
  afterAll(async () => {
    await worker.stop();
    await app[Symbol.asyncDispose]();
    expect(errors).toEqual([]);
  });

  async function upload(
    content: string | Buffer,
    {
      by = admin,
      object = "contact",
      name = "people.csv",
      headers = { "x-rapport-admin": "1" } as Record<string, string>,
      project = app.projectId,
    } = {},
  ) {
    const response = await fetch(
      `${app.url}/uploads/imports/${project}?object=${object}&name=${encodeURIComponent(name)}`,
      {
        method: "PUT",
        headers: { ...headers, cookie: by.cookie },
        body: new Uint8Array(Buffer.from(content)),
      },
    );
    return { status: response.status, body: await response.json() };
  }

  async function prepared(content: string | Buffer, options?: Parameters<typeof upload>[1]) {
    const { status, body } = await upload(content, options);
    expect(body).toMatchObject({ id: expect.any(String) });
    expect(status).toBe(200);
    const input = { projectId: app.projectId, id: body.id as string };
    const { drafts } = admin.trpc.imports;
    return {
      input,
      read: () => drafts.read.query(input),
      set: async (change: object) => {
        const { options } = await drafts.read.query(input);
        await drafts.setOptions.mutate({ ...input, options: { ...options, ...change } as never });
      },
      /** Runs a dry run and returns its counts. */
      check: async () => {
        await drafts.check.mutate(input);
        await expect
          .poll(async () => (await drafts.read.query(input)).check?.state, EVENTUALLY)
          .not.toBe("running");
        return (await drafts.read.query(input)).check;
      },
      rows: async (outcome: "created" | "updated" | "unchanged" | "duplicate" | "refused") =>
        (await drafts.rows.query({ ...input, outcome })).rows,
      discard: () => drafts.discard.mutate(input),
      fix: (number: number, cells: Record<string, string>) =>
        drafts.fixRow.mutate({ ...input, number, cells }),
    };
  }

  async function contact(values: Readonly<Record<string, string>>): Promise<number> {
    const properties = Object.entries(values).map(([internal_name, value]) => ({
      internal_name,
      value,
    }));
    const made = await admin.trpc.records.create.mutate({
      projectId: app.projectId,
      type: "contact",
      properties,
    });
    return made.id;
  }

  onSqlite("propose a property for each column, the key and the forms of values", async () => {
    const draft = await prepared(
      "E-Mail;Vorname;Lieblingsfarbe;Kunde seit\nada@example.com;Ada;rot;\ngrace@example.com;Grace;;\n",
    );
    const found = await draft.read();
    expect(found).toMatchObject({
      type: "contact",
      fileName: "people.csv",
      encoding: "utf-8",
      rows: 2,
      options: {
        mode: "upsert",
        idProperty: "email",
        mapping: { "E-Mail": "email", Vorname: "firstname", Lieblingsfarbe: null },
        emptyCells: "keep",
      },
      issues: [],
      check: null,
      actor: { kind: "admin", label: admin.email },
    });
    expect(found.columns.map(({ name, samples, by }) => [name, samples, by])).toEqual([
      ["E-Mail", ["ada@example.com", "grace@example.com"], "name"],
      ["Vorname", ["Ada", "Grace"], "name"],
      ["Lieblingsfarbe", ["rot"], null],
      ["Kunde seit", [], null],
    ]);
    const list = await admin.trpc.imports.drafts.list.query({ projectId: app.projectId });
    expect(list.map(({ id }) => id)).toContain(draft.input.id);
  });

  it("propose the ids of an export as the key if no column identifies records", async () => {
    const make = async (name: string) =>
      (
        await admin.trpc.records.create.mutate({
          ...{ projectId: app.projectId, type: "deal" },
          properties: [{ internal_name: "name", value: name }],
        })
      ).id;
    const [first, second] = [await make("First"), await make("Second")];
    const file = (ids: readonly number[], name = "Record id") =>
      `${name},Name\n${ids.map((id) => `${id},Again ${id}`).join("\n")}\n`;
    const draft = await prepared(file([first, second]), { object: "deal" });
    const found = await draft.read();
    expect(found).toMatchObject({
      options: { mode: "update", idProperty: "id", mapping: { "Record id": "id", Name: "name" } },
      issues: [],
    });
    expect(found.columns[0]).toMatchObject({ name: "Record id", by: "name" });
    expect(await draft.check()).toMatchObject({ counts: { updated: 2, created: 0 } });

    const times = "Created,Last change,Created (createdAt),createdAt";
    const own = "2020-01-02T00:00:00.000Z,".repeat(4).slice(0, -1);
    const again = await prepared(`Record id,Name,${times}\n${first},Again ${first},${own}\n`, {
      object: "deal",
    });
    expect((await again.read()).options.mapping).toEqual({
      ...{ "Record id": "id", Name: "name" },
      ...{ Created: null, "Last change": null, "Created (createdAt)": null, createdAt: null },
    });
    await again.set({ mapping: { "Record id": "id", Name: null, Created: "name" } });
    expect((await again.read()).columns.map(({ name, by }) => [name, by]).slice(0, 3)).toEqual([
      ["Record id", "name"],
      ["Name", null],
      ["Created", null],
    ]);

    const created = { options: { mode: "create" } };
    const optionsOf = async (content: string, object = "deal") =>
      (await prepared(content, { object })).read();
    expect(await optionsOf(file([first, second], "id"))).toMatchObject({
      options: { mode: "update", idProperty: "id" },
    });
    // Ids of another type or system, and the spelling of another system.
    expect(await optionsOf(file([first, second]), "ticket")).toMatchObject(created);
    expect(await optionsOf(file([first, 900_001, 900_002]))).toMatchObject(created);
    expect(await optionsOf(file([first, second], "Record ID"))).toMatchObject(created);
    const contacts = await optionsOf(`Record id,Email\n${first},a@x.test\n`, "contact");
    expect(contacts.options).toMatchObject({
      ...{ mode: "upsert", idProperty: "email" },
      mapping: { "Record id": null, Email: "email" },
    });
  });

  onSqlite(
    "propose the forms of dates and numbers again for columns that get a property later",
    async () => {
      const size = { name: "shoe_size", label: "Size in cm", type: "number" } as const;
      const born = { name: "born_on", label: "Born on", type: "date" } as const;
      for (const settings of [size, born]) {
        await admin.trpc.schema.saveProperty.mutate({
          ...{ projectId: app.projectId, type: "contact", settings, isNew: true },
        });
      }
      app.deps.schemas.clear();
      const file =
        "E-Mail;Schuh;Stichtag\na@form.test;37,5;02.02.1951\nb@form.test;38;03.04.1960\n";
      const none = { "E-Mail": "email", Schuh: null, Stichtag: null };
      const draft = await prepared(file);
      expect((await draft.read()).options).toMatchObject({ mapping: none, decimalSeparator: "." });
      await draft.set({ mapping: { ...none, Schuh: "shoe_size" } });
      expect((await draft.read()).options).toMatchObject({
        ...{ decimalSeparator: ",", dateFormat: "YYYY-MM-DD" },
      });
      await draft.set({ mapping: { "E-Mail": "email", Schuh: "shoe_size", Stichtag: "born_on" } });
      expect((await draft.read()).options).toMatchObject({
        ...{ decimalSeparator: ",", dateFormat: "DD.MM.YYYY" },
      });
      expect(await draft.check()).toMatchObject({ counts: { created: 2, refused: 0 } });
    },
  );

  onSqlite("keep a form that an admin chose, whatever property a column gets", async () => {
    const settings = { name: "width", label: "Width", type: "number" } as const;
    await admin.trpc.schema.saveProperty.mutate({
      ...{ projectId: app.projectId, type: "contact", settings, isNew: true },
    });
    app.deps.schemas.clear();
    const draft = await prepared("E-Mail;Breite\na@kept.test;37,5\n");
    const mapped = { "E-Mail": "email", Breite: "width" };
    await draft.set({ mapping: mapped });
    await draft.set({ decimalSeparator: "." });
    await draft.set({ mapping: { ...mapped, Breite: null } });
    await draft.set({ mapping: mapped });
    expect((await draft.read()).options).toMatchObject({ decimalSeparator: "." });
  });

  onSqlite("ask for the forms that the values leave open, before the file is checked", async () => {
    const file = "name;amount;closeDate\nOne;1.234;03/04/2026\nTwo;2.500;05/06/2026\n";
    const draft = await prepared(file, { object: "deal" });
    const { issues } = await draft.read();
    expect(issues).toMatchObject([
      { path: "dateFormat", code: "form_ambiguous" },
      { path: "decimalSeparator", code: "form_ambiguous" },
    ]);
    await expect(draft.check()).rejects.toThrow(/can be read in two ways/);
    // The proposed forms count as chosen once they are saved.
    await draft.set({});
    expect((await draft.read()).issues).toEqual([]);
    expect(await draft.check()).toMatchObject({ counts: { created: 2 } });
    await draft.discard();
    const told = await prepared(`${file}Three;12,5;31/12/2026\n`, { object: "deal" });
    expect((await told.read()).issues).toEqual([]);
    await told.discard();
  });

  onSqlite("read the file again in the encoding that an admin chooses", async () => {
    const bytes = Buffer.concat([
      Buffer.from("email;firstname;P"),
      Buffer.from([0xf8, 0x0a]),
      Buffer.from("a@encoded.test;Ji"),
      Buffer.from([0xf8, 0xed, 0x3b, 0x0a]),
    ]);
    const draft = await prepared(bytes);
    expect(await draft.read()).toMatchObject({ encoding: "windows-1250", telling: ["Jiří", "Př"] });
    const choose = (encoding: string) =>
      admin.trpc.imports.drafts.setEncoding.mutate({ ...draft.input, encoding });
    await draft.check();
    await choose("windows-1252");
    expect(await draft.read()).toMatchObject({
      ...{ encoding: "windows-1252", telling: ["Jiøí", "Pø"], check: null },
      options: { mapping: { email: "email", Pø: null } },
    });
    await expect(choose("utf-8")).rejects.toThrow(/not text in utf-8/);
    await expect(choose("klingon")).rejects.toThrow(/Choose an encoding/);
    await choose("koi8-r");
    await choose("windows-1250");
    expect(await draft.read()).toMatchObject({ telling: ["Jiří", "Př"] });
    expect(await draft.check()).toMatchObject({ counts: { created: 1 } });
    await draft.discard();
  });

  onSqlite("refuse a cell of hundreds of lines until an admin takes it", async () => {
    const draft = await prepared(`email,notes\na@long.test,"${"x\n".repeat(300)}"\nb@long.test,\n`);
    expect(await draft.read()).toMatchObject({ hasLong: true });
    expect(await draft.check()).toMatchObject({ counts: { created: 1, refused: 1 } });
    const [refused] = await draft.rows("refused");
    expect(refused?.reasons[0]?.message).toMatch(
      /^The quote that opens on line 2 closes 300 lines/,
    );
    await draft.set({ longCells: "allow" });
    expect(await draft.check()).toMatchObject({ counts: { created: 2, refused: 0 } });
    await draft.discard();
  });

  onSqlite("keep columns with names that every object of JavaScript has", async () => {
    const names = ["__proto__", "constructor", "toString"];
    const draft = await prepared(`email,${names.join(",")}\nbad,A,B,C\ngood@proto.test,D,E,F\n`);
    const { options, columns } = await draft.read();
    expect(columns.map(({ name }) => name)).toEqual(["email", ...names]);
    expect(Object.entries(options.mapping).slice(1)).toEqual(names.map((name) => [name, null]));
    const properties = ["firstname", "lastname", "city"];
    const mapped = names.map((name, i) => [name, properties[i]] as const);
    await draft.set({ mapping: Object.fromEntries([["email", "email"], ...mapped]) });
    expect(await draft.check()).toMatchObject({ counts: { created: 1, refused: 1 } });
    const cells = Object.fromEntries([["email", "fixed@proto.test"], ...names.map((n) => [n, n])]);
    expect(await draft.fix(2, cells)).toMatchObject({
      ...{ outcome: "created", cells: ["fixed@proto.test", ...names] },
    });
    await draft.check();
    const { importId: id } = await admin.trpc.imports.drafts.start.mutate(draft.input);
    const read = () => admin.trpc.imports.read.query({ projectId: app.projectId, id });
    await expect.poll(async () => (await read()).state, EVENTUALLY).toBe("done");
    const { records } = await admin.trpc.records.list.query({
      ...{ projectId: app.projectId, type: "contact", search: "proto.test" },
    });
    const values = records.map((record) => properties.map((name) => record.properties[name]));
    expect(values.toSorted()).toEqual([["D", "E", "F"], names]);
  });

  onSqlite(
    "offer to leave texts of spreadsheets empty, and number rows as the file's lines",
    async () => {
      const draft = await prepared(
        'sep=;\nemail;city\n;\n"a@doubt.test";#N/A\n\nb@doubt.test;"x\ny"\nwrong;NULL\n',
      );
      expect(await draft.read()).toMatchObject({ blank: 1, placeholders: ["#N/A", "NULL"] });
      await draft.set({ emptyValues: ["#N/A"] });
      expect(await draft.check()).toMatchObject({ counts: { created: 2, refused: 1 } });
      expect(await draft.rows("created")).toMatchObject([{ number: 4 }, { number: 6 }]);
      expect(await draft.rows("refused")).toMatchObject([{ number: 8 }]);
      await draft.fix(8, { email: "c@doubt.test" });
      expect(await draft.check()).toMatchObject({ counts: { created: 3, refused: 0 } });
      await draft.discard();
    },
  );

  it("say for each row what would happen, and change no record", async () => {
    const same = await contact({ email: "same@x.test", firstname: "Same" });
    const old = await contact({ email: "old@x.test", firstname: "Old", city: "Rome" });
    const rows = [
      "same@x.test,Same,",
      "old@x.test,New,",
      "made@x.test,Made,Bern",
      "MADE@x.test,Again,Bern",
      "wrong,Wrong,Bern",
      ",Nobody,",
      "old@x.test,Twice,",
    ];
    const draft = await prepared(`email,firstname,city\n${rows.join("\n")}\n`);
    expect(await draft.check()).toMatchObject({
      state: "done",
      rows: 7,
      counts: { created: 1, updated: 1, unchanged: 1, duplicate: 2, refused: 2 },
    });
    expect(await draft.rows("unchanged")).toMatchObject([{ number: 2, recordId: same }]);
    expect(await draft.rows("updated")).toMatchObject([
      { number: 3, recordId: old, changes: [{ label: "First name", old: "Old", new: "New" }] },
    ]);
    expect(await draft.rows("created")).toMatchObject([
      { number: 4, recordId: null, cells: ["made@x.test", "Made", "Bern"] },
    ]);
    expect(await draft.rows("duplicate")).toMatchObject([
      { number: 5, firstRow: 4 },
      { number: 8, firstRow: 3 },
    ]);
    const [wrong, nobody] = await draft.rows("refused");
    expect(wrong).toMatchObject({ number: 6, reasons: [{ column: "email" }] });
    expect(wrong?.reasons[0]?.message).toMatch(/^Email must be an email address/);
    expect(nobody).toMatchObject({ number: 7, reasons: [{ column: "email" }] });
    const { records } = await admin.trpc.records.list.query({
      projectId: app.projectId,
      type: "contact",
      search: "x.test",
    });
    expect(records.map(({ properties }) => properties.firstname).toSorted()).toEqual([
      "Old",
      "Same",
    ]);
  });

  onSqlite("clear values by empty cells only if that was chosen", async () => {
    await contact({ email: "clear@x.test", city: "Rome" });
    const draft = await prepared("email,city\nclear@x.test,\n");
    expect(await draft.check()).toMatchObject({ counts: { unchanged: 1 } });
    await draft.set({ emptyCells: "clear" });
    expect((await draft.read()).check).toBeNull();
    expect(await draft.check()).toMatchObject({ counts: { updated: 1 } });
    expect(await draft.rows("updated")).toMatchObject([
      { changes: [{ label: "City", old: "Rome", new: null }] },
    ]);
  });

  it("check a fixed row again, and keep the fix in later checks", async () => {
    const draft = await prepared("email,firstname\nfirst@x.test,A\nwrong,B\nalso wrong,C\n");
    await draft.check();
    await expect(draft.fix(3, { email: "still wrong" })).resolves.toMatchObject({
      outcome: "refused",
      cells: ["still wrong", "B"],
    });
    await expect(draft.fix(3, { email: "second@x.test" })).resolves.toMatchObject({
      outcome: "created",
      isFixed: true,
    });
    await expect(draft.fix(4, { email: "first@x.test" })).resolves.toMatchObject({
      outcome: "duplicate",
      firstRow: 2,
    });
    const counts = { created: 2, updated: 0, unchanged: 0, duplicate: 1, refused: 0 };
    expect((await draft.read()).check).toMatchObject({ counts });
    await expect(draft.fix(3, { email: "x" })).rejects.toThrow(/not among the refused rows/);
    expect(await draft.check()).toMatchObject({ counts });
  });

  it("run as they were checked, with the fixes of rows", async () => {
    const old = await contact({ email: "was@run.test", firstname: "Was" });
    const draft = await prepared(
      "email,firstname\nmade@run.test,Made\nwas@run.test,Is\nbad,Bad\nworse,Worse\nmade@run.test,Last\n",
    );
    await expect(admin.trpc.imports.drafts.start.mutate(draft.input)).rejects.toThrow(
      /Check the file/,
    );
    await draft.check();
    await draft.fix(4, { email: "good@run.test" });
    expect((await draft.read()).check).toMatchObject({
      counts: { created: 2, updated: 1, unchanged: 0, duplicate: 1, refused: 1 },
    });
    const { importId: id } = await admin.trpc.imports.drafts.start.mutate(draft.input);
    const read = () => admin.trpc.imports.read.query({ projectId: app.projectId, id });
    await expect.poll(async () => (await read()).state, EVENTUALLY).toBe("done");
    expect(await read()).toMatchObject({
      ...{ created: 2, updated: 2, unchanged: 0, refused: 1, rows: 5 },
      actor: { label: admin.email },
    });
    const { records } = await admin.trpc.records.list.query({
      ...{ projectId: app.projectId, type: "contact", search: "run.test" },
    });
    expect(records.map(({ properties }) => properties.firstname).toSorted()).toEqual([
      "Bad",
      "Is",
      "Last",
    ]);
    expect(records.map((record) => record.id)).toContain(old);
    const response = await app.send(
      "GET",
      `/downloads/imports/${app.projectId}/${id}/refused.csv`,
      {
        cookie: admin.cookie,
      },
    );
    expect(await response.text()).toMatch(/^email,firstname,Refused because\r\nworse,Worse,/);
    await expect(admin.trpc.imports.drafts.start.mutate(draft.input)).rejects.toThrow(/started/);
    const { jobs } = await admin.trpc.imports.list.query({ projectId: app.projectId });
    expect(jobs.map((one) => one.id)).toContain(id);
  });

  onSqlite("name a property that was removed after the check, and import nothing", async () => {
    const settings = { name: "gone", label: "Gone", type: "string" } as const;
    const ofContacts = { projectId: app.projectId, type: "contact" } as const;
    await admin.trpc.schema.saveProperty.mutate({ ...ofContacts, settings, isNew: true });
    app.deps.schemas.clear();
    const draft = await prepared("email,Gone\na@gone.test,x\n");
    expect(await draft.check()).toMatchObject({ counts: { created: 1 } });
    await admin.trpc.schema.removeProperty.mutate({ ...ofContacts, name: "gone" });
    app.deps.schemas.clear();
    const { start, check } = admin.trpc.imports.drafts;
    for (const procedure of [start, check]) {
      await expect(procedure.mutate(draft.input)).rejects.toThrow(/There is no property "gone"/);
    }
  });

  it("associate with records of other types, which are found by a property", async () => {
    const { id } = await admin.trpc.records.create.mutate({
      projectId: app.projectId,
      type: "company",
      properties: [{ internal_name: "name", value: "Acme" }],
    });
    const draft = await prepared(
      `email,Firm\nof@x.test,acme\nnone@x.test,Nobody Ltd\nid@x.test,${id}\n`,
    );
    const byName = [{ column: "Firm", object: "company", idProperty: "name" }];
    await draft.set({ mapping: { email: "email", Firm: null }, associations: byName });
    expect(await draft.check()).toMatchObject({ counts: { created: 1, refused: 2 } });
    expect((await draft.rows("refused"))[0]?.reasons).toEqual([
      { column: "Firm", message: 'No company has name "Nobody Ltd".' },
    ]);
    const byId = [{ column: "Firm", object: "company", idProperty: "id" }];
    await draft.set({ associations: byId });
    expect(await draft.check()).toMatchObject({ counts: { created: 1, refused: 2 } });
    expect((await draft.rows("created"))[0]).toMatchObject({ number: 4 });
  });

  it("refuse a unique value that an earlier row takes, also far behind it", async () => {
    const settings = { name: "badge", label: "Badge", type: "string", unique: true } as const;
    await admin.trpc.schema.saveProperty.mutate({
      ...{ projectId: app.projectId, type: "contact", settings, isNew: true },
    });
    app.deps.schemas.clear();
    const rows = Array.from({ length: 1_200 }, (_, i) => `b${i}@x.test,badge ${i}`);
    const draft = await prepared(
      `email,badge\n${rows.join("\n")}\nnext@x.test,badge 1199\nlast@x.test,badge 3\n`,
    );
    expect(await draft.check()).toMatchObject({ counts: { created: 1_200, refused: 2 } });
    const [next, last] = await draft.rows("refused");
    expect(next?.reasons[0]?.message).toMatch(/row 1,?201|earlier row/);
    expect(last?.reasons[0]?.message).toBe("Badge is the same as in row 5. It must be unique.");
  });

  onSqlite("list every fault of the choices", async () => {
    const draft = await prepared("email,firstname\na@x.test,A\n");
    await draft.set({ mapping: { email: "nothing", firstname: "tenant_id" }, idProperty: "email" });
    expect((await draft.read()).issues.map(({ code }) => code)).toEqual([
      "property_unknown",
      "property_forbidden",
    ]);
    await expect(admin.trpc.imports.drafts.check.mutate(draft.input)).rejects.toThrow();
  });

  it("are gone once they are discarded, or a record of their type is erased", async () => {
    const discarded = await prepared("email\na@x.test\n");
    await admin.trpc.imports.drafts.discard.mutate(discarded.input);
    await expect(discarded.read()).rejects.toThrow(/was discarded/);
    const held = await prepared("email\na@x.test\n");
    const ofCompanies = await prepared("name\nAcme\n", { object: "company" });
    const id = await contact({ email: "erase@x.test" });
    await admin.trpc.records.erase.mutate({ projectId: app.projectId, type: "contact", id });
    await expect(held.read()).rejects.toThrow(/was discarded/);
    expect(await ofCompanies.read()).toMatchObject({ type: "company" });
  });

  onSqlite.each([
    ["a zip archive", Buffer.from("PK\x03\x04rest"), /ZIP archive/],
    ["a binary file", Buffer.from([1, 2, 0, 0, 0, 7, 65, 66]), /not text/],
    [
      "half a gzip file",
      gzipSync("email\na@x.test\n".repeat(99)).subarray(0, 40),
      /ends too early/,
    ],
    ["an empty file", Buffer.alloc(0), /empty/],
    ["JSON on several lines", Buffer.from('{\n"email": "a@x.test"\n}\n'), /one whole object on/],
  ])("refuse %s and say why", async (_, content, message) => {
    const { status, body } = await upload(content);
    expect({ status, body }).toMatchObject({ status: 400, body: { code: "INVALID_INPUT" } });
    expect(body.message).toMatch(message);
  });

  onSqlite("show what a refused row has without a column, until it is fixed", async () => {
    const longer = await prepared("email,firstname\na@extra.test,A,B,C\n");
    await longer.check();
    expect(await longer.rows("refused")).toMatchObject([{ extra: "B; C" }]);
    await expect(longer.fix(2, { firstname: "A B C" })).resolves.toMatchObject({
      outcome: "created",
    });
    const broken = await prepared('{"email":"b@extra.test"}\n{"email":"c@extra.test"\n');
    await broken.check();
    expect(await broken.rows("refused")).toMatchObject([{ extra: '{"email":"c@extra.test"' }]);
  });

  onSqlite(
    "take a file that has columns without a name, and its values there if they are ignored",
    async () => {
      const draft = await prepared("email,,firstname,\na@unnamed.test,,A,\nb@unnamed.test,x,B,y\n");
      await draft.set({ emptyCells: "clear" });
      expect(await draft.check()).toMatchObject({ counts: { created: 1, refused: 1 } });
      const [refused] = await draft.rows("refused");
      expect(refused?.reasons[0]?.message).toContain('a value without a column: cell 2 is "x".');
      const { options, hasUnnamed } = await draft.read();
      expect(hasUnnamed).toBe(true);
      await draft.set({ mapping: { ...options.mapping, "": null } });
      expect(await draft.check()).toMatchObject({ counts: { created: 2, refused: 0 } });
    },
  );

  onSqlite("refuse the character NUL in columns, values and choices", async () => {
    expect((await upload(`{"email":"nul@x.test","a\\u0000":"x"}\n`)).status).toBe(400);
    const draft = await prepared(`{"email":"nul@x.test","firstname":"b\\u0000"}\n`);
    expect(await draft.check()).toMatchObject({ counts: { refused: 1 } });
    expect(await draft.rows("refused")).toMatchObject([{ reasons: [{ column: "firstname" }] }]);
    await expect(draft.set({ multiValueSeparator: "\u0000" })).rejects.toMatchObject({
      data: { httpStatus: 400 },
    });
    await draft.fix(1, { firstname: "b" });
    expect(await draft.check()).toMatchObject({ counts: { created: 1 } });
  });

  onSqlite("take NDJSON, and gzip", async () => {
    const draft = await prepared(gzipSync('{"email":"nd@x.test","tags":["a","b"]}\n'));
    expect(await draft.check()).toMatchObject({ counts: { created: 1 } });
  });

  it("are at most 20 in a project, also if files are uploaded at the same time", async () => {
    const { tenantId } = app;
    const owner = await app.admin("owner");
    const project = await owner.trpc.projects.create.mutate({ tenantId, name: "Full" });
    const uploaded = async () => (await upload("email\n", { project })).status;
    for (let i = 0; i < 18; i++) expect(await uploaded()).toBe(200);
    const answers = await Promise.all(Array.from({ length: 4 }, uploaded));
    expect(answers.toSorted()).toEqual([200, 200, 409, 409]);
    const { drafts } = admin.trpc.imports;
    expect(await drafts.list.query({ projectId: project })).toHaveLength(20);
  });

  onSqlite("take uploads only from admins who may write, on the app's own pages", async () => {
    const reader = await app.admin("read-only");
    const of = async (options: Parameters<typeof upload>[1]) =>
      (await upload("email\n", options)).status;
    expect(await of({ by: reader })).toBe(403);
    expect(await of({ headers: {} })).toBe(403);
    expect(await of({ by: { ...admin, cookie: "" } })).toBe(401);
    expect(await of({ object: "dragon" })).toBe(400);
    expect(await of({ project: 999_999 })).toBe(404);
    const { drafts } = reader.trpc.imports;
    const draft = await prepared("email\na@x.test\n");
    await expect(drafts.read.query(draft.input)).resolves.toMatchObject({ id: draft.input.id });
    await expect(drafts.check.mutate(draft.input)).rejects.toThrow(/role/);
  });
});
