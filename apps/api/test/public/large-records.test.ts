import { DIALECTS } from "@rapport/testing";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Caller, sharedApp, type TestApp } from "../support/app.ts";
import { contactsOf, importFile } from "../support/imports.ts";

type Answer = Awaited<ReturnType<TestApp["call"]>>;

const PATH = "/api/crm/objects/contacts";
/** Records of nearly 1 MiB, more than fit on a page. */
const COUNT = 10;

/** Values of nearly 1 MiB. */
function tagsOf(i: number): readonly string[] {
  return Array.from({ length: 15 }, (_, n) => `${i}-${n}${"t".repeat(65_000)}`);
}

/** Long values as a failed test can print them. */
function short(values: readonly string[]): readonly string[] {
  return values.map((value) => `${value.slice(0, 5)} ${value.length}`);
}

describe.each(DIALECTS)("records of nearly 1 MiB on %s", (dialect) => {
  let app: TestApp;
  let caller: Caller;
  const ids: number[] = [];
  /** These, and a small one after each. */
  const all: number[] = [];
  const since = new Date(Date.now() - 3_600_000).toISOString();
  beforeAll(async () => {
    app = await sharedApp(dialect);
    caller = await app.caller();
    for (let i = 0; i < COUNT; i++) {
      const properties = [
        { internal_name: "email", value: `large${i}@example.com` },
        { internal_name: "tags", values: tagsOf(i) },
      ];
      const { token } = caller;
      const { body } = await app.call("POST", "/api/objects/contacts", {
        token,
        json: { properties },
      });
      const small = await app.call("POST", "/api/objects/contacts", {
        token,
        json: { properties: [{ internal_name: "email", value: `large${i}a@example.com` }] },
      });
      ids.push(body.data.id);
      all.push(body.data.id, small.body.data.id);
    }
  });
  afterAll(() => app[Symbol.asyncDispose]());

  const pages = {
    list: (cursor: string | null) =>
      app.call("GET", `${PATH}${query({ limit: 200, cursor })}`, caller),
    "list of changes": (cursor: string | null) =>
      app.call("GET", `${PATH}${query({ updatedSince: since, limit: 200, cursor })}`, caller),
    search: (cursor: string | null) =>
      app.call("POST", `${PATH}/search`, {
        ...caller,
        json: {
          sorts: [{ internal_name: "email", direction: "ASCENDING" }],
          limit: 200,
          ...(cursor && { cursor }),
        },
      }),
  };

  test.each(Object.entries(pages))(
    "a %s ends its pages early and leaves nothing out",
    async (_, page) => {
      const found: number[] = [];
      const counts: number[] = [];
      let cursor: string | null = null;
      do {
        const answer: Answer = await page(cursor);
        const { status, body } = answer;
        expect(status).toBe(200);
        const { results, nextCursor }: { results: { id: number }[]; nextCursor: string | null } =
          body.data;
        counts.push(results.length);
        found.push(...results.map(({ id }) => id));
        cursor = nextCursor;
      } while (cursor !== null);
      expect(found.toSorted((a, b) => a - b)).toEqual(all);
      expect(counts[0]).toBeLessThan(all.length);
    },
  );

  test("the history of one ends its pages early, and each entry has its changes", async () => {
    const { token } = await app.caller();
    const properties = [{ internal_name: "email", value: "history@example.com" }];
    const made = await app.call("POST", "/api/objects/contacts", { token, json: { properties } });
    const path = `${PATH}/${made.body.data.id}`;
    // Each entry has the values before too.
    const changes = 6;
    for (let i = 0; i < changes; i++) {
      const json = { properties: [{ internal_name: "tags", values: tagsOf(i) }] };
      await app.call("PATCH", path, { token, json });
    }
    const found: { version: number; changes: { new: string[] }[] }[] = [];
    const counts: number[] = [];
    let cursor: string | null = null;
    do {
      const page: Answer = await app.call(
        "GET",
        `${path}/history${query({ limit: 200, cursor })}`,
        { token },
      );
      found.push(...page.body.data.results);
      counts.push(page.body.data.results.length);
      cursor = page.body.data.nextCursor;
    } while (cursor !== null);
    expect(found.map(({ version }) => version)).toEqual([7, 6, 5, 4, 3, 2, 1]);
    expect(found[0]?.changes.map((change) => short(change.new))).toEqual([
      short(tagsOf(changes - 1)),
    ]);
    expect(counts[0]).toBeLessThan(changes);
  });

  test("one is read by a key, and found by a search with its values", async () => {
    const path = `${PATH}/by/email?value=large3@example.com&properties=tags`;
    const { body } = await app.call("GET", path, caller);
    expect(body.data).toMatchObject({ id: ids[3], properties: { tags: tagsOf(3) } });
    const json = {
      filterGroups: [
        { filters: [{ internal_name: "email", operator: "EQ", value: "large3@example.com" }] },
      ],
      properties: ["tags"],
    };
    const search = await app.call("POST", `${PATH}/search`, { ...caller, json });
    expect(search.body.data.results).toMatchObject([
      { id: ids[3], properties: { tags: tagsOf(3) } },
    ]);
  });

  test("the feed ends its pages early and leaves nothing out", async () => {
    const found: number[] = [];
    const counts: number[] = [];
    let cursor: string | null = null;
    for (let hasMore = true; hasMore || found.length < all.length; ) {
      const { body }: Answer = await app.call(
        "GET",
        `/api/crm/events${query({ limit: 200, cursor })}`,
        caller,
      );
      counts.push(body.data.results.length);
      found.push(...body.data.results.map(({ data }: { data: { id: number } }) => data.id));
      ({ nextCursor: cursor, hasMore } = body.data);
    }
    expect(found).toEqual(all);
    expect(Math.max(...counts)).toBeLessThan(all.length);
  });

  test("a batch refuses to read more of them than fit into its answer", async () => {
    const inputs = Array.from({ length: 4 * COUNT }, (_, i) => ({ id: ids[i % COUNT] }));
    const { status, body } = await app.call("POST", `${PATH}/batch/read`, {
      ...caller,
      json: { inputs },
    });
    const { results, errors } = body.data;
    expect([status, results.length + errors.length]).toEqual([207, inputs.length]);
    expect(results.length).toBeGreaterThan(COUNT);
    expect(errors[0]).toMatchObject({ index: results.length, code: "PAYLOAD_TOO_LARGE" });
  });

  test.runIf(dialect === "sqlite")(
    "a batch refuses to change them more often than their records fit into its answer",
    async () => {
      const inputs = Array.from({ length: 4 * COUNT }, (_, i) => ({
        id: ids[0],
        properties: [{ internal_name: "city", value: `City ${i}` }],
      }));
      const { status, body } = await app.call("POST", `${PATH}/batch/update`, {
        ...caller,
        json: { inputs },
      });
      const { results, errors } = body.data;
      expect([status, results.length + errors.length]).toEqual([207, inputs.length]);
      expect(errors[0]).toMatchObject({ index: results.length, code: "PAYLOAD_TOO_LARGE" });
      const read = await app.call("GET", `${PATH}/${ids[0]}?properties=city`, caller);
      expect(read.body.data.properties.city).toBe(`City ${results.length - 1}`);
    },
  );

  // The last of those that use the records, because it deletes them.
  test("a list of deleted ones ends its pages early, and each has its values", async () => {
    for (const id of ids) await app.call("DELETE", `${PATH}/${id}`, caller);
    const found: { id: number; properties: { tags: string[] } }[] = [];
    const counts: number[] = [];
    let cursor: string | null = null;
    do {
      const path = `${PATH}${query({ archived: "true", properties: "tags", limit: 200, cursor })}`;
      const { body }: Answer = await app.call("GET", path, caller);
      found.push(...body.data.results);
      counts.push(body.data.results.length);
      cursor = body.data.nextCursor;
    } while (cursor !== null);
    expect(found.map(({ id }) => id)).toEqual(ids);
    expect(found.map(({ properties }) => short(properties.tags))).toEqual(
      ids.map((_, i) => short(tagsOf(i))),
    );
    expect(counts[0]).toBeLessThan(COUNT);
  });

  // The service decides what fits, from records that it has read like those of the tests above.
  describe.runIf(dialect === "sqlite")("more of them than fit into a batch", () => {
    /** More than one statement reads, and more than 32 MiB. */
    const MANY = 120;
    let other: Caller;
    const emailOf = (i: number) => `many${i}@example.com`;
    beforeAll(async () => {
      other = await app.caller();
      const tags = Array.from({ length: 6 }, (_, i) => `${i}${"t".repeat(55_000)}`);
      for (let i = 0; i < MANY; i += 20) {
        const inputs = Array.from({ length: 20 }, (_, n) => ({
          properties: [
            { internal_name: "email", value: emailOf(i + n) },
            { internal_name: "tags", values: tags },
          ],
        }));
        const made = await app.call("POST", `${PATH}/batch/create`, { ...other, json: { inputs } });
        expect(made.status).toBe(200);
      }
    });

    const upsert = (city: string, atomic: boolean) => {
      const inputs = Array.from({ length: MANY }, (_, i) => ({
        properties: [
          { internal_name: "email", value: emailOf(i) },
          { internal_name: "city", value: city },
        ],
      }));
      const json = { idProperty: "email", inputs, atomic };
      return app.call("POST", `${PATH}/batch/upsert`, { ...other, json });
    };
    const citiesOf = async () =>
      Object.values(await contactsOf(app, other.token, "email,city")).map(({ city }) => city);

    test("are changed as far as they fit, and no second record is made of one", async () => {
      const { status, body } = await upsert("Rome", false);
      const { results, errors } = body.data;
      expect([status, results.length + errors.length]).toEqual([207, MANY]);
      const codes = errors.map(({ code }: { code: string }) => code);
      expect(new Set(codes)).toEqual(new Set(["PAYLOAD_TOO_LARGE"]));
      const cities = await citiesOf();
      expect(cities).toHaveLength(MANY);
      expect(cities.filter((city) => city === "Rome")).toHaveLength(results.length);
    });

    test("are refused as a whole with 413 if the batch is atomic", async () => {
      const { status, body } = await upsert("Oslo", true);
      expect({ status, code: body.code }).toEqual({ status: 413, code: "PAYLOAD_TOO_LARGE" });
      expect(body.issues[0]).toMatchObject({ code: "answer_too_large" });
      expect(await citiesOf()).not.toContain("Oslo");
    });

    test("are all changed by an import, in several transactions", async () => {
      const rows = Array.from({ length: MANY }, (_, i) => `${emailOf(i)},Bern\n`);
      const json = { mode: "upsert", idProperty: "email" };
      const ended = await importFile(app, other.token, json, {
        body: `email,city\n${rows.join("")}`,
      });
      expect(ended).toMatchObject({ state: "done", read: MANY, updated: MANY, refused: 0 });
      expect(new Set(await citiesOf())).toEqual(new Set(["Bern"]));
    });
  });
});

function query(values: Record<string, string | number | null>): string {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(values)) {
    if (value !== null) search.set(name, String(value));
  }
  return `?${search}`;
}
