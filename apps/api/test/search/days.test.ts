import { saveProperty } from "@rapport/core";
import { DIALECTS } from "@rapport/testing";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Caller, sharedApp, type TestApp } from "../support/app.ts";
import { createIn, type Filter, search, searchAll, where } from "../support/search.ts";

/** Values of a datetime, in the order of the ids of their companies. */
const VALUES = {
  before: "2026-10-31",
  early: "2026-10-31T11:00:00Z",
  day: "2026-11-01",
  afternoon: "2026-11-01T15:00:00Z",
  next: "2026-11-02T00:00:00.000Z",
  night: "2026-11-02T03:00:00Z",
  none: null,
} as const;
type Name = keyof typeof VALUES;

/** What is before, on and after 1 November 2026 in each time zone. */
const ON_THE_FIRST: Readonly<Record<string, readonly [readonly Name[], Name[], Name[]]>> = {
  "": [
    ["before", "early"],
    ["day", "afternoon"],
    ["next", "night"],
  ],
  "[America/New_York]": [["before", "early"], ["day", "afternoon", "night"], ["next"]],
  "[America/Los_Angeles]": [["before", "early"], ["day", "afternoon", "night"], ["next"]],
  "[Asia/Kolkata]": [
    ["before", "early"],
    ["day", "afternoon"],
    ["next", "night"],
  ],
  "[Pacific/Kiritimati]": [["before"], ["early", "day"], ["afternoon", "next", "night"]],
  "[Europe/Berlin]": [
    ["before", "early"],
    ["day", "afternoon"],
    ["next", "night"],
  ],
};
const DAY = "2026-11-01";
const NAMES = Object.keys(VALUES) as Name[];

