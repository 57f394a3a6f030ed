import type { DemoRecord } from "./demo-record.ts";

/** The stages of a pipeline in their order. */
interface Stages {
  readonly open: readonly string[];
  readonly closed: readonly string[];
}

/**
 * Lets a record begin in the first stage and pass those before its own. A record that ends without success leaves some out.
 *
 * @param i number of the record; the times depend on it
 */
export function throughStages(
  record: DemoRecord,
  stages: Stages,
  now: Date,
  i: number,
): DemoRecord {
  const { stage, closeDate } = record.properties;
  if (typeof stage !== "string") return record;
  const passed = passedBefore(stages, stage, i);
  const path = [...passed, stage];
  const start = Date.parse(record.createdAt);
  const isClosed = stages.closed.includes(stage);
  const end =
    isClosed && typeof closeDate === "string"
      ? Date.parse(closeDate)
      : start + (now.getTime() - start) * (isClosed ? 0.8 : 0.6);
  const moves = path.slice(1).map((to, j) => {
    const share = ((j + 1) / (path.length - 1)) ** (0.6 + (i % 5) * 0.3);
    return { stage: to, at: new Date(start + (end - start) * share).toISOString() };
  });
  return { ...record, properties: { ...record.properties, stage: path[0] ?? stage }, moves };
}

function passedBefore({ open, closed }: Stages, stage: string, i: number): readonly string[] {
  const place = open.indexOf(stage);
  if (place >= 0) return open.slice(0, place);
  return closed.indexOf(stage) === 0 ? open : open.slice(0, 1 + (i % open.length));
}
