import { DIALECTS, type GraphTemplate } from "@rapport/testing";
import { describe, expect, test } from "vitest";
import {
  ACCESS_TOKEN,
  type Syncing,
  startSyncing,
  template,
  templates,
} from "../support/templates.ts";

/** Numbers of templates, their most on a page, and pages. */
const COUNTS: readonly (readonly [number, number, number])[] = [
  [0, 25, 1],
  [1, 25, 1],
  [25, 25, 1],
  [26, 25, 2],
  [35, 25, 2],
  [100, 100, 1],
  [5_000, 100, 50],
];
/** PostgreSQL writes any number of changes with the same statements, so one page and several are enough. */
const COUNTS_ON_POSTGRES: typeof COUNTS = [
  [100, 100, 1],
  [1_001, 100, 11],
];

describe.each(DIALECTS)("templates in pages on %s", (dialect) => {
  test.each(dialect === "sqlite" ? COUNTS : COUNTS_ON_POSTGRES)(
    "syncs %i templates in pages of %i",
    async (count, pageSize, pages) => {
      await using syncing = await startSyncing(dialect, templates(count), pageSize);
      const caller = await syncing.tenant(templates(count, { status: "PENDING" }));
      const { status, body } = await caller.sync();
      expect([status, body.data]).toEqual([
        200,
        {
          ...{ total_fetched_from_meta: count, matched: count, updated: count },
          ...{ unchanged: 0, not_found: 0, updated_templates: expect.any(Array) },
        },
      ]);
      expect(new Set(body.data.updated_templates.map(nameOf))).toEqual(
        new Set(templates(count).map(({ name }) => name)),
      );
      expect(syncing.platform.requests).toHaveLength(pages);
      const { templates: local, history, events } = await syncing.contents();
      expect(local?.every((one) => "status" in one && one.status === "APPROVED")).toBe(true);
      expect([history?.length, events?.length]).toEqual([count, count]);
    },
  );
});

