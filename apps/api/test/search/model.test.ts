import {
  addAssociation,
  createRecord,
  deleteRecord,
  type Principal,
  readRecord,
  saveProperty,
  searchObjects,
  updateRecord,
} from "@rapport/core";
import { amount, DIALECTS } from "@rapport/testing";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Caller, sharedApp, type TestApp } from "../support/app.ts";
import { type Search, searchAll } from "../support/search.ts";
import {
  type ModelRecord,
  modelSearch,
  PROPERTIES,
  someProperties,
  someSearch,
} from "../support/search-model.ts";

const SEARCHES = amount("searches", 120);
/** Searches over the same records. */
const SEARCHES_PER_PROJECT = 60;
const RECORDS = 60;
const CONTACTS = 12;

describe.each(DIALECTS)("random searches over random records on %s", (dialect) => {
  let app: TestApp;
  beforeAll(async () => {
    app = await sharedApp(dialect);
  });
  afterAll(() => app[Symbol.asyncDispose]());

  test("find what a plain filter over an array finds, in the same order", async ({ annotate }) => {
    for (let done = 0; done < SEARCHES; done += SEARCHES_PER_PROJECT) {
      const { caller, principal, records, contacts } = await someRecords();
      await fc.assert(
        fc.asyncProperty(someSearch(records, contacts), someLimits, async (search, limits) => {
          const expected = modelSearch(records, search);
          expect(await searchAll(app, caller, "companies", search)).toEqual(expected);
          expect(await searchWithin(principal, search, limits)).toEqual(expected);
        }),
        { numRuns: Math.min(SEARCHES_PER_PROJECT, SEARCHES - done), endOnFailure: true },
      );
    }
    await annotate(`${SEARCHES} random searches, all as the model`, "figures");
  });

  test("find every record that has several of the values of an IN, sorted by another property", async () => {
    const caller = await app.caller();
    const { tenantId, projectId, clientId: id } = caller;
    const principal: Principal = { kind: "client", id, tenantId, projectId, scopes: new Set() };
    const values = ["a", "b", "c"];
    await saveProperty(app.deps, projectId, "company", {
      ...{ name: "marks", label: "Marks", type: "string", multi: true, indexed: true },
    });
    const ids: number[] = [];
    for (let i = 0; i < 12; i++) {
      const properties = [
        { internal_name: "name", value: `Company ${String(i).padStart(2, "0")}` },
        { internal_name: "marks", values },
      ];
      ids.push((await createRecord({ deps: app.deps, principal }, "company", { properties })).id);
    }
    const filters = [{ internal_name: "marks", operator: "IN" as const, values }];
    const search = { filterGroups: [{ filters }], sorts: [{ internal_name: "name" }] };
    const few = { examined: 60, chunk: 20, collectedById: 10, collectedByField: 10, merged: 2 };
    const limits = { ...few, bytes: 1_000_000, planned: 1_000_000 };
    expect(await searchWithin(principal, search as Search, limits)).toEqual(ids);
  });

  /** Bounds so small that a few records exceed them, as many records exceed those of the service. */
  const someLimits = fc.record({
    examined: fc.integer({ min: 5, max: 60 }),
    chunk: fc.integer({ min: 3, max: 30 }),
    collectedById: fc.integer({ min: 1, max: 80 }),
    collectedByField: fc.integer({ min: 1, max: 80 }),
    merged: fc.integer({ min: 1, max: 8 }),
    bytes: fc.integer({ min: 1, max: 40_000 }),
    planned: fc.integer({ min: 0, max: 20_000 }),
  });

  async function searchWithin(
    principal: Principal,
    search: Search,
    limits: Parameters<typeof searchObjects>[2],
  ): Promise<number[]> {
    const ids: number[] = [];
    const object = await app.deps.schemas.object(principal.projectId, "company");
    for (let cursor: string | undefined; ; ) {
      const request = { limit: 50, ...search, cursor } as Parameters<typeof searchObjects>[1];
      const page = await searchObjects({ deps: app.deps, principal, object }, request, limits);
      ids.push(...page.results.map(({ id }) => id));
      if (page.nextCursor === null) return ids;
      cursor = page.nextCursor;
    }
  }

  /** Fills a new project with companies and contacts; changes and deletes some of them. */
  async function someRecords(): Promise<{
    caller: Caller;
    principal: Principal;
    records: ModelRecord[];
    contacts: number[];
  }> {
    const caller = await app.caller();
    const { tenantId, projectId } = caller;
    const principal: Principal = {
      kind: "client",
      id: caller.clientId,
      tenantId,
      projectId,
      scopes: new Set(),
    };
    for (const [name, { kind, multi, indexed, ...more }] of Object.entries(PROPERTIES)) {
      const values = "options" in more ? more.options : null;
      const type = values !== null ? "enumeration" : kind === "text" ? "string" : kind;
      const options = values?.map((value) => ({ value, label: value }));
      await saveProperty(app.deps, projectId, "company", {
        name,
        label: name,
        type,
        multi,
        indexed,
        ...(options && { options }),
      });
    }
    const samples = fc.sample(someProperties, RECORDS + CONTACTS);
    const pick = (most: number) => fc.sample(fc.integer({ min: 0, max: most - 1 }), 1)[0] ?? 0;
    const contacts: number[] = [];
    for (let i = 0; i < CONTACTS; i++) {
      const properties = [{ internal_name: "email", value: `c${i}@example.com` }];
      contacts.push(
        (await createRecord({ deps: app.deps, principal }, "contact", { properties })).id,
      );
    }
    const [goneContact = 0] = contacts;
    const companies: { id: number; contacts: number[] }[] = [];
    for (const values of samples.slice(0, RECORDS)) {
      const properties = itemsOf({ ...values, city: "x" });
      const { id } = await createRecord({ deps: app.deps, principal }, "company", { properties });
      const own = new Set(
        Array.from({ length: pick(3) }, () => contacts[pick(CONTACTS)] as number),
      );
      for (const contact of own) {
        const one = { type: "company", id } as const;
        await addAssociation({ deps: app.deps, principal }, one, { type: "contact", id: contact });
      }
      companies.push({ id, contacts: [...own].filter((contact) => contact !== goneContact) });
    }
    for (const values of samples.slice(RECORDS)) {
      const items = itemsOf(values);
      const { id } = companies[pick(RECORDS)] as { id: number };
      if (items.length > 0)
        await updateRecord({ deps: app.deps, principal }, { type: "company", id }, items);
    }
    for (const { id } of companies.splice(pick(RECORDS - 4), 4)) {
      await deleteRecord({ deps: app.deps, principal }, "company", id);
    }
    await deleteRecord({ deps: app.deps, principal }, "contact", goneContact);
    const records: ModelRecord[] = [];
    const object = await app.deps.schemas.object(principal.projectId, "company");
    for (const { id, contacts: own } of companies) {
      const read = await readRecord({ deps: app.deps, principal, object }, id, {});
      const { createdAt, updatedAt, properties } = read;
      records.push({ id, createdAt, updatedAt, properties, contacts: own });
    }
    return { caller, principal, records, contacts };
  }

  function itemsOf(values: Readonly<Record<string, unknown>>) {
    return Object.entries(values).map(([internal_name, value]) => ({
      internal_name,
      ...(Array.isArray(value) ? { values: value } : { value }),
    })) as { internal_name: string; value: string }[];
  }
});
