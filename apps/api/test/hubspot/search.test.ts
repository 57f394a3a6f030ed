import { DIALECTS } from "@rapport/testing";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { sharedApp, type TestApp } from "../support/app.ts";
import { hubspot, idsIn } from "../support/hubspot.ts";

type Client = ReturnType<typeof hubspot>;

describe.each(DIALECTS)("searches of clients of HubSpot on %s", (dialect) => {
  let app: TestApp;
  let post: Client["post"];
  const ids: Record<string, string> = {};
  beforeAll(async () => {
    app = await sharedApp(dialect);
    const client = hubspot(app, await app.caller());
    post = client.post;
    const deals = [
      { dealname: "Small engine", amount: "10", dealstage: "new", closedate: "2026-01-10" },
      { dealname: "Large engine", amount: "2000.50", dealstage: "won", closedate: "2026-02-10" },
      { dealname: "Wheel", dealstage: "new" },
    ];
    for (const deal of deals) ids[deal.dealname] = await client.make("deals", deal);
    const types = [{ associationCategory: "HUBSPOT_DEFINED", associationTypeId: 4 }];
    const associations = [{ to: { id: ids.Wheel }, types }];
    ids.ada = await client.make("contacts", { email: "ada@example.com" }, { associations });
  });
  afterAll(() => app[Symbol.asyncDispose]());

  const [small, large, wheel] = ["Small engine", "Large engine", "Wheel"];

  it.each([
    [{ propertyName: "dealname", operator: "EQ", value: "wheel" }, [wheel]],
    [{ propertyName: "dealname", operator: "NEQ", value: "Wheel" }, [small, large]],
    [{ propertyName: "amount", operator: "LT", value: "2000.5" }, [small]],
    [{ propertyName: "amount", operator: "LTE", value: 2000.5 }, [small, large]],
    [{ propertyName: "amount", operator: "GT", value: "10" }, [large]],
    [{ propertyName: "amount", operator: "GTE", value: "10" }, [small, large]],
    [{ propertyName: "amount", operator: "BETWEEN", value: "5", highValue: "15" }, [small]],
    [{ propertyName: "dealstage", operator: "IN", values: ["won", "lost"] }, [large]],
    [{ propertyName: "dealstage", operator: "NOT_IN", values: ["won", "lost"] }, [small, wheel]],
    [{ propertyName: "amount", operator: "HAS_PROPERTY", value: "" }, [small, large]],
    [{ propertyName: "amount", operator: "NOT_HAS_PROPERTY" }, [wheel]],
    [{ propertyName: "dealname", operator: "CONTAINS_TOKEN", value: "engine" }, [small, large]],
    [{ propertyName: "dealname", operator: "NOT_CONTAINS_TOKEN", value: "engine" }, [wheel]],
    [{ propertyName: "closedate", operator: "GT", value: "1768608000000" }, [large]],
    [
      { propertyName: "hs_createdate", operator: "GT", value: "1768608000000" },
      [small, large, wheel],
    ],
    [{ propertyName: "hs_lastmodifieddate", operator: "LT", value: "2026-01-01T00:00:00Z" }, []],
    [{ propertyName: "hs_lastmodifieddate", operator: "GTE", value: "0" }, [small, large, wheel]],
    [{ propertyName: "closedate", operator: "GTE", value: 86400000 }, [small, large]],
    [{ propertyName: "closedate", operator: "GT", value: "253402300799000" }, []],
  ])("finds by %j", async (filter, names) => {
    const found = await post("deals/search", { filterGroups: [{ filters: [filter] }] });
    expect([found.status, found.body.message]).toEqual([200, undefined]);
    expect(idsIn(found)).toEqual(names.map((name) => ids[name]));
    expect(found.body.total).toBe(names.length);
  });

  it("finds by id, by associated records and by words", async () => {
    const bySomething = async (json: object) => idsIn(await post("deals/search", json));
    const filters = (filter: object) => ({ filterGroups: [{ filters: [filter] }] });
    const byId = { propertyName: "hs_object_id", operator: "EQ", value: ids.Wheel };
    expect(await bySomething(filters(byId))).toEqual([ids.Wheel]);
    const byContact = { propertyName: "associations.contact", operator: "EQ", value: ids.ada };
    expect(await bySomething(filters(byContact))).toEqual([ids.Wheel]);
    expect(await bySomething({ query: "engine" })).toEqual([ids[small], ids[large]]);
    const groups = [{ filters: [byId] }, { filters: [{ ...byId, value: ids[small] }] }];
    expect(await bySomething({ filterGroups: groups })).toEqual([ids[small], ids.Wheel]);
  });

  it.each([
    [["amount"], [small, large, wheel]],
    [["-amount"], [large, small, wheel]],
    [["-createdate"], [wheel, large, small]],
    [[{ propertyName: "hs_createdate", direction: "DESCENDING" }], [wheel, large, small]],
    [[{ propertyName: "hs_object_id" }], [small, large, wheel]],
    [[], [small, large, wheel]],
  ])("sorts by %j, in pages", async (sorts, names) => {
    const seen: string[] = [];
    let after: string | number = 0;
    for (;;) {
      const page = await post("deals/search", {
        ...{ filterGroups: [], sorts, limit: 2, after, properties: ["dealname"] },
      });
      expect([page.status, page.body.total]).toEqual([200, 3]);
      seen.push(
        ...page.body.results.map(
          (one: { properties: { dealname: string } }) => one.properties.dealname,
        ),
      );
      if (page.body.paging === undefined) break;
      after = page.body.paging.next.after;
    }
    expect(seen).toEqual(names);
  });

  it("refuses what a search has not", async () => {
    const filter = { propertyName: "dealnam", operator: "EQ", value: "x" };
    const pattern = (operator: string, value: string) => ({
      ...{ propertyName: "dealname", operator, value },
    });
    const bodies = [
      { filterGroups: [{ filters: [filter] }] },
      { filterGroups: [{ filters: [{ ...filter, propertyName: "dealname", operator: "LIKE" }] }] },
      { sorts: ["nonsense"] },
      { sorts: ["amount", "dealname"] },
      { limit: 201 },
      { after: "77" },
      { filterGroups: "x" },
      { filterGroups: [{ filters: [] }, { filters: [pattern("CONTAINS_TOKEN", "*boat")] }] },
      { filters: [pattern("NOT_CONTAINS_TOKEN", "b*t")] },
    ];
    for (const json of bodies) {
      const { status, body } = await post("deals/search", json);
      expect([json, status, body.category]).toEqual([json, 400, "VALIDATION_ERROR"]);
      expect(JSON.stringify(body)).not.toContain("internal_name");
      if (JSON.stringify(json).includes("TOKEN")) {
        expect(body.message).toBe('A * stands only at the end of a word. Example: "boat*"');
      }
    }
  });
});
