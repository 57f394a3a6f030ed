import { CrmError, quoted } from "../errors.ts";
import type { Pipeline } from "../object-schema.ts";
import { resolvePipeline } from "../schema/pipelines.ts";

/**
 * Returns the pipeline that a request names, or the default pipeline.
 *
 * @throws CrmError INVALID_INPUT when there is no such pipeline
 */
export function choosePipeline(pipelines: readonly Pipeline[], given?: string): Pipeline {
  const chosen =
    given === undefined
      ? (pipelines.find((one) => one.isDefault) ?? pipelines[0])
      : resolvePipeline(pipelines, given);
  if (chosen) return chosen;
  const known = pipelines.map((one) => one.key).join(", ");
  const asked = given === undefined ? "" : ` ${quoted(given)}`;
  const message = `There is no pipeline${asked}. Pipelines: ${known}.`;
  throw new CrmError("INVALID_INPUT", message, {
    issues: [{ path: "pipeline", code: "unknown_pipeline", message }],
  });
}
