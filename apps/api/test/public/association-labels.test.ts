import { DIALECTS } from "@rapport/testing";
import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { type Answer, type Caller, sharedApp, type TestApp } from "../support/app.ts";
import { faultsOf } from "../support/records.ts";

/** Pairs of types, with the other type of contacts. The labels of both start from contacts. */
const PAIRS = [
  { name: "two types", plural: "companies", type: "company", plain: "contact_to_company" },
  { name: "one type", plural: "contacts", type: "contact", plain: "contact_to_contact" },
] as const;
type Pair = (typeof PAIRS)[number];

const LABEL = {
  ...{ key: "decision_maker", label: "Decision maker" },
  ...{ inverseKey: "decides_at", inverseLabel: "Decides at" },
};

const CASES = DIALECTS.flatMap((dialect) => PAIRS.map((pair) => ({ dialect, pair })));

describe.each(CASES)("labels of associations of $pair.name on $dialect", ({ dialect, pair }) => {
  let app: TestApp;
  let caller: Caller;
  let api: Api;
  let one: number;
  let other: number;
  beforeAll(async () => {
    app = await sharedApp(dialect);
  });
  beforeEach(async () => {
    caller = await app.caller();
    api = apiOf(app, caller, pair);
    one = await api.make("contacts");
    other = await api.make(pair.plural);
  });

  const entries =
    (plain: string, ...types: readonly string[]) =>
    (id: number) =>
      [plain, ...types].map((type) => ({ id: String(id), type }));

  test("are created, listed, read from both sides, changed and removed", async () => {
    const made = await api.label();
    const label = { ...LABEL, maxPerSource: null, maxPerTarget: null };
    expect([made.status, made.body.data]).toEqual([201, label]);
    expect((await api.call("GET", api.labels())).body.data).toEqual({
      results: [label],
      nextCursor: null,
    });
    const back = {
      ...{ key: "decides_at", label: "Decides at" },
      ...{ inverseKey: "decision_maker", inverseLabel: "Decision maker" },
      ...{ maxPerSource: null, maxPerTarget: null },
    };
    const there = `/api/crm/association-labels/${pair.plural}/contacts`;
    expect((await api.call("GET", `${there}/decides_at`)).body.data).toEqual(back);
    const changed = await api.call("PATCH", `${there}/decides_at`, {
      label: "Place",
      maxPerSource: 2,
    });
    expect(changed.body.data).toEqual({ ...back, label: "Place", maxPerSource: 2 });
    expect((await api.call("GET", `${api.labels()}/decision_maker`)).body.data).toEqual({
      ...label,
      ...{ inverseLabel: "Place", maxPerTarget: 2 },
    });
    expect((await api.call("DELETE", `${there}/decides_at`)).status).toBe(200);
    expect((await api.call("GET", `${api.labels()}/decision_maker`)).status).toBe(404);
    const events = await api.events("schema.changed");
    expect(
      events.map(({ data }) => [data.part, data.objectType, data.toObjectType, data.action]),
    ).toEqual(
      ["created", "updated", "deleted"].map((action) => [
        "association_label",
        "contact",
        pair.type,
        action,
      ]),
    );
  });

  test.each([
    [{ ...LABEL, key: "Decision maker" }, 400, "key key_invalid"],
    [{ ...LABEL, inverseKey: "1st" }, 400, "inverseKey key_invalid"],
    [{ ...LABEL, label: " " }, 400, "label label_invalid"],
    [{ ...LABEL, maxPerSource: 0 }, 400, "maxPerSource out_of_range"],
    [{ ...LABEL, maxPerTarget: 1.5 }, 400, "maxPerTarget invalid_type"],
    [{ ...LABEL, key: pair.plain }, 409, "key label_taken"],
    [{ key: pair.plain, label: "Plain" }, 409, "key label_taken"],
  ])("%j is refused", async (json, status, fault) => {
    const answer = await api.call("POST", api.labels(), json);
    expect([answer.status, faultsOf(answer)]).toEqual([status, [fault]]);
  });

  test("are refused twice, from either side", async () => {
    await api.label();
    const again = await api.call("POST", api.labels(), { ...LABEL, inverseKey: "else" });
    expect([again.status, again.body.code, faultsOf(again)]).toEqual([
      409,
      "CONFLICT",
      ["key label_taken"],
    ]);
    const there = `/api/crm/association-labels/${pair.plural}/contacts`;
    const back = await api.call("POST", there, {
      key: "decides_at",
      label: "Where",
      inverseKey: "who",
    });
    expect([back.status, faultsOf(back)]).toEqual([409, ["key label_taken"]]);
  });

  test("are refused for unknown types and keys, and by scopes", async () => {
    expect((await api.call("GET", "/api/crm/association-labels/contacts/planets")).status).toBe(
      404,
    );
    expect((await api.call("PATCH", `${api.labels()}/none`, { label: "A" })).status).toBe(404);
    expect((await api.call("DELETE", `${api.labels()}/none`)).status).toBe(404);
    const token = await app.token(caller, "crm.schemas.read");
    const refused = await app.call("POST", api.labels(), { token, json: LABEL });
    expect(refused.status).toBe(403);
    const stranger = apiOf(app, await app.caller(), pair);
    await api.label();
    expect((await stranger.call("GET", api.labels())).body.data.results).toEqual([]);
  });

  test("are given by a create, by PUT and by a batch, and read as further entries", async () => {
    await api.label();
    await api.label({ key: "friend", label: "Friend" });
    const created = await api.make("contacts", [{ to: api.to(other), type: "decision_maker" }]);
    expect(await api.read("contacts", created)).toEqual(
      entries(pair.plain, "decision_maker")(other),
    );
    const put = await api.put(one, other, { types: ["friend", "decision_maker"] });
    expect(put.status).toBe(200);
    expect(await api.read("contacts", one)).toEqual(
      entries(pair.plain, "decision_maker", "friend")(other),
    );
    const read = await api.readBack(other);
    expect(read.filter(({ id }) => id === String(one))).toEqual(
      entries(pair.plain, "decides_at", "friend")(one),
    );
    const batch = await api.call("POST", "/api/crm/objects/contacts/batch/associate", {
      inputs: [
        { id: await api.make("contacts"), to: api.to(other), type: "friend" },
        { id: one, to: api.to(other), type: "friend" },
        { id: one, to: api.to(one, "contact") },
        { id: one, to: api.to(other), type: "fiend" },
      ],
    });
    const { results, errors } = batch.body.data;
    expect([batch.status, results.map(({ status }: { status: string }) => status)]).toEqual([
      207,
      ["updated", "unchanged"],
    ]);
    expect(
      errors.map(
        ({ issues }: { issues: { path: string; code: string }[] }) =>
          `${issues[0]?.path} ${issues[0]?.code}`,
      ),
    ).toEqual([
      "inputs.2.to.id association_with_itself",
      "inputs.3.type association_label_unknown",
    ]);
  });

  test("are ended one by one, all together, and with the association", async () => {
    await api.label();
    await api.label({ key: "friend", label: "Friend" });
    const give = () => api.put(one, other, { types: ["friend", "decision_maker"] });
    await give();
    expect((await api.put(one, other)).status).toBe(200);
    expect(await api.read("contacts", one)).toHaveLength(3);
    expect((await api.end(one, other, "friend")).status).toBe(200);
    expect(await api.read("contacts", one)).toEqual(entries(pair.plain, "decision_maker")(other));
    await api.put(one, other, { types: [] });
    expect(await api.read("contacts", one)).toEqual(entries(pair.plain)(other));
    const plain = await api.end(one, other, pair.plain);
    expect([plain.status, faultsOf(plain)]).toEqual([400, ["type association_label_plain"]]);
    const unknown = await api.put(one, other, { types: ["fiend"] });
    expect([unknown.status, faultsOf(unknown)]).toEqual([
      400,
      ["types.0 association_label_unknown"],
    ]);
    await give();
    const batch = await api.call("POST", "/api/crm/objects/contacts/batch/dissociate", {
      inputs: [
        { id: one, to: api.to(other), type: "friend" },
        { id: one, to: api.to(other), type: pair.plain },
      ],
    });
    expect([batch.status, batch.body.data.results.length]).toEqual([207, 1]);
    expect(batch.body.data.errors[0].issues[0]).toMatchObject({
      path: "inputs.1.type",
      code: "association_label_plain",
    });
    expect(await api.read("contacts", one)).toEqual(entries(pair.plain, "decision_maker")(other));
    await give();
    await api.end(one, other);
    expect(await api.read("contacts", one)).toEqual([]);
    expect(await api.readBack(other)).toEqual([]);
  });

  test("have events and history entries of their own", async () => {
    await api.label();
    await api.put(one, other, { types: ["decision_maker"] });
    await api.end(one, other);
    const events = await api.events("association.created", "association.deleted");
    expect(events.map(({ type, data }) => [type, data.type, data.id])).toEqual([
      ["association.created", pair.plain, `${one}-${other}`],
      ["association.created", "decision_maker", `${one}-${other}-decision_maker`],
      ["association.deleted", pair.plain, `${one}-${other}`],
      ["association.deleted", "decision_maker", `${one}-${other}-decision_maker`],
    ]);
    const from = { object: "contact", id: String(one) };
    expect(events[1]?.data).toMatchObject({ from, to: { object: pair.type, id: String(other) } });
    const historyOf = async (plural: string, id: number, type: string) => {
      const path = `/api/crm/objects/${plural}/${id}/history?internal_name=associations.${type}`;
      const { results } = (await api.call("GET", path)).body.data;
      return results.map(({ changes }: { changes: { type?: string }[] }) => changes[0]?.type);
    };
    expect(await historyOf("contacts", one, pair.type)).toEqual([
      "decision_maker",
      undefined,
      "decision_maker",
      undefined,
    ]);
    expect(await historyOf(pair.plural, other, "contact")).toEqual([
      "decides_at",
      undefined,
      "decides_at",
      undefined,
    ]);
  });

  test("are listed in pages, each entry once", async () => {
    await api.label();
    const others = [other];
    for (let i = 0; i < 4; i++) others.push(await api.make(pair.plural));
    for (const id of others) await api.put(one, id, { types: ["decision_maker"] });
    const expected = others.flatMap(entries(pair.plain, "decision_maker"));
    for (const limit of [1, 2, 3, 200]) {
      const seen: object[] = [];
      for (let cursor = ""; ; ) {
        const path = `/api/crm/objects/contacts/${one}/associations/${pair.plural}?limit=${limit}${cursor}`;
        const { results, nextCursor } = (await api.call("GET", path)).body.data;
        expect(results.length).toBeLessThanOrEqual(limit);
        seen.push(...results.map(({ id, type }: { id: string; type: string }) => ({ id, type })));
        if (nextCursor === null) break;
        cursor = `&cursor=${encodeURIComponent(nextCursor)}`;
      }
      expect(seen).toEqual(expected);
    }
  });

  test("are found by a search, from both sides", async () => {
    await api.label();
    const plain = await api.make("contacts", [{ to: api.to(other) }]);
    const labelled = await api.make("contacts", [{ to: api.to(other), type: "decision_maker" }]);
    const search = async (plural: string, filter: object) => {
      const json = { filterGroups: [{ filters: [filter] }] };
      const { body } = await api.call("POST", `/api/crm/objects/${plural}/search`, json);
      return body.data.results.map(({ id }: { id: number }) => id);
    };
    const name = { internal_name: `associations.${pair.type}` };
    const type = "decision_maker";
    expect(await search("contacts", { ...name, operator: "EQ", value: other })).toEqual([
      plain,
      labelled,
    ]);
    expect(await search("contacts", { ...name, operator: "EQ", value: other, type })).toEqual([
      labelled,
    ]);
    expect(await search("contacts", { ...name, operator: "HAS_PROPERTY", type })).toEqual([
      labelled,
    ]);
    const pageOf = (filter: object, cursor?: string) =>
      api.call("POST", "/api/crm/objects/contacts/search", {
        filterGroups: [{ filters: [{ ...name, operator: "HAS_PROPERTY", ...filter }] }],
        ...{ limit: 1, cursor },
      });
    const { nextCursor } = (await pageOf({})).body.data;
    expect((await pageOf({}, nextCursor)).status).toBe(200);
    expect((await pageOf({ type }, nextCursor)).status).toBe(400);
    const without = await search("contacts", { ...name, operator: "NOT_HAS_PROPERTY", type });
    expect([without.includes(plain), without.includes(labelled)]).toEqual([true, false]);
    const back = { internal_name: "associations.contact", type: "decides_at" };
    expect(await search(pair.plural, { ...back, operator: "EQ", value: labelled })).toEqual([
      other,
    ]);
    expect(await search(pair.plural, { ...back, operator: "EQ", value: plain })).toEqual([]);
    for (const [filter, fault] of [
      [{ ...name, operator: "EQ", value: other, type: "x" }, "type association_label_unknown"],
      [{ internal_name: "email", operator: "EQ", value: "a", type: "x" }, "type label_not_allowed"],
    ] as const) {
      const json = { filterGroups: [{ filters: [filter] }] };
      const answer = await api.call("POST", "/api/crm/objects/contacts/search", json);
      expect([answer.status, faultsOf(answer)]).toEqual([
        400,
        [`filterGroups.0.filters.0.${fault}`],
      ]);
    }
  });

  test("in use are counted and kept", async () => {
    await api.label();
    await api.put(one, other, { types: ["decision_maker"] });
    const used = await api.call("DELETE", `${api.labels()}/decision_maker`);
    expect([used.status, used.body.code, used.body.count]).toEqual([409, "IN_USE", 1]);
    await api.end(one, other, "decision_maker");
    expect((await api.call("DELETE", `${api.labels()}/decision_maker`)).status).toBe(200);
  });

  test("keep their limits in every operation", async () => {
    await api.label({ ...LABEL, maxPerTarget: 1 });
    const type = "decision_maker";
    const first = await api.make("contacts", [{ to: api.to(other), type }]);
    const refusal = (answer: Answer) => [
      answer.status,
      answer.body.code,
      answer.body.issues[0].conflictingId,
    ];
    const expected = [409, "ASSOCIATION_LIMIT", String(first)];
    expect(refusal(await api.put(one, other, { types: [type] }))).toEqual(expected);
    const associations = [{ to: api.to(other), type }];
    expect(refusal(await api.create("contacts", associations))).toEqual(expected);
    const batch = await api.call("POST", "/api/crm/objects/contacts/batch/create", {
      inputs: [{ properties: api.values("contacts"), associations }],
    });
    expect(batch.body.data.errors).toMatchObject([{ code: "ASSOCIATION_LIMIT" }]);
    const empty = await api.make(pair.plural);
    const two = await api.call("POST", "/api/crm/objects/contacts/batch/associate", {
      inputs: [one, first].map((id) => ({ id, to: api.to(empty), type })),
    });
    expect([two.body.data.results.length, two.body.data.errors[0].code]).toEqual([
      1,
      "ASSOCIATION_LIMIT",
    ]);
    const back = await api.call("POST", `/api/crm/objects/${pair.plural}/batch/associate`, {
      inputs: [{ id: other, to: { object: "contact", id: String(one) }, type: "decides_at" }],
    });
    expect(back.body.data.errors).toMatchObject([{ code: "ASSOCIATION_LIMIT" }]);
    // A deleted record takes no place, so it cannot come back to one that is taken.
    await api.call("DELETE", `/api/crm/objects/contacts/${first}`);
    expect((await api.put(one, other, { types: [type] })).status).toBe(200);
    const restored = await api.call("POST", `/api/crm/objects/contacts/${first}/restore`);
    expect(refusal(restored)).toEqual([409, "ASSOCIATION_LIMIT", String(one)]);
    await api.end(one, other, type);
    expect((await api.call("POST", `/api/crm/objects/contacts/${first}/restore`)).status).toBe(200);
  });

  test("keep their limits in merges", async () => {
    await api.label({ ...LABEL, maxPerSource: 1 });
    const type = "decision_maker";
    const second = await api.make(pair.plural);
    const left = await api.make("contacts", [{ to: api.to(other), type }]);
    const right = await api.make("contacts", [{ to: api.to(second), type }]);
    const merge = { primaryId: left, mergeIds: [right] };
    const refused = await api.call("POST", "/api/crm/objects/contacts/merge", merge);
    expect([refused.status, refused.body.code]).toEqual([409, "ASSOCIATION_LIMIT"]);
    await api.end(left, other, type);
    expect((await api.call("POST", "/api/crm/objects/contacts/merge", merge)).status).toBe(200);
    expect(await api.read("contacts", left)).toEqual([
      ...entries(pair.plain)(other),
      ...entries(pair.plain, type)(second),
    ]);
    const unmerge = await api.call("POST", `/api/crm/objects/contacts/${left}/unmerge`, {
      mergeId: right,
    });
    expect(unmerge.status).toBe(200);
    expect(await api.read("contacts", left)).toEqual(entries(pair.plain)(other));
    expect(await api.read("contacts", right)).toEqual(entries(pair.plain, type)(second));
  });

  test("refuse a limit below what there is, with the count and ten ids", async () => {
    await api.label();
    const ids: number[] = [];
    for (let i = 0; i < 11; i++) {
      const to = await api.make(pair.plural);
      ids.push(to);
      for (let k = 0; k < 2; k++)
        await api.make("contacts", [{ to: api.to(to), type: "decision_maker" }]);
    }
    const path = `${api.labels()}/decision_maker`;
    const refused = await api.call("PATCH", path, { maxPerTarget: 1 });
    expect([refused.status, refused.body.code, refused.body.count]).toEqual([409, "IN_USE", 11]);
    expect(refused.body.conflictingIds).toEqual(ids.slice(0, 10).map(String));
    expect((await api.call("PATCH", path, { maxPerTarget: 2, maxPerSource: 1 })).status).toBe(200);
    const label = { to: api.to(ids[0] as number), type: "decision_maker" };
    const third = await api.call("POST", "/api/crm/objects/contacts", {
      ...{ properties: { email: "third@example.com" }, associations: [label] },
    });
    expect([third.status, third.body.message]).toEqual([
      ...[409, expect.stringContaining(" may have at most 2 contact records as ")],
    ]);
  });

  test("of records that are erased end with them", async () => {
    await api.label();
    await api.put(one, other, { types: ["decision_maker"] });
    const token = await app.token(caller, "crm.contacts.erase crm.contacts.read");
    const path = `/api/crm/objects/contacts/${one}/erase`;
    expect((await app.call("POST", path, { token })).status).toBe(200);
    expect(await api.readBack(other)).toEqual([]);
    const events = await api.events("association.deleted");
    expect(events.map(({ data }) => data.type)).toEqual([pair.plain, "decision_maker"]);
  });

  test("are kept by one of two writers at once", async () => {
    await api.label({ ...LABEL, maxPerTarget: 1 });
    const type = "decision_maker";
    for (let i = 0; i < 5; i++) {
      const to = await api.make(pair.plural);
      const people = [await api.make("contacts"), await api.make("contacts")];
      const [a = 0, b = 0] = people;
      const associations = [{ to: api.to(to), type }];
      const answers = await Promise.all([
        api.put(a, to, { types: [type] }),
        api.put(b, to, { types: [type] }),
        api.create("contacts", associations),
        api.create("contacts", associations),
        api.call("POST", "/api/crm/objects/contacts/batch/associate", {
          inputs: [{ id: a, to: api.to(to), type }],
        }),
        api.call("POST", `/api/crm/objects/${pair.plural}/batch/associate`, {
          inputs: [{ id: to, to: { object: "contact", id: String(b) }, type: "decides_at" }],
        }),
      ]);
      for (const { status } of answers) expect([200, 201, 207, 409]).toContain(status);
      const there = (await api.readBack(to)).filter((entry) => entry.type === "decides_at");
      expect(there).toHaveLength(1);
    }
  });
});

