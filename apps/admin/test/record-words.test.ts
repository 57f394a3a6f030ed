import { startWorker } from "@rapport/core";
import { recordWords, runWrites } from "@rapport/db";
import { DIALECTS } from "@rapport/testing";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { type AdminApp, type SignedIn, startAdminApp } from "./support/admin-app.ts";
import { makeMany } from "./support/records.ts";

type Trpc = SignedIn["trpc"];
type Type = Parameters<Trpc["records"]["read"]["query"]>[0]["type"];

describe.each(DIALECTS)("search by words on %s", (dialect) => {
  let app: AdminApp;
  let trpc: Trpc;
  let projectId: number;
  beforeAll(async () => {
    app = await startAdminApp(dialect);
    ({ trpc } = await app.admin("admin"));
    ({ projectId } = app);
  });
  afterAll(() => app[Symbol.asyncDispose]());

  const items = (properties: Record<string, string>) =>
    Object.entries(properties).map(([internal_name, value]) => ({ internal_name, value }));

  async function make(type: Type, properties: Record<string, string>): Promise<number> {
    return (await trpc.records.create.mutate({ projectId, type, properties: items(properties) }))
      .id;
  }

  const update = (id: number, properties: Record<string, string>) =>
    trpc.records.update.mutate({ projectId, type: "contact", id, properties: items(properties) });

  const search = async (text: string, types?: Type[]) =>
    (await trpc.records.search.query({ projectId, text, ...(types && { types }) })).map(
      ({ id }) => id,
    );

  const storedWords = async () =>
    (await app.deps.db.kysely.selectFrom("record_words").select("record_id").execute()).length;

  it.each([
    [
      "English",
      "Katherine Johnson, mathematician",
      ["johnson kath", "MATHEMATICIAN"],
      ["john son"],
    ],
    ["Spanish", "José Núñez", ["nunez", "JOSÉ", "nuñ jos"], ["uñez"]],
    ["German", "Jürgen Groß", ["gross jurgen", "GROSS", "groß"], ["grosz"]],
    ["Turkish", "Işıl Şahin", ["isil", "IŞIL", "şahin"], ["sahine"]],
    ["Polish", "Wisława Łukasz", ["lukasz wislawa"], ["uka"]],
    ["Greek", "Ελένη Παπαδοπούλου", ["ελενη", "παπαδοπούλου"], ["παδ"]],
    ["Russian", "Фёдор Достоевский", ["федор", "достоевск"], ["федора"]],
    ["Arabic", "نجيب محفوظ", ["محفوظ نجيب", "نجي"], ["حفوظ"]],
    ["Hindi", "प्रेमचंद मुंशी", ["मुंशी", "प्रेम"], ["परेम"]],
    ["Korean", "한강 작가", ["한강", "작"], ["강 작가들"]],
    ["Chinese", "莫言先生", ["莫言", "先生", "莫"], ["言莫", "莫生"]],
    ["Japanese", "村上春樹さん", ["春樹", "村上 さん"], ["村樹"]],
    ["Thai", "ชาติ กอบจิตติ", ["กอบ", "จิต"], ["ชาก"]],
    [
      "emoji and an apostrophe",
      "Sinéad O'Connor 🎤",
      ["o'connor", "connor sinead"],
      ["🎤", "oconnor"],
    ],
    [
      "an email address",
      "Write to grace.hopper@navy.example",
      ["hopper@navy", "grace navy"],
      ["opper"],
    ],
  ])("finds %s", async (_, notes, found, notFound) => {
    const id = await make("contact", { email: "person@words.example", notes });
    for (const text of found) expect(await search(text)).toEqual([id]);
    for (const text of notFound) expect(await search(text)).toEqual([]);
  });

  it("finds Maria by her names in any order, without accents, and by the end of her phone", async () => {
    const maria = await make("contact", {
      firstname: "Maria",
      lastname: "García Patel",
      phone: "+44 20 7000 2999",
    });
    for (const text of ["Maria Patel", "patel maria", "garcia", "70002999", "020 7000 2999"]) {
      expect(await search(text)).toEqual([maria]);
    }
  });

  it("shows the record with the id first, then those with the words in their name", async () => {
    const noted = await make("company", { name: "Elsewhere", description: "Zephyr 9000" });
    const named = await make("company", { name: "Zephyr" });
    const numbered = await make("company", { name: `Zephyr ${noted}` });
    expect(await search("zephyr")).toEqual([named, numbered, noted]);
    expect(await search(String(noted), ["company"])).toEqual([noted, numbered]);
    expect(await search("zephyr", ["deal"])).toEqual([]);
  });

  it("follows changes, deletes and restores", async () => {
    const id = await make("contact", { email: "tide@words.example", notes: "ebbing" });
    await update(id, { notes: "flowing" });
    expect(await search("ebbing")).toEqual([]);
    expect(await search("flowing")).toEqual([id]);
    await trpc.records.delete.mutate({ projectId, type: "contact", id });
    expect(await search("flowing")).toEqual([]);
    await trpc.records.restore.mutate({ projectId, type: "contact", id });
    expect(await search("flowing tide")).toEqual([id]);
  });

  it("leaves no words of a deleted record, or of one that could not be created", async () => {
    const settings = { name: "badge", label: "Badge", unique: true };
    await trpc.schema.saveProperty.mutate({ projectId, type: "contact", settings });
    const id = await make("contact", { email: "first@words.example", badge: "b1" });
    const before = await storedWords();
    const taken = make("contact", { email: "second@words.example", badge: "b1" });
    await expect(taken).rejects.toMatchObject({ data: { httpStatus: 409 } });
    expect(await storedWords()).toBe(before);
    expect(await search("second")).toEqual([]);
    await trpc.records.delete.mutate({ projectId, type: "contact", id });
    expect(await storedWords()).toBe(before - 1);
  });

  it("finds common words page by page, and rare ones among many records", async () => {
    const haystack = Array.from({ length: 300 }, (_, i) => ({
      ...{ name: `Haystack ${i}`, description: "common" },
    }));
    const ids = await makeMany(app, projectId, "ticket", haystack);
    const needle = await make("ticket", { name: "Needle", description: "common" });
    expect(await search("common")).toEqual(ids.slice(0, 10));
    expect(await search("common needle")).toEqual([needle]);
    expect(await search("needle")).toEqual([needle]);
  });

  it("finds older records while the worker adds their words", async () => {
    const { db } = app.deps;
    const id = await make("lead", { name: "Antique lamp" });
    await db.transaction((tx) =>
      runWrites(tx, recordWords.removeWords({ projectId, type: "lead", id })),
    );
    await db.kysely
      .insertInto("record_words_missing")
      .values({ project_id: projectId, type: "lead", after_id: 0 })
      .execute();
    const newer = await make("lead", { name: "Antique chair" });
    expect(await search("antique")).toEqual([id, newer]);

    const failures: unknown[] = [];
    const worker = startWorker(app.deps, { onError: (error) => failures.push(error) });
    await vi.waitFor(async () =>
      expect(
        (await db.kysely.selectFrom("record_words_missing").selectAll().execute()).length,
      ).toBe(0),
    );
    await worker.stop();
    expect(failures).toEqual([]);
    expect(await search("antique")).toEqual([id, newer]);
    expect(await search("lamp")).toEqual([id]);
  });
});
