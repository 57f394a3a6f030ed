import { describe, expect, it } from "vitest";
import type { Pipeline } from "../../src/object-schema.ts";
import {
  type Place,
  placeInPipeline,
  resolvePipeline,
  resolveStage,
} from "../../src/schema/pipelines.ts";

const sales: Pipeline = {
  id: 7,
  key: "default",
  label: "Sales pipeline",
  isDefault: true,
  stages: [
    { id: 70, key: "new", label: "New", probability: "0.1", closed: false, color: null },
    { id: 71, key: "won", label: "Closed won", probability: "1", closed: true, color: null },
  ],
};
const renewals: Pipeline = {
  id: 8,
  key: "renewals",
  label: "Erneuerungen Österreich",
  isDefault: false,
  stages: [
    { id: 80, key: "due", label: "Due", probability: "0.5", closed: false, color: null },
    { id: 81, key: "signed", label: "Signed", probability: "1", closed: true, color: null },
  ],
};
const pipelines = [renewals, sales];

function place(current: Place, input: Place) {
  const placed = placeInPipeline({ pipelines, current, input });
  return placed.ok ? `${placed.pipeline}/${placed.stage}` : placed.issue;
}

describe("finding by key, id or label", () => {
  it.each([
    "renewals",
    "RENEWALS",
    "8",
    "erneuerungen österreich",
    "Erneuerungen O\u0308sterreich",
  ])("finds the pipeline by %j", (given) => {
    expect(resolvePipeline(pipelines, given)).toBe(renewals);
  });

  it.each(["won", "Won", "71", "closed WON"])("finds the stage by %j", (given) => {
    expect(resolveStage(sales, given)?.key).toBe("won");
  });

  it.each(["", "nope", "80", "__proto__", "071"])("finds no stage here by %j", (given) => {
    expect(resolveStage(sales, given)).toBeNull();
  });

  it("prefers a key to another's id, and an id to another's label", () => {
    const odd: Pipeline = {
      ...sales,
      stages: [
        { id: 1, key: "a", label: "2", probability: null, closed: false, color: null },
        { id: 2, key: "b", label: "3", probability: null, closed: false, color: null },
        { id: 3, key: "1", label: "c", probability: null, closed: false, color: null },
      ],
    };
    expect(["1", "2", "3"].map((given) => resolveStage(odd, given)?.key)).toEqual(["1", "b", "1"]);
  });
});

describe("placing a new record", () => {
  it("starts in the default pipeline's first stage", () => {
    expect(place({}, {})).toBe("default/new");
  });

  it("starts in the first stage of the given pipeline", () => {
    expect(place({}, { pipeline: "Renewals" })).toBe("renewals/due");
  });

  it("accepts only a stage of the default pipeline without a given one", () => {
    expect(place({}, { stage: "71" })).toBe("default/won");
  });

  it("returns the stage that the record enters", () => {
    const placed = placeInPipeline({ pipelines, current: {}, input: { stage: "Closed won" } });
    expect(placed).toEqual({
      ok: true,
      pipeline: "default",
      stage: "won",
      entered: sales.stages[1],
    });
  });
});

describe("moving a record", () => {
  const current = { pipeline: "default", stage: "won" };

  it("keeps pipeline and stage if none is given", () => {
    expect(place(current, {})).toBe("default/won");
  });

  it("keeps its stage if its own pipeline is given again", () => {
    expect(place(current, { pipeline: "Sales Pipeline" })).toBe("default/won");
  });

  it("starts at the first stage of another pipeline", () => {
    expect(place(current, { pipeline: "renewals" })).toBe("renewals/due");
  });

  it("moves back from a closed stage", () => {
    expect(place(current, { stage: "new" })).toBe("default/new");
  });

  it("changes pipeline and stage together", () => {
    expect(place(current, { pipeline: "renewals", stage: "signed" })).toBe("renewals/signed");
  });

  it("starts again if its stage or pipeline was removed", () => {
    expect(place({ pipeline: "default", stage: "removed" }, {})).toBe("default/new");
    expect(place({ pipeline: "removed", stage: "won" }, {})).toBe("default/new");
  });
});

describe("refusing a place", () => {
  it("lists the pipelines if the given one is unknown", () => {
    expect(place({}, { pipeline: "nope" })).toEqual({
      field: "pipeline",
      code: "unknown_pipeline",
      message: 'There is no pipeline "nope". Pipelines: renewals, default.',
      allowed: ["renewals", "default"],
    });
  });

  it("lists the pipeline's stages if the given one is another pipeline's", () => {
    expect(place({ pipeline: "default", stage: "new" }, { stage: "due" })).toEqual({
      field: "stage",
      code: "unknown_stage",
      message: 'Pipeline "default" has no stage "due". Stages: new, won.',
      allowed: ["new", "won"],
    });
  });

  it.each([null, ""])("refuses to clear a pipeline or stage with %j", (nothing) => {
    const current = { pipeline: "renewals", stage: "due" };
    expect(place(current, { pipeline: nothing })).toMatchObject({
      field: "pipeline",
      code: "required",
      allowed: ["renewals", "default"],
    });
    expect(place(current, { stage: nothing })).toMatchObject({
      field: "stage",
      code: "required",
      allowed: ["due", "signed"],
    });
  });

  it("refuses if there is no pipeline or no stage", () => {
    expect(placeInPipeline({ pipelines: [], current: {}, input: {} })).toMatchObject({
      ok: false,
      issue: { code: "unknown_pipeline" },
    });
    const empty = [{ ...sales, stages: [] }];
    expect(placeInPipeline({ pipelines: empty, current: {}, input: {} })).toMatchObject({
      ok: false,
      issue: { code: "unknown_stage" },
    });
  });

  it("does not repeat a long name in full", () => {
    const placed = placeInPipeline({
      pipelines,
      current: {},
      input: { stage: "x".repeat(60_000) },
    });
    expect(placed.ok || placed.issue.message.length).toBeLessThan(300);
  });
});