interface Api {
  call(method: string, path: string, json?: object): Promise<Answer>;
  labels(): string;
  label(settings?: object): Promise<Answer>;
  values(plural: string): object;
  create(plural: string, associations?: readonly object[]): Promise<Answer>;
  make(plural: string, associations?: readonly object[]): Promise<number>;
  to(id: number, object?: string): { readonly object: string; readonly id: string };
  put(one: number, other: number, json?: object): Promise<Answer>;
  end(one: number, other: number, type?: string): Promise<Answer>;
  /** The entries of a contact with records of the other type. */
  read(plural: string, id: number): Promise<readonly Entry[]>;
  /** The entries of one of the others with contacts. */
  readBack(id: number): Promise<readonly Entry[]>;
  events(...types: readonly string[]): Promise<readonly StoredEvent[]>;
}

interface Entry {
  readonly id: string;
  readonly type: string;
}

interface StoredEvent {
  readonly type: string;
  readonly data: Readonly<Record<string, unknown>>;
}

function apiOf(app: TestApp, caller: Caller, pair: Pair): Api {
  const { token, projectId } = caller;
  const call = (method: string, path: string, json?: object) =>
    app.call(method, path, json === undefined ? { token } : { token, json });
  const values = (plural: string) =>
    plural === "companies" ? { name: "Engines" } : { email: "ada@engines.example" };
  const at = (one: number, other: number) =>
    `/api/crm/objects/contacts/${one}/associations/${pair.plural}/${other}`;
  const create = (plural: string, associations: readonly object[] = []) =>
    call("POST", `/api/objects/${plural}`, { properties: values(plural), associations });
  const labels = () => `/api/crm/association-labels/contacts/${pair.plural}`;
  const entriesOf = async (plural: string, id: number, type: string) => {
    const { body } = await call("GET", `/api/crm/objects/${plural}/${id}?associations=${type}`);
    return body.data.associations[type];
  };
  return {
    ...{ call, labels, values, create },
    label: (settings = LABEL) => call("POST", labels(), settings),
    async make(plural, associations) {
      const { status, body } = await create(plural, associations);
      if (status !== 201) throw new Error(JSON.stringify(body));
      return body.data.id;
    },
    to: (id, object = pair.type) => ({ object, id: String(id) }),
    put: (one, other, json) => call("PUT", at(one, other), json),
    end: (one, other, type) =>
      call("DELETE", `${at(one, other)}${type === undefined ? "" : `?type=${type}`}`),
    read: (plural, id) => entriesOf(plural, id, pair.type),
    readBack: (id) => entriesOf(pair.plural, id, "contact"),
    async events(...types) {
      const rows = await app.deps.db.kysely
        .selectFrom("events")
        .select(["type", "payload"])
        .where("project_id", "=", projectId)
        .where("type", "in", types)
        .orderBy("id")
        .execute();
      return rows.map(({ type, payload }) => ({ type, data: JSON.parse(String(payload)) }));
    },
  };
}
