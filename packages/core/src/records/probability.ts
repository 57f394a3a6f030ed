import type { ObjectSchema } from "../object-schema.ts";
import type { Properties } from "./ruled-change.ts";

/** Adds the probability of the record's stage. So a change of a stage needs no update of its records. */
export function withProbability(object: ObjectSchema, stored: Properties): Properties {
  const probability = probabilityOf(object, stored);
  return probability === null ? stored : { ...stored, probability };
}

/** Returns the probability of a record's stage, or null if it has none. */
export function probabilityOf(object: ObjectSchema, stored: Properties): string | null {
  const pipeline = object.pipelines.find(({ key }) => key === stored.pipeline);
  return pipeline?.stages.find(({ key }) => key === stored.stage)?.probability ?? null;
}
