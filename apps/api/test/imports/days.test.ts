import { DIALECTS } from "@rapport/testing";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { type Caller, sharedApp, type TestApp } from "../support/app.ts";
import { exportApi } from "../support/exports.ts";
import { importFile } from "../support/imports.ts";

const DAY = "2026-11-01T00:00:00.000Z";
const MOMENT = "2026-11-01T15:00:00.000Z";

describe.each(DIALECTS)("files with days on %s", (dialect) => {
  let app: TestApp;
  let caller: Caller;
  beforeAll(async () => {
    app = await sharedApp(dialect);
  });
  afterAll(() => app[Symbol.asyncDispose]());
  beforeEach(async () => {
    caller = await app.caller();
  });

  async function closeDates(): Promise<Readonly<Record<string, unknown>>> {
    const { token } = caller;
    const { data } = (await app.call("GET", "/api/crm/objects/deals?limit=200", { token })).body;
    return Object.fromEntries(
      data.results.map((deal: { properties: Record<string, unknown> }) => [
        deal.properties.name,
        deal.properties.closeDate,
      ]),
    );
  }

  // What reads a file knows nothing of the database.
  test.runIf(dialect === "sqlite").each([
    ["YYYY-MM-DD", "2026-11-01", "2026-11-01T15:00:00Z"],
    ["YYYY/MM/DD", "2026/11/01", "2026/11/01 15:00"],
    ["DD.MM.YYYY", "1.11.2026", "01.11.2026 15:00:00"],
    ["DD/MM/YYYY", "01/11/2026", "01/11/2026 15:00"],
    ["MM/DD/YYYY", "11/01/2026", "11/1/2026 15:00"],
    ["DD-MM-YYYY", "01-11-2026", "01-11-2026T15:00"],
    ["MM-DD-YYYY", "11-01-2026", "11-01-2026 15:00"],
  ])("an import of %s that names days brings days", async (dateFormat, day, moment) => {
    const json = { object: "deal", mode: "create", dateFormat };
    const file = `name;closeDate\nday;${day}\nmoment;${moment}\n`;
    expect(await importFile(app, caller.token, json, { body: file })).toMatchObject({ created: 2 });
    expect(await closeDates()).toEqual({ day: DAY, moment: MOMENT });
  });

  test.each(dialect === "sqlite" ? ["csv", "ndjson"] : ["csv"])(
    "an export to %s writes days, and its import changes nothing",
    async (format) => {
      const { token } = caller;
      const values = { day: "2026-11-01", midnight: "2026-11-01T00:00:00Z", moment: MOMENT };
      for (const [name, value] of Object.entries(values)) {
        const properties = [
          { internal_name: "name", value: name },
          { internal_name: "closeDate", value },
        ];
        const path = "/api/objects/deals";
        expect((await app.call("POST", path, { token, json: { properties } })).status).toBe(201);
      }
      const before = await closeDates();
      expect(before).toEqual({ day: DAY, midnight: DAY, moment: MOMENT });
      const properties = ["name", "closeDate"];
      const file = await exportApi(app, token).text({ object: "deal", format, properties });
      const lines = file
        .trimEnd()
        .split(/\r?\n/)
        .slice(format === "csv" ? 1 : 0);
      const written = lines.map((line) =>
        format === "csv" ? line.split(",").at(-1) : JSON.parse(line).properties.closeDate,
      );
      expect(written).toEqual(["2026-11-01", "2026-11-01", MOMENT]);
      const json = { object: "deal", mode: "update", idProperty: "id", format };
      expect(await importFile(app, token, json, { body: file })).toMatchObject({
        unchanged: 3,
        refused: 0,
      });
      expect(await closeDates()).toEqual(before);
    },
  );
});
