import { hasProbability, OBJECT_TYPES, type ObjectType } from "@rapport/model";
import { CrmError } from "../errors.ts";
import { decimalOfNumber } from "../formats.ts";
import type { Pipeline } from "../object-schema.ts";
import type { SchemaDeps } from "../schema/change-schema.ts";
import { savePipeline } from "../schema/save-pipeline.ts";
import { saveStage } from "../schema/save-stage.ts";
import { type HubspotPipeline, type HubspotStage, pipelineList } from "./answers.ts";
import type { HubspotClient } from "./client.ts";
import type { Fault } from "./report.ts";

/** Keys of pipelines and stages by their ids in HubSpot. */
export interface BroughtPipelines {
  readonly pipelines: ReadonlyMap<string, string>;
  readonly stages: ReadonlyMap<string, string>;
  /** Number of pipelines that were added to the project. */
  readonly added: number;
  readonly faults: readonly Fault[];
}

/**
 * Adds the pipelines and stages of a type that the project lacks. Those with the same label are the same.
 *
 * @throws HubspotRefused if the account does not give access to them
 */
export async function bringPipelines(
  deps: SchemaDeps,
  hubspot: HubspotClient,
  projectId: number,
  type: ObjectType,
): Promise<BroughtPipelines> {
  const { plural } = OBJECT_TYPES[type];
  const { results } = await hubspot.get(`/crm/v3/pipelines/${plural}`, pipelineList);
  const pipelines = new Map<string, string>();
  const stages = new Map<string, string>();
  const faults: Fault[] = [];
  let added = 0;
  for (const pipeline of results.filter((one) => !one.archived).toSorted(byPlace)) {
    try {
      const { pipeline: brought, isNew } = await bring(deps, projectId, type, pipeline);
      if (isNew) added++;
      pipelines.set(pipeline.id, brought.key);
      for (const stage of liveStages(pipeline)) {
        const found = brought.stages.find((one) => isSame(one.label, stage.label));
        if (found !== undefined) stages.set(stage.id, found.key);
      }
    } catch (error) {
      if (!(error instanceof CrmError)) throw error;
      const what = `${plural}: pipeline ${pipeline.id}`;
      faults.push({ what, why: error.issues[0]?.message ?? error.message });
    }
  }
  return { pipelines, stages, added, faults };
}

async function bring(
  deps: SchemaDeps,
  projectId: number,
  type: ObjectType,
  pipeline: HubspotPipeline,
): Promise<{ readonly pipeline: Pipeline; readonly isNew: boolean }> {
  const { pipelines: known } = (await deps.schemas.get(projectId))[type];
  const same = known.find(({ label }) => isSame(label, pipeline.label));
  const wanted = liveStages(pipeline);
  const settings = wanted.map((stage) => stageSettings(type, stage));
  const find = (all: readonly Pipeline[]) =>
    all.find(({ label }) => isSame(label, pipeline.label)) as Pipeline;
  if (same === undefined) {
    const { result } = await savePipeline(deps, projectId, type, {
      label: pipeline.label,
      stages: settings,
    });
    return { pipeline: find(result), isNew: true };
  }
  let current = same;
  for (const stage of settings) {
    if (current.stages.some(({ label }) => isSame(label, stage.label))) continue;
    current = find((await saveStage(deps, projectId, type, same.key, stage)).result);
  }
  return { pipeline: current, isNew: false };
}

function liveStages(pipeline: HubspotPipeline): readonly HubspotStage[] {
  return pipeline.stages.filter((stage) => !stage.archived).toSorted(byPlace);
}

/** HubSpot's metadata are texts: `probability` and `isClosed` of deals, `ticketState` of tickets. */
function stageSettings(type: ObjectType, { label, metadata }: HubspotStage) {
  const probability = Number(metadata.probability);
  const isEnd = hasProbability(type) && (probability === 0 || probability === 1);
  const closed = isTrue(metadata.isClosed) || metadata.ticketState === "CLOSED" || isEnd;
  if (!hasProbability(type)) return { label, closed };
  const isKnown = probability >= 0 && probability <= 1;
  return { label, closed, probability: (isKnown && decimalOfNumber(probability)) || "0.1" };
}

function isTrue(value: unknown): boolean {
  return value === true || value === "true";
}

function isSame(one: string, other: string): boolean {
  const fold = (text: string) => text.trim().normalize("NFC").toLowerCase();
  return fold(one) === fold(other);
}

function byPlace(
  a: { readonly displayOrder: number; readonly label: string },
  b: { readonly displayOrder: number; readonly label: string },
): number {
  return a.displayOrder - b.displayOrder || (a.label < b.label ? -1 : 1);
}
