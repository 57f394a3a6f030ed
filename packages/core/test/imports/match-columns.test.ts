import { builtInType, OBJECT_TYPES, PROPERTY_DEFAULTS } from "@rapport/model";
import { describe, expect, it } from "vitest";
import {
  guessType,
  matchColumns,
  normalName,
  type SampledColumn,
} from "../../src/imports/match/match-columns.ts";

const column = (name: string, ...samples: string[]): SampledColumn => ({ name, samples });

function matched(type: string, ...columns: SampledColumn[]) {
  const found = matchColumns(builtInType(type), builtInType(type).properties, columns);
  return found.map(({ property }) => property);
}

describe("the columns of a file", () => {
  it.each([
    ["email", "email"],
    ["E-Mail", "email"],
    ["EMAIL ADDRESS", "email"],
    ["Contact email", "email"],
    ["First Name", "firstname"],
    ["firstName", "firstname"],
    ["first_name", "firstname"],
    ["Vorname", "firstname"],
    ["Prénom", "firstname"],
    ["Surname", "lastname"],
    ["Job Title", "jobtitle"],
    ["Phone Number", "phone"],
    ["Company", "company"],
    ["PLZ", "zip"],
    ["Postcode", "zip"],
    ["Straße", "address"],
    ["Country/Region", "country"],
    ["Lifecycle Stage", "lifecyclestage"],
    ["Lead Status", "lead_status"],
    ["Favourite colour", null],
    ["", null],
    ["---", null],
  ])("match by name: %j is %s", (name, property) => {
    expect(matched("contact", column(name))).toEqual([property]);
  });

  it.each([
    ["deal", "Deal Name", "name"],
    ["deal", "Deal stage", "stage"],
    ["deal", "Close Date", "closeDate"],
    ["company", "Company Domain Name", "domain"],
    ["company", "Number of Employees", "employees"],
    ["appointment", "Start time", "appointment_start_ts"],
  ] as const)("match the names of other types: %s %j is %s", (type, name, property) => {
    expect(matched(type, column(name))).toEqual([property]);
  });

  it("match by the look of their values when their name says nothing", () => {
    const found = matched(
      "contact",
      column("Spalte 1", "ada@example.com", "grace@example.com", ""),
      column("Spalte 2", "+49 30 901820", "030 / 123 456"),
      column("Spalte 3", "https://example.com", "www.example.org"),
      column("Spalte 4", "Customer", "lead", "Opportunity"),
      column("Spalte 5", "Ada", "Grace"),
    );
    expect(found).toEqual(["email", "phone", "website", "lifecyclestage", null]);
  });

  it("do not match a part of a name when the values contradict it", () => {
    const values = ["ada@example.com"];
    expect(matched("contact", column("Phone or so", ...values), column("Email"))).toEqual([
      null,
      "email",
    ]);
  });

  it("share no property: the best name wins, then the first column", () => {
    const names = ["Work email", "Email", "email"];
    expect(matched("contact", ...names.map((name) => column(name)))).toEqual([null, "email", null]);
  });

  it("match a custom property by its label, but not by the other names of a built-in one", () => {
    const custom = { ...PROPERTY_DEFAULTS, name: "vat_number", label: "VAT number" };
    const zip = { ...PROPERTY_DEFAULTS, name: "zip", label: "Fastener" };
    const found = matchColumns(
      OBJECT_TYPES.company,
      [custom, zip],
      [column("VAT Number"), column("PLZ")],
    );
    expect(found.map(({ property }) => property)).toEqual(["vat_number", null]);
  });

  it("never match a read-only property", () => {
    expect(matched("deal", column("Probability", "0.5"))).toEqual([null]);
  });

  it("say what a match rests on and what the values look like", () => {
    const columns = [column("Email", "ada@example.com"), column("Score", "12", "7.5"), column("x")];
    expect(matchColumns(OBJECT_TYPES.contact, OBJECT_TYPES.contact.properties, columns)).toEqual([
      { column: "Email", property: "email", by: "name", look: "email" },
      { column: "Score", property: null, by: null, look: "number" },
      { column: "x", property: null, by: null, look: null },
    ]);
  });
});

describe("the look of values", () => {
  it.each([
    [["ada@example.com", " grace@example.com "], "email"],
    [["ada@example.com", "b@example.com", "c@example.com", "d@example.com", "none"], "email"],
    [["https://example.com/a", "www.example.org"], "url"],
    [["yes", "NO"], "boolean"],
    [["2026-11-22", "1.2.2026", "03/04/26"], "date"],
    [["2026-11-22T10:00:00Z", "22.11.2026 10:00"], "datetime"],
    [["+49 30 901820", "(030) 123-4567", "0301234567"], "phone"],
    [["12", "-7.5", "1,250.00", "1 000"], "number"],
    [["2026", "10115"], "number"],
    [["Ada", "Grace"], "string"],
    [["two\nlines"], "text"],
    [["x".repeat(201)], "text"],
    [["", "  "], undefined],
    [[], undefined],
  ])("of %j is %s", (samples, look) => {
    expect(guessType(samples)).toBe(look);
  });
});

describe("a normal name", () => {
  it.each([
    ["firstName", "first name"],
    [" E-Mail  Address ", "e mail address"],
    ["Straße", "strasse"],
    ["姓名", "姓名"],
  ])("of %j is %j", (name, normal) => {
    expect(normalName(name)).toBe(normal);
  });
});
