import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { showTypes } from "../src/object-types.ts";
import { REPORTS } from "../src/reports/reports.ts";
import { convertedSum } from "../src/reports/totals.tsx";
import { type AdminApp, type SignedIn, startAdminApp } from "./support/admin-app.ts";
import { shownReport } from "./support/reports.ts";

describe("reports of deals in a project that calls them opportunities", () => {
  let app: AdminApp;
  let admin: SignedIn;
  beforeAll(async () => {
    app = await startAdminApp("sqlite");
    admin = await app.admin("admin");
    const types = await admin.trpc.schema.types.query({ projectId: app.projectId });
    showTypes(
      types.map((type) =>
        type.name === "deal"
          ? { ...type, label: "Opportunity", pluralLabel: "Opportunities", article: "an" }
          : type,
      ),
    );
  });
  afterAll(async () => {
    showTypes();
    await app[Symbol.asyncDispose]();
  });

  it.each(["forecast", "outcomes", "funnel"] as const)(
    "%s has no word of another",
    async (kind) => {
      const { lead, empty, title } = REPORTS[kind];
      const shown = await shownReport(admin, app.projectId, kind, { measure: "count" });
      const said = JSON.stringify([title, lead, empty, shown.choices, shown.figure.unit]);
      expect(said.replaceAll('"deal"', "")).not.toMatch(/deal/i);
      expect(shown.figure.unit).toBe("Opportunities");
    },
  );

  it("say which of them totals leave out", () => {
    const total = { amount: "1", leftOut: [{ currency: "JPY", count: 2 }] };
    const lines = convertedSum([], total, "EUR")?.lines ?? [];
    expect(lines.at(-1)).toBe("Left out: 2 opportunities in JPY without a rate");
  });
});
