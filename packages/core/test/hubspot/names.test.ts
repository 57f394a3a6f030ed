import { OBJECT_TYPES } from "@rapport/model";
import { DIALECTS } from "@rapport/testing";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  hubspotName,
  hubspotTypeId,
  importedName,
  ourName,
  typeAt,
} from "../../src/hubspot/names.ts";
import { createType } from "../../src/schema/object-types.ts";
import { openTestDeps, type TestDeps } from "../support/deps.ts";

const TYPES = Object.values(OBJECT_TYPES);

describe("HubSpot's names", () => {
  it("are one for each built-in property, in both directions", () => {
    const lost = TYPES.flatMap((type) =>
      ["id", "createdAt", "updatedAt", ...type.properties.map(({ name }) => name)]
        .filter((name) => ourName(type, hubspotName(type, name) ?? "") !== name)
        .map((name) => `${type.name}.${name}`),
    );
    expect(lost).toEqual([]);
  });

  it("are those of the fields that every record has", () => {
    const fields = (name: string) =>
      ["id", "createdAt", "updatedAt", "owner_id"].map((field) => hubspotName({ name }, field));
    const [id, owner] = ["hs_object_id", "hubspot_owner_id"];
    expect(fields("contact")).toEqual([id, "createdate", "lastmodifieddate", owner]);
    expect(fields("company")).toEqual([id, "createdate", "hs_lastmodifieddate", owner]);
    expect(fields("task")).toEqual([id, "hs_createdate", "hs_lastmodifieddate", owner]);
    expect(fields("constructor")).toEqual([id, "hs_createdate", "hs_lastmodifieddate", owner]);
  });

  it("stand for one value under two names where HubSpot has two", () => {
    const meeting = { name: "meeting" };
    expect(ourName(meeting, "hs_meeting_start_time")).toBe("start");
    expect(hubspotName(meeting, "start")).toBe("hs_timestamp");
    expect(importedName("meeting", "hs_meeting_start_time", new Map())).toBeNull();
  });

  it("leave out a property whose name means another one to a client of HubSpot", () => {
    expect(hubspotName({ name: "contact" }, "hubspot_owner_id")).toBeUndefined();
    expect(hubspotName({ name: "ticket" }, "content")).toBeUndefined();
    expect(hubspotName({ name: "listing" }, "content")).toBe("content");
  });

  it("of created contacts are a property of the import, and a field of the record for a client", () => {
    expect(importedName("contact", "createdate", new Map())).toBe("hubspot_created_at");
    expect(ourName({ name: "contact" }, "createdate")).toBe("createdAt");
    expect(ourName({ name: "deal" }, "createdate")).toBe("createdDate");
  });

  it("have a number for each type, of the project's own ones too", () => {
    expect(new Set(TYPES.map(hubspotTypeId)).size).toBe(TYPES.length);
    expect(TYPES.map(hubspotTypeId).every((id) => id.startsWith("0-"))).toBe(true);
    expect(hubspotTypeId({ name: "listing", associationRank: -3 })).toBe("2-3");
  });
});

describe.each(DIALECTS)("a path of HubSpot's API on %s", (dialect) => {
  let test: TestDeps;
  beforeAll(async () => {
    test = await openTestDeps(dialect);
  });
  afterAll(() => test[Symbol.asyncDispose]());

  it("names a type by name, plural, number, and the project's own as p_name", async () => {
    const { deps, principal } = test;
    const listing = { name: "listing", plural: "listings", label: "Listing" };
    await createType(deps, principal.projectId, { ...listing, pluralLabel: "Listings" });
    const schema = await deps.schemas.get(principal.projectId);
    const found = (name: string) => typeAt(schema, name)?.name;
    expect(["contact", "Contacts", "0-1"].map(found)).toEqual(["contact", "contact", "contact"]);
    const own = ["listing", "listings", "2-1", "p_listing", "p123_listing"];
    expect(own.map(found)).toEqual(own.map(() => "listing"));
    const unknown = ["0-7", "2-2", "products", "p_contact", "p_", ""];
    expect(unknown.map(found)).toEqual(unknown.map(() => undefined));
  });
});
