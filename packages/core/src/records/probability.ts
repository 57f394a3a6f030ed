import type { ObjectSchema } from "../object-schema.ts";
import type { Properties } from "./ruled-change.ts";

/** Adds the probability of the record's stage. So a change of a stage needs no update of its records. */
export function withProbability(schema: ObjectSchema, stored: Properties): Properties {
  const probability = probabilityOf(schema, stored);
  return probability === null ? stored : { ...stored, probability };
}

/** Returns the probability of a record's stage, or null if it has none. */
export function probabilityOf(schema: ObjectSchema, stored: Properties): string | null {
  const pipeline = schema.pipelines.find(({ key }) => key === stored.pipeline);
  return pipeline?.stages.find(({ key }) => key === stored.stage)?.probability ?? null;
}
