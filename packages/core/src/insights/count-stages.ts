import type { reports } from "@rapport/db";
import type { Cached, Deps } from "../deps.ts";
import type { Pipeline } from "../object-schema.ts";
import { sumRanges } from "./read-sums.ts";

export type FigureDeps = Pick<Deps, "db" | "schemas" | "figures">;

type StageCount = reports.PlaceSum & { readonly pipeline: string; readonly stage: string };

/** Counts all pipelines at once, so that switching between them needs no new count. */
export function countStages(
  deps: FigureDeps,
  project: number,
  type: string,
  pipelines: readonly Pipeline[],
): Promise<Cached<readonly StageCount[]>> {
  const places = pipelines.flatMap(({ key, stages }) =>
    stages.map((stage) => ({ pipeline: key, stage: stage.key })),
  );
  const of = { project, type };
  return deps.figures.get(`counts:${JSON.stringify({ ...of, places })}`, async () => {
    const found = await sumRanges(deps, of, places);
    const value = found.value.flatMap((row) => {
      const place = places[row.span];
      return place === undefined ? [] : [{ ...row, ...place }];
    });
    return { value, rows: found.rows };
  });
}
