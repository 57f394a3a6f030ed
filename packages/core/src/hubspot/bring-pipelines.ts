import { CrmError } from "../errors.ts";
import { decimalOfNumber } from "../formats.ts";
import type { ObjectSchema, Pipeline } from "../object-schema.ts";
import type { SchemaDeps } from "../schema/change-schema.ts";
import { type PipelineSettings, savePipeline } from "../schema/save-pipeline.ts";
import { saveStage } from "../schema/save-stage.ts";
import { type HubspotPipeline, type HubspotStage, pipelineList } from "./answers.ts";
import type { HubspotClient } from "./client.ts";
import { cut, MAX_LABEL_CHARACTERS } from "./property-plan.ts";
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
 * Adds the pipelines and stages of a type that the project lacks. Those with the same label are the same. If several in
 * HubSpot have one label, or a won stage has that of a lost one, their labels get an addition, so that each stays apart.
 *
 * @throws HubspotRefused if the account does not give access to them
 */
export async function bringPipelines(
  deps: SchemaDeps,
  hubspot: HubspotClient,
  projectId: number,
  { object, path }: { readonly object: ObjectSchema; readonly path: string },
): Promise<BroughtPipelines> {
  const { plural } = object;
  const { results } = await hubspot.get(`/crm/v3/pipelines/${path}`, pipelineList);
  const pipelines = new Map<string, string>();
  const stages = new Map<string, string>();
  const faults: Fault[] = [];
  let added = 0;
  const live = results.filter((one) => !one.archived);
  const labels = distinctLabels(live, () => undefined);
  for (const pipeline of live.toSorted(byPlace)) {
    try {
      const label = labels.get(pipeline.id) ?? pipeline.id;
      const brought = await bring(deps, projectId, object, { ...pipeline, label });
      if (brought.isNew) added++;
      pipelines.set(pipeline.id, brought.key);
      for (const [id, key] of brought.stages) stages.set(id, key);
    } catch (error) {
      if (!(error instanceof CrmError)) throw error;
      const what = `${plural}: pipeline ${pipeline.id}`;
      faults.push({ what, why: error.issues[0]?.message ?? error.message });
    }
  }
  return { pipelines, stages, added, faults };
}

/** Returns the first pipeline of a custom object, as a new type of it has it; undefined if it has none. */
export function firstPipeline(pipelines: readonly HubspotPipeline[]): PipelineSettings | undefined {
  const live = pipelines.filter((one) => !one.archived);
  const [first] = live.toSorted(byPlace);
  if (first === undefined) return undefined;
  const shown = first.stages.filter((stage) => !stage.archived).toSorted(byPlace);
  const labels = distinctLabels(shown, () => undefined);
  const stages = shown.map((stage) =>
    stageSettings(false, stage, labels.get(stage.id) ?? stage.id),
  );
  const label = distinctLabels(live, () => undefined).get(first.id) ?? first.id;
  return { label, ...(stages.length > 0 && { stages }) };
}

async function bring(
  deps: SchemaDeps,
  projectId: number,
  { name: type, pipelines: known, hasProbability }: ObjectSchema,
  pipeline: HubspotPipeline & { readonly label: string },
): Promise<{
  readonly key: string;
  readonly stages: ReadonlyMap<string, string>;
  readonly isNew: boolean;
}> {
  const same = known.find(({ label }) => isSame(label, pipeline.label));
  const live = pipeline.stages.filter((stage) => !stage.archived).toSorted(byPlace);
  const labels = distinctLabels(live, (stage) =>
    stageOutcome(stageSettings(hasProbability, stage, stage.id)),
  );
  const wanted = live.map((stage) => {
    const settings = stageSettings(hasProbability, stage, labels.get(stage.id) ?? stage.id);
    // The project's stage of this label may have the other outcome.
    const taken = same?.stages.find(({ label }) => isSame(label, settings.label));
    if (taken === undefined || stageOutcome(taken) === stageOutcome(settings)) {
      return { id: stage.id, settings };
    }
    const label = added(settings.label, stageOutcome(settings) ?? stage.id);
    return { id: stage.id, settings: { ...settings, label } };
  });
  const find = (all: readonly Pipeline[]) =>
    all.find(({ label }) => isSame(label, pipeline.label)) as Pipeline;
  let current = same;
  if (current === undefined) {
    const settings = { label: pipeline.label, stages: wanted.map((one) => one.settings) };
    current = find((await savePipeline(deps, projectId, type, settings)).result);
  }
  for (const { settings } of wanted) {
    if (current.stages.some(({ label }) => isSame(label, settings.label))) continue;
    current = find(
      (await saveStage(deps, projectId, type, { pipelineKey: current.key, settings })).result,
    );
  }
  const { key, stages } = current;
  const keys = wanted.flatMap(({ id, settings }) => {
    const found = stages.find(({ label }) => isSame(label, settings.label));
    return found === undefined ? [] : [[id, found.key] as const];
  });
  return { key, stages: new Map(keys), isNew: same === undefined };
}

interface Labelled {
  readonly id: string;
  readonly label?: string | null | undefined;
}

/**
 * Returns a different label for each part, by its id. Of several with one label the one with the first id keeps it,
 * unless they have different outcomes. It depends on ids and outcomes, not on the order, which people change.
 */
function distinctLabels<Part extends Labelled>(
  parts: readonly Part[],
  outcome: (part: Part) => string | undefined,
): ReadonlyMap<string, string> {
  const labels = new Map<string, string>();
  const taken: string[] = [];
  const isFree = (label: string) => !taken.some((one) => isSame(one, label));
  for (const part of parts.toSorted((a, b) => (a.id < b.id ? -1 : 1))) {
    const plain = cut(part.label?.trim() || part.id, MAX_LABEL_CHARACTERS);
    const others = parts.filter(
      (other) => other !== part && isSame(other.label ?? "", part.label ?? ""),
    );
    const own = outcome(part);
    const isUnlike = own !== undefined && others.some((other) => outcome(other) !== own);
    const choices = [isUnlike ? added(plain, own) : plain, added(plain, part.id)];
    const label = choices.find(isFree) ?? part.id;
    taken.push(label);
    labels.set(part.id, label);
  }
  return labels;
}

function added(label: string, more: string): string {
  return `${cut(label, MAX_LABEL_CHARACTERS - more.length - 3)} (${more})`;
}

/** Returns how a deal in a stage has ended, or undefined if it has not. */
function stageOutcome(stage: {
  readonly closed: boolean;
  readonly probability?: string | null | undefined;
}): "won" | "lost" | undefined {
  if (!stage.closed) return undefined;
  if (stage.probability === "1") return "won";
  return stage.probability === "0" ? "lost" : undefined;
}

/** HubSpot's metadata are texts: `probability` and `isClosed` of deals, `ticketState` of tickets. */
function stageSettings(hasProbability: boolean, { metadata }: HubspotStage, label: string) {
  const probability = Number(metadata.probability);
  const isEnd = hasProbability && (probability === 0 || probability === 1);
  const closed = isTrue(metadata.isClosed) || metadata.ticketState === "CLOSED" || isEnd;
  if (!hasProbability) return { label, closed };
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
  a: { readonly displayOrder: number; readonly id: string },
  b: { readonly displayOrder: number; readonly id: string },
): number {
  return a.displayOrder - b.displayOrder || (a.id < b.id ? -1 : 1);
}
