import { expect, it } from "vitest";
import { nameIn, sentenceParts, WORDS } from "../src/pages/audit/words.ts";

it.each([
  [
    { type: "contact", settings: { name: "customer_tier", label: "Customer tier" } },
    "Customer tier",
  ],
  [{ type: "contact", settings: { name: "customer_tier" } }, "customer_tier"],
  [{ type: "deal", pipeline: { label: "Renewals" } }, "Renewals"],
  [{ type: "deal", pipeline: "default", stage: { key: "won", label: "Won" } }, "Won"],
  [{ type: "deal", pipeline: "default", stage: "won" }, "won"],
  [{ name: "Acme", tenantId: 1 }, "Acme"],
  [{ tenantId: 1 }, undefined],
] as const)("the audit log calls the object of %j %s", (details, name) => {
  expect(nameIn(details)).toBe(name);
});

it.each(Object.entries(WORDS))(
  "the sentence about %s has a value for each of its places",
  (action, words) => {
    const places = sentenceParts(action).filter((part) => "place" in part);
    expect(places.map(({ place }) => `{${place}}`)).toEqual(words.match(/\{.*?\}/g) ?? []);
  },
);
