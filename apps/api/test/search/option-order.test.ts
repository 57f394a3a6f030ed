import { saveProperty } from "@rapport/core";
import { DIALECTS } from "@rapport/testing";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Caller, sharedApp, type TestApp } from "../support/app.ts";
import { exportApi } from "../support/exports.ts";
import { createIn, type Search, searchAll } from "../support/search.ts";

/** Properties whose own order is not that of letters, with values in their order; the last is none of them. */
const ORDERED = [
  ["deals", "priority", ["low", "medium", "high", "a-letter-before", "zz"]],
  ["tickets", "priority", ["low", "medium", "high", "urgent", "a-letter-before", "zz"]],
  ["contacts", "lifecyclestage", ["subscriber", "lead", "opportunity", "customer", "aaa"]],
  ["leads", "size", ["Small", "Medium", "Large", "a b c", "Other"]],
] as const;

const TYPES = { deals: "deal", tickets: "ticket", contacts: "contact", leads: "lead" } as const;

describe.each(DIALECTS)("a sort by a property with options or stages on %s", (dialect) => {
  let app: TestApp;
  beforeAll(async () => {
    app = await sharedApp(dialect);
  });
  afterAll(() => app[Symbol.asyncDispose]());

  test.each(ORDERED)(
    "of %s by %s follows its own order, other values after it, and no value last",
    async (plural, name, values) => {
      const caller = await app.caller();
      const singular = TYPES[plural];
      await index(caller, singular, name);
      const all = [...values, null, ...values, null];
      const made: { id: number; rank: number | null }[] = [];
      for (const [i, value] of all.toReversed().entries()) {
        const own = value === null ? {} : { [name]: value };
        const id = await createIn(app, caller, plural, {
          properties: { ...someName(plural, i), ...own },
        });
        made.push({
          id,
          rank: value === null ? null : (values as readonly string[]).indexOf(value),
        });
      }
      for (const direction of ["ASCENDING", "DESCENDING"] as const) {
        const sorts = [{ internal_name: name, direction }];
        const expected = inOrder(made, direction);
        for (const limit of [1, 2, 3, 200]) {
          expect(await searchAll(app, caller, plural, { sorts, limit })).toEqual(expected);
        }
        const some = [values[0], values[2], values.at(-1)];
        const few = expected.filter((id) => {
          const { rank = null } = made.find((one) => one.id === id) ?? {};
          return rank !== null && some.includes(values[rank]);
        });
        const filters = [{ internal_name: name, operator: "IN", values: some }];
        for (const limit of [1, 2, 200]) {
          const found = await searchAll(app, caller, plural, {
            ...{ filterGroups: [{ filters }], sorts, limit },
          });
          expect(found).toEqual(few);
        }
        const groups = some.map((value) => ({
          filters: [{ internal_name: name, operator: "EQ", value }],
        }));
        const merged = { filterGroups: groups, sorts, limit: 2 };
        expect(await searchAll(app, caller, plural, merged)).toEqual(few);
        const lines = (
          await exportApi(app, caller.token).text({ object: singular, sorts, format: "ndjson" })
        )
          .trim()
          .split("\n");
        expect(lines.map((line) => JSON.parse(line).id)).toEqual(expected);
      }
    },
  );

  test("of deals by stage follows the stages of their pipelines", async () => {
    const caller = await app.caller();
    const { pipelines } = await app.deps.schemas.object(caller.projectId, "deal");
    const stages = pipelines.flatMap(({ stages: own }) => own.map(({ key }) => key));
    const made: { id: number; rank: number | null }[] = [];
    for (const [i, stage] of stages.toReversed().entries()) {
      const id = await createIn(app, caller, "deals", { properties: { name: `Deal ${i}`, stage } });
      made.push({ id, rank: stages.indexOf(stage) });
    }
    for (const direction of ["ASCENDING", "DESCENDING"] as const) {
      const search: Search = { sorts: [{ internal_name: "stage", direction }], limit: 2 };
      expect(await searchAll(app, caller, "deals", search)).toEqual(inOrder(made, direction));
    }
  });

  test("follows options that were put into another order, without being indexed again", async () => {
    const caller = await app.caller();
    const size = { name: "size", label: "Size", type: "enumeration", indexed: true } as const;
    const save = (values: readonly string[]) =>
      saveProperty(app.deps, caller.projectId, "lead", {
        ...size,
        options: values.map((value) => ({ value, label: value })),
      });
    await save(["b", "a", "c"]);
    const ids: Record<string, number> = {};
    for (const value of ["a", "b", "c"]) {
      ids[value] = await createIn(app, caller, "leads", {
        properties: { name: value, size: value },
      });
    }
    const sorts = [{ internal_name: "size" }];
    const found = () => searchAll(app, caller, "leads", { sorts, limit: 1 });
    expect(await found()).toEqual([ids.b, ids.a, ids.c]);
    await save(["c", "b", "a"]);
    expect(await found()).toEqual([ids.c, ids.b, ids.a]);
  });

  function inOrder(
    made: readonly { id: number; rank: number | null }[],
    direction: "ASCENDING" | "DESCENDING",
  ): readonly number[] {
    const sign = direction === "ASCENDING" ? 1 : -1;
    return made
      .toSorted((a, b) => {
        if ((a.rank === null) !== (b.rank === null)) return a.rank === null ? 1 : -1;
        return sign * ((a.rank ?? 0) - (b.rank ?? 0) || a.id - b.id);
      })
      .map(({ id }) => id);
  }

  function someName(plural: string, i: number): Record<string, string> {
    return plural === "contacts" ? { email: `c${i}@example.com` } : { name: `Record ${i}` };
  }

  async function index(caller: Caller, type: string, name: string): Promise<void> {
    const object = await app.deps.schemas.object(caller.projectId, type);
    const known = object.properties.get(name);
    const options = ["Small", "Medium", "Large"].map((value) => ({ value, label: value }));
    if (known?.indexed) return;
    await saveProperty(app.deps, caller.projectId, type, {
      ...(known === undefined ? { label: name, type: "enumeration", options } : {}),
      ...{ name, label: known?.label ?? name, indexed: true },
    });
  }
});
