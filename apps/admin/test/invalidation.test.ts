import { appRouter } from "@rapport/core/routers";
import { describe, expect, it } from "vitest";
import { mutationSubject } from "../src/invalidation.ts";

describe("what a change makes out of date", () => {
  const procedures = appRouter._def.procedures as unknown as Readonly<
    Record<string, { readonly _def: { readonly type: string } }>
  >;
  const mutations = Object.entries(procedures)
    .filter(([path, { _def }]) => path.startsWith("admin.") && _def.type === "mutation")
    .map(([path]) => path.split("."));

  /** Their pages show the new values first, and fetch then. */
  const BY_THEIR_PAGES = [/^records\./, /^duplicates\.(un)?merge$/, /^reports\.pins\./];

  it("has a place for each mutation of the admin app", () => {
    const known = mutations.map(([, ...path]) => path.join("."));
    expect(known.length).toBeGreaterThan(60);
    const missing = known.filter(
      (path) =>
        mutationSubject([["admin", ...path.split(".")]]) === undefined &&
        !BY_THEIR_PAGES.some((own) => own.test(path)),
    );
    expect(missing).toEqual([]);
  });

  it.each([
    ["access.keys.disable", "access.keys"],
    ["imports.drafts.start", "imports.drafts.start"],
    ["imports.drafts.fixRow", "imports"],
    ["schema.saveStage", "schema"],
  ])("takes the longest path that %s begins with", (path, subject) => {
    expect(mutationSubject([["admin", ...path.split(".")]])).toBe(subject);
  });

  it("leaves mutations without a path to their pages", () => {
    expect(mutationSubject(undefined)).toBeUndefined();
    expect(mutationSubject(["board"])).toBeUndefined();
  });
});