// All pages are read before anything is stored, as the test above does on both databases.
describe("the pages of a platform", () => {
  const dialect = "sqlite";

  test("requests each page with a bearer token, the needed fields and a limit of 100", async () => {
    await using syncing = await startSyncing(dialect, templates(60));
    await (await syncing.tenant()).sync();
    const asked = syncing.platform.requests.map(({ path, authorization }) => {
      expect(authorization).toBe(`Bearer ${ACCESS_TOKEN}`);
      expect(path).not.toContain(ACCESS_TOKEN);
      const { searchParams } = new URL(path, syncing.platform.url);
      expect([searchParams.get("fields"), searchParams.get("limit")]).toEqual([
        "name,language,status,category",
        "100",
      ]);
      return searchParams.get("after");
    });
    expect(asked).toEqual([null, expect.any(String), expect.any(String)]);
    expect(new Set(asked).size).toBe(3);
  });

  test("syncs pages of one template each", async () => {
    await using syncing = await startSyncing(dialect, templates(7), 1);
    const { data } = (await (await syncing.tenant()).sync()).body;
    expect(data).toMatchObject({ total_fetched_from_meta: 7, not_found: 7 });
    expect(syncing.platform.requests).toHaveLength(7);
  });

  test("continues after empty pages at the start, in the middle and before the last", async () => {
    await using syncing = await startSyncing(dialect, templates(35), 10);
    syncing.platform.fail(1, { empty: true });
    syncing.platform.fail(3, { empty: true }, 2);
    syncing.platform.fail(7, { empty: true });
    const caller = await syncing.tenant(templates(35, { category: "MARKETING" }));
    const { data } = (await caller.sync()).body;
    expect(data).toMatchObject({ total_fetched_from_meta: 35, matched: 35, updated: 35 });
    expect(syncing.platform.requests).toHaveLength(8);
  });

  test.each([99, 60, 25, 7, 2, 1])(
    "halves the limit and goes on if the platform sends at most %i templates at once",
    async (most) => {
      await using syncing = await startSyncing(dialect, templates(130), 100);
      const caller = await syncing.tenant(templates(130, { status: "PENDING" }));
      syncing.platform.refuseLimitsAbove(most);
      const { status, body } = await caller.sync();
      expect([status, body.data.matched, body.data.updated]).toEqual([200, 130, 130]);
      const limits = limitsOf(syncing);
      const halved = [100, 50, 25, 12, 6, 3, 1];
      const first = halved.findIndex((limit) => limit <= most);
      expect(limits.slice(0, first + 1)).toEqual(halved.slice(0, first + 1));
      // It asks for no larger page again.
      expect(new Set(limits.slice(first))).toEqual(new Set([halved[first]]));
    },
  );

  test("goes on from the same template if a later page is too much", async () => {
    await using syncing = await startSyncing(dialect, templates(250), 100);
    const caller = await syncing.tenant(templates(250, { status: "PENDING" }));
    const message = "(#1) Please reduce the amount of data you're asking for, then retry.";
    syncing.platform.fail(2, { error: { code: 1, message } }, 2);
    expect((await caller.sync()).body.data).toMatchObject({ matched: 250, updated: 250 });
    expect(limitsOf(syncing)).toEqual([100, 100, 50, 25, 25, 25, 25, 25, 25]);
  });

  test("returns 502 after a bounded number of requests if one template is too much", async () => {
    await using syncing = await startSyncing(dialect, templates(3));
    const caller = await syncing.tenant(templates(3, { status: "PENDING" }));
    const before = await syncing.contents();
    syncing.platform.refuseLimitsAbove(0);
    const { status, body } = await caller.sync();
    expect([status, body.code]).toEqual([502, "UPSTREAM_FAILED"]);
    expect(limitsOf(syncing)).toEqual([100, 50, 25, 12, 6, 3, 1, 1, 1, 1, 1]);
    expect(await syncing.contents()).toEqual(before);
  });

  test.each(TWINS)("takes %o of templates of one name and language", async (live, ...others) => {
    const listed = [live, ...others].map((more, i) =>
      template("order", { language: i % 2 === 0 ? "en_US" : "en-US", ...more }),
    );
    const rotated = [...listed.slice(1), ...listed.slice(0, 1)];
    await using syncing = await startSyncing(dialect, [...listed, template("other")], 1);
    const caller = await syncing.tenant([template("order", { status: "DRAFT" })]);
    expect((await caller.sync()).body.data).toMatchObject({
      ...{ total_fetched_from_meta: listed.length + 1, matched: listed.length },
      ...{ updated: 1, unchanged: listed.length - 1, not_found: 1 },
    });
    const [local] = (await syncing.contents()).templates ?? [];
    expect(local).toMatchObject({ category: "UTILITY", ...live });
    for (const order of [rotated, listed.toReversed(), rotated.toReversed()]) {
      syncing.platform.templates.splice(0, Number.POSITIVE_INFINITY, ...order);
      expect((await caller.sync()).body.data).toMatchObject({ updated: 0 });
    }
    const { history, events } = await syncing.contents();
    expect([history?.length, events?.length]).toEqual([1, 1]);
  });

  test("keeps a status or category that the platform does not name, and syncs all others", async () => {
    const local = templates(ODD_VALUES.length * 2 + 1, {
      status: "PENDING",
      category: "MARKETING",
    });
    const remote = local.slice(1).map(({ name }, i) => {
      const odd = ODD_VALUES[Math.floor(i / 2)];
      const more = i % 2 === 0 ? { status: odd } : { category: odd };
      return JSON.parse(JSON.stringify({ ...template(name), ...more }));
    });
    await using syncing = await startSyncing(dialect, [], 4);
    syncing.platform.templates.push(...remote, template("template_0"));
    const caller = await syncing.tenant(local);
    const { status, body } = await caller.sync();
    expect([status, body.data.matched, body.data.updated]).toEqual([
      200,
      local.length,
      local.length,
    ]);
    const rows = (await syncing.contents()).templates as { status: string; category: string }[];
    expect(rows.map(({ status, category }) => [status, category])).toEqual([
      ["APPROVED", "UTILITY"],
      ...ODD_VALUES.flatMap(() => [
        ["PENDING", "UTILITY"],
        ["APPROVED", "MARKETING"],
      ]),
    ]);
    expect((await caller.sync()).body.data.updated).toBe(0);
  });

  test("counts entries without a name or language as not found, and syncs the others", async () => {
    await using syncing = await startSyncing(dialect, [], 3);
    const { name: _, ...nameless } = template("");
    const odd = [
      ...[null, "order", 7, {}, [], nameless],
      ...ODD_VALUES.flatMap((value) => [
        { ...template("order"), name: value },
        { ...template("order"), language: value },
      ]),
    ];
    syncing.platform.templates.push(...odd, template("order"));
    const caller = await syncing.tenant([template("order", { status: "PENDING" })]);
    const { status, body } = await caller.sync();
    expect([status, body.data]).toMatchObject([
      200,
      {
        ...{ total_fetched_from_meta: odd.length + 1, not_found: odd.length },
        ...{ matched: 1, updated: 1, unchanged: 0 },
      },
    ]);
  });

  test.each([null, {}, { cursors: null }, { cursors: { after: null }, next: null }])(
    "ends the list at the paging %o",
    async (paging) => {
      await using syncing = await startSyncing(dialect);
      syncing.platform.fail(1, { json: { data: [template("order")], paging } });
      const caller = await syncing.tenant([template("order", { status: "PENDING" })]);
      expect((await caller.sync()).body.data).toMatchObject({ matched: 1, updated: 1 });
    },
  );
});

/** Templates of one name and language: the live one first. */
const TWINS: readonly (readonly Partial<GraphTemplate>[])[] = [
  [{ status: "APPROVED" }, { status: "PENDING" }],
  [{ status: "APPROVED" }, { status: "REJECTED" }, { status: "PENDING" }],
  [{ status: "APPROVED" }, { status: "APPEALED_IN_A_STATUS_OF_TOMORROW" }],
  [{ status: "PENDING" }, { status: "DISABLED" }, { status: "IN_APPEAL" }],
  [{ status: "PAUSED" }, { status: "REJECTED" }],
  [
    { status: "APPROVED", category: "MARKETING" },
    { status: "APPROVED", category: "UTILITY" },
  ],
];

/** What is no status, category, name or language. */
const ODD_VALUES = [null, undefined, "", " ", 7, true, {}, ["x"], "nul\u0000", "x".repeat(2_000)];

function limitsOf({ platform }: Syncing): readonly number[] {
  return platform.requests.map(({ path }) =>
    Number(new URL(path, platform.url).searchParams.get("limit")),
  );
}

function nameOf({ template_name }: { template_name: string }): string {
  return template_name;
}
