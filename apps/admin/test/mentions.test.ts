import { DIALECTS } from "@rapport/testing";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type AdminApp, type SignedIn, startAdminApp } from "./support/admin-app.ts";
import { make } from "./support/records.ts";

describe.each(DIALECTS)("mentions of an admin on %s", (dialect) => {
  let app: AdminApp;
  let writer: SignedIn;
  let projectId: number;
  beforeAll(async () => {
    app = await startAdminApp(dialect);
    writer = await app.admin("admin");
    ({ projectId } = app);
  });
  afterAll(() => app[Symbol.asyncDispose]());

  /** An admin with the texts that mention them, and what they find on Home. */
  const reader = async () => {
    const signedIn = await app.admin("read-only");
    const { id } = await signedIn.trpc.me.query();
    const shown = async () =>
      (await signedIn.trpc.home.mentions.query({ projectId })).map(({ kind, id }) => [kind, id]);
    return { ...signedIn, id, text: `Ask [@${signedIn.email}](admin:${id}) **now**`, shown };
  };
  const set = (type: string, id: number, internal_name: string, value: string | null) =>
    writer.trpc.records.set.mutate({ projectId, type, id, item: { internal_name, value } });

  it("are found on Home by the one who is mentioned, with the author and without the marks", async () => {
    const [one, other] = [await reader(), await reader()];
    const id = await make(writer, projectId, "note", { body: one.text });
    expect(await one.trpc.home.mentions.query({ projectId })).toMatchObject([
      {
        ...{ kind: "note", id, name: `Ask @${one.email} now` },
        author: { kind: "admin", label: writer.email },
      },
    ]);
    expect(await other.shown()).toEqual([]);
  });

  it("are in the texts of activities of every type, those that changed last first", async () => {
    const { text, shown } = await reader();
    const made: [string, number][] = [];
    for (const [type, values] of [
      ["note", { body: text }],
      ["task", { name: "Roof", body: text }],
      ["call", { body: text }],
      ["email", { text }],
      ["meeting", { body: text }],
    ] as const) {
      made.unshift([type, await make(writer, projectId, type, values)]);
    }
    expect((await shown()).toSorted()).toEqual(made.toSorted());
    await set("note", made[4]?.[1] ?? 0, "body", `${text} again`);
    expect((await shown())[0]).toEqual(made[4]);
  });

  it("end with the text that has them, in the bin too, and come back with it", async () => {
    const { text, shown } = await reader();
    const id = await make(writer, projectId, "note", { body: text });
    await set("note", id, "body", "Nobody");
    expect(await shown()).toEqual([]);
    await set("note", id, "body", `${text} ${text}`);
    expect(await shown()).toEqual([["note", id]]);
    await writer.trpc.records.delete.mutate({ projectId, type: "note", id });
    expect(await shown()).toEqual([]);
    await writer.trpc.records.restore.mutate({ projectId, type: "note", id });
    expect(await shown()).toEqual([["note", id]]);
  });

  it("are at most 20 in a text, and are no texts that only look like one", async () => {
    const { id, text, shown } = await reader();
    const others = Array.from({ length: 20 }, (_, i) => `[@a](admin:${id + 1_000 + i})`).join(" ");
    await make(writer, projectId, "note", { body: `${others} ${text}` });
    await make(writer, projectId, "note", {
      body: `[@a](admin:${id}0) [@a](admin:0${id}) admin:${id}`,
    });
    await make(writer, projectId, "company", { name: text });
    expect(await shown()).toEqual([]);
  });

  it("are new until the admin has seen them, and again after a change, each admin on their own", async () => {
    const [one, other] = [await reader(), await reader()];
    const made = await make(writer, projectId, "note", { body: `${one.text} ${other.text}` });
    const mentionsOf = ({ trpc }: SignedIn) => trpc.home.mentions.query({ projectId });
    const areNew = async (admin: SignedIn) =>
      (await mentionsOf(admin)).map(({ id, isNew }) => [id, isNew]);
    expect(await areNew(one)).toEqual([[made, true]]);
    const [first] = await mentionsOf(one);
    const until = first?.at ?? "";
    await one.trpc.home.seeMentions.mutate({ projectId, until });
    expect(await areNew(one)).toEqual([[made, false]]);
    expect(await areNew(other)).toEqual([[made, true]]);
    const later = await make(writer, projectId, "note", { body: one.text });
    expect(await areNew(one)).toEqual([
      [later, true],
      [made, false],
    ]);
    // A page that was open longer says what it has seen later.
    const [newest] = await mentionsOf(one);
    await one.trpc.home.seeMentions.mutate({ projectId, until: newest?.at ?? "" });
    await one.trpc.home.seeMentions.mutate({ projectId, until });
    expect(await areNew(one)).toEqual([
      [later, false],
      [made, false],
    ]);
    await one.trpc.home.seeMentions.mutate({ projectId, until: "2999-01-01T00:00:00.000Z" });
    await set("note", made, "body", `${one.text} again`);
    expect(await areNew(one)).toEqual([
      [made, true],
      [later, false],
    ]);
  });

  it("are not found from a project without a role in its tenant", async () => {
    const stranger = await app.admin(null);
    await expect(stranger.trpc.home.mentions.query({ projectId })).rejects.toMatchObject({
      data: { httpStatus: 404 },
    });
  });
});
