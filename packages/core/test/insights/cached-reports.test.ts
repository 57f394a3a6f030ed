import { DIALECTS } from "@rapport/testing";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Cached, FigureCache } from "../../src/deps.ts";
import { createRecord } from "../../src/records/create.ts";
import { forecastReport } from "../../src/reports/forecast.ts";
import { ownerReport } from "../../src/reports/outcomes.ts";
import { orderStages, saveStage } from "../../src/schema/save-stage.ts";
import { openTestDeps, type TestDeps } from "../support/deps.ts";

/** Keeps all figures, as those of a large project are kept for 30 seconds. */
function lastingFigures(): FigureCache {
  const known = new Map<string, Promise<Cached<unknown>>>();
  return {
    get: <T>(key: string, count: () => Promise<{ readonly value: T }>) => {
      const asOf = new Date().toISOString();
      const found = known.get(key) ?? count().then(({ value }) => ({ value, asOf }));
      known.set(key, found);
      return found as Promise<Cached<T>>;
    },
  };
}

describe.each(DIALECTS)("cached reports on %s", (dialect) => {
  let test: TestDeps;
  beforeAll(async () => {
    test = await openTestDeps(dialect);
  });
  afterAll(() => test[Symbol.asyncDispose]());

  it("keep figures with their stages when the stages change", async () => {
    const principal = await test.project();
    const { projectId } = principal;
    const deps = { ...test.deps, figures: lastingFigures() };
    const { pipelines } = await deps.schemas.object(projectId, "deal");
    const [pipeline] = pipelines;
    const stages = pipeline?.stages ?? [];
    const [open] = stages.filter(({ closed }) => !closed);
    const lost = stages.find(({ probability }) => Number(probability) === 0);
    const closeDate = new Date().toISOString();
    for (const stage of [open, lost]) {
      const values = { name: "Deal", stage: stage?.key ?? "", closeDate };
      const properties = Object.entries(values).map(([internal_name, value]) => ({
        internal_name,
        value,
      }));
      await createRecord({ deps, principal }, "deal", { properties });
    }
    const asked = { rates: null, months: 1, timeZone: "UTC" };
    const counts = async () => {
      const forecast = await forecastReport(deps, projectId, asked);
      const owners = await ownerReport(deps, projectId, asked);
      const ofOpen = forecast.parts.flatMap(({ stages }) =>
        stages.flatMap(({ count }, i) => (count === 0 ? [] : [forecast.stages[i]?.key])),
      );
      return [ofOpen, owners.owners.map(({ won, lost }) => [won.count, lost.count])];
    };
    const before = await counts();
    expect(before).toEqual([[open?.key], [[0, 1]]]);
    const reversed = stages.map(({ key }) => key).toReversed();
    await orderStages(deps, projectId, "deal", {
      pipelineKey: pipeline?.key ?? "",
      keys: reversed,
    });
    const another = { label: "Signed", probability: "1", closed: true };
    await saveStage(deps, projectId, "deal", {
      pipelineKey: pipeline?.key ?? "",
      settings: another,
    });
    expect(await counts()).toEqual(before);
  });
});
