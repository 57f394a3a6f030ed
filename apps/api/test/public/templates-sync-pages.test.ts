import { DIALECTS } from "@rapport/testing";
import { describe, expect, test } from "vitest";
import { ACCESS_TOKEN, startSyncing, template, templates } from "../support/templates.ts";

describe.each(DIALECTS)("templates in pages on %s", (dialect) => {
  test.each([
    [0, 25, 1],
    [1, 25, 1],
    [25, 25, 1],
    [26, 25, 2],
    [35, 25, 2],
    [100, 100, 1],
    [5_000, 100, 50],
  ])("syncs %i templates in pages of %i", async (count, pageSize, pages) => {
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
  });

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

  test("changes a local template once if the platform lists it as en_US and en-US", async () => {
    await using syncing = await startSyncing(dialect, [
      template("order", { language: "en_US" }),
      template("order", { language: "en-US" }),
    ]);
    const caller = await syncing.tenant([template("order", { status: "PENDING" })]);
    const { data } = (await caller.sync()).body;
    expect(data).toMatchObject({ total_fetched_from_meta: 2, matched: 2, updated: 1 });
    const { history, events } = await syncing.contents();
    expect([history?.length, events?.length]).toEqual([1, 1]);
  });
});

function nameOf({ template_name }: { template_name: string }): string {
  return template_name;
}