describe.each(DIALECTS)("days without a time on %s", (dialect) => {
  let app: TestApp;
  let caller: Caller;
  const ids: Partial<Record<Name, number>> = {};
  beforeAll(async () => {
    app = await sharedApp(dialect);
    caller = await app.caller();
    for (const name of ["due", "plain"]) {
      await saveProperty(app.deps, caller.projectId, "company", {
        ...{ name, label: name, type: "datetime", indexed: name === "due" },
      });
    }
    for (const name of NAMES) {
      const value = VALUES[name];
      ids[name] = await createIn(app, caller, "companies", {
        properties: {
          name: "x",
          ...(value === null ? {} : { due: value, plain: value }),
        },
      });
    }
  });
  afterAll(() => app[Symbol.asyncDispose]());

  async function expectFound(filter: Omit<Filter, "internal_name">, names: readonly Name[]) {
    const wanted = NAMES.filter((name) => names.includes(name)).map((name) => ids[name]);
    for (const internal_name of ["due", "plain"]) {
      const found = where({ ...filter, internal_name });
      expect(await searchAll(app, caller, "companies", found)).toEqual(wanted);
      const sorted = { ...found, sorts: [{ internal_name: "due" }], limit: 2 };
      expect(await searchAll(app, caller, "companies", sorted)).toEqual(wanted);
    }
  }

  test("stores a plain date as that day", async () => {
    const path = `/api/crm/objects/companies/${ids.day}?properties=due`;
    const { body } = await app.call("GET", path, { token: caller.token });
    expect(body.data.properties.due).toBe("2026-11-01T00:00:00.000Z");
  });

  test.each(Object.entries(ON_THE_FIRST))("%s compares days and moments", async (zone, parts) => {
    const [before, on, after] = parts;
    const value = DAY + zone;
    const values = [value];
    await expectFound({ operator: "EQ", value }, on);
    await expectFound({ operator: "NEQ", value }, [...before, ...after, "none"]);
    await expectFound({ operator: "IN", values }, on);
    await expectFound({ operator: "NOT_IN", values }, [...before, ...after, "none"]);
    await expectFound({ operator: "LT", value }, before);
    await expectFound({ operator: "LTE", value }, [...before, ...on]);
    await expectFound({ operator: "GT", value }, after);
    await expectFound({ operator: "GTE", value }, [...on, ...after]);
    await expectFound({ operator: "BETWEEN", value, highValue: value }, on);
    const wide = { value: `2026-10-31${zone}`, highValue: `2026-11-02${zone}` };
    await expectFound({ operator: "BETWEEN", ...wide }, [...before, ...on, ...after]);
    const reversed = { value: `2026-11-02${zone}`, highValue: `2026-10-31${zone}` };
    await expectFound({ operator: "BETWEEN", ...reversed }, []);
    const several = [value, `2026-11-01T15:00:00Z${zone}`, "1970-01-01"];
    await expectFound({ operator: "IN", values: several }, [
      ...new Set([...on, "afternoon"]),
    ] as Name[]);
  });

  test.each([
    "2026-11-01",
    "2026-11-01T00:00:00Z",
    "2026-11-01T00:00:00.000Z",
    "2026-11-01T01:00:00+01:00",
  ])("%s as an operand is the whole day, because midnight in UTC is a day", async (value) => {
    await expectFound({ operator: "EQ", value }, ["day", "afternoon"]);
    await expectFound({ operator: "LTE", value }, ["before", "early", "day", "afternoon"]);
    await expectFound({ operator: "BETWEEN", value, highValue: value }, ["day", "afternoon"]);
  });

  test("an operand with a time is that moment", async () => {
    const value = "2026-11-01T15:00:00Z";
    await expectFound({ operator: "EQ", value }, ["afternoon"]);
    await expectFound({ operator: "LT", value }, ["before", "early", "day"]);
    const highValue = "2026-11-02";
    await expectFound({ operator: "BETWEEN", value, highValue }, ["afternoon", "next", "night"]);
  });

  test.each(["", "[Pacific/Kiritimati]", "[Pacific/Pago_Pago]"])(
    "compares with the first and the last moments of the calendar%s",
    async (zone) => {
      const all = NAMES.filter((name) => name !== "none");
      const firsts = ["0001-01-01", "0001-01-01T00:00:00Z", "0001-01-01T13:00:00Z"];
      const lasts = ["9999-12-31", "T00:00:00.001Z", "T09:30:00Z", "T23:59:59Z", "T23:59:59.999Z"];
      const end = (time: string) => (time.startsWith("T") ? `9999-12-31${time}` : time) + zone;
      for (const last of lasts.map(end)) {
        await expectFound({ operator: "LT", value: last }, all);
        await expectFound({ operator: "LTE", value: last }, all);
        await expectFound({ operator: "GT", value: last }, []);
        await expectFound({ operator: "GTE", value: last }, []);
        await expectFound({ operator: "EQ", value: last }, []);
        await expectFound({ operator: "NEQ", value: last }, NAMES);
        await expectFound({ operator: "NOT_IN", values: [last] }, NAMES);
      }
      for (const value of firsts.map((first) => first + zone)) {
        await expectFound({ operator: "LT", value }, []);
        await expectFound({ operator: "GTE", value }, all);
        await expectFound({ operator: "BETWEEN", value, highValue: end("T23:59:59Z") }, all);
      }
    },
  );

  test("sorts days by midnight in UTC, before the moments of their day", async () => {
    const sorts = [{ internal_name: "due" }];
    const found = await searchAll(app, caller, "companies", { sorts, limit: 2 });
    expect(found).toEqual(NAMES.map((name) => ids[name]));
  });

  test.each(["2026-11-01[Mars/Olympus]", "2026-11-01[]", "2026-02-30[UTC]"])(
    "refuses %s as an operand",
    async (value) => {
      const filter = where({ internal_name: "due", operator: "EQ", value });
      const { status, body } = await search(app, caller, "companies", filter);
      expect(status).toBe(400);
      expect(body.issues[0]).toMatchObject({
        ...{ path: "filterGroups.0.filters.0.value", code: "value_invalid" },
      });
    },
  );

  test("a value that is stored has no time zone's name", async () => {
    await expect(
      createIn(app, caller, "companies", {
        properties: { name: "x", due: "2026-11-01[Europe/Berlin]" },
      }),
    ).rejects.toThrow("value_invalid");
  });

  test("finds records created or changed on a day", async () => {
    const { body } = await app.call("GET", `/api/crm/objects/companies/${ids.day}`, {
      token: caller.token,
    });
    for (const internal_name of ["createdAt", "updatedAt"]) {
      const value = body.data[internal_name].slice(0, 10);
      const all = NAMES.map((name) => ids[name]);
      for (const operator of ["EQ", "LTE", "GTE"]) {
        const found = where({ internal_name, operator, value });
        expect(await searchAll(app, caller, "companies", found)).toEqual(all);
      }
      for (const operator of ["LT", "GT", "NEQ"]) {
        const found = where({ internal_name, operator, value });
        expect(await searchAll(app, caller, "companies", found)).toEqual([]);
      }
      // Its own times are moments: midnight is not the day.
      const midnight = where({ internal_name, operator: "LTE", value: `${value}T00:00:00.000Z` });
      expect(await searchAll(app, caller, "companies", midnight)).toEqual([]);
    }
  });
});
