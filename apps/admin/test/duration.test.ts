import { describe, expect, it } from "vitest";
import { toCsv } from "../src/pages/reports/report.tsx";
import type { Shown } from "../src/reports/figure.ts";
import { durations, formatSeconds } from "../src/reports/kinds/durations.ts";

describe("a duration", () => {
  it.each([
    [0, "0 seconds"],
    [0.004, "under 0.1 seconds"],
    [0.33, "0.3 seconds"],
    [9.6, "9.6 seconds"],
    [42.4, "42 seconds"],
    [90, "2 minutes"],
    [302_400, "3.5 days"],
  ])("of %d seconds is shown as %s", (seconds, text) => {
    expect(formatSeconds(seconds)).toBe(text);
  });
});

describe("the file of a report", () => {
  const stage = { key: "new", label: "New", closed: false, left: 2, records: 2, longest: [7, 8] };
  const seconds = { medianSeconds: 302_400, meanSeconds: 366_448.3, p90Seconds: null };
  const answer = { stages: [{ ...stage, ...seconds }], pipelines: [], asOf: "", isPartial: false };
  const options = durations.query(
    { reports: { durations: { queryOptions: (_: object, given: object) => given } } } as never,
    { type: "deal" },
  ) as unknown as { select: (given: object) => Shown };
  const { figure } = options.select({ ...answer, pipeline: { key: "default", label: "Sales" } });

  it("has numbers, with their unit in the header", () => {
    expect(toCsv(figure, ",")).toBe(
      "Stage,Median (days),Mean (days),9 of 10 within (days),Times left,Deals\r\n" +
        "New,3.5000,4.2413,,2,2\r\n",
    );
  });

  it("has decimal commas where a semicolon separates its cells", () => {
    expect(toCsv(figure, ";").split("\r\n")[1]).toBe("New;3,5000;4,2413;;2;2");
  });
});
