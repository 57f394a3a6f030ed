import { CrmError } from "../errors.ts";
import { addLabel, type LabelView, listLabels } from "../records/associations/labels.ts";
import { labelList } from "./answers.ts";
import type { TypePlan } from "./bring-page.ts";
import { toKey } from "./bring-types.ts";
import { type HubspotClient, whyRefused } from "./client.ts";
import type { Run } from "./hubspot-run.ts";
import type { BroughtLabels, Fault } from "./report.ts";

interface HubspotLabel {
  readonly typeId: number;
  readonly label: string;
}

/**
 * Adds the labels of associations between two different types that the project lacks. Does not add a label with the same text
 * as one of the project.
 *
 * @param from the type from which the associations are read
 */
export async function bringLabels(
  { deps, hubspot, principal }: Run,
  from: TypePlan,
  to: TypePlan,
): Promise<BroughtLabels> {
  const { projectId } = principal;
  const what = `${from.object.plural} to ${to.object.plural}`;
  const keys = new Map<number, string>();
  const faults: Fault[] = [];
  try {
    const labels = await readLabels(hubspot, from, to);
    const inverse = findInverses(labels, await readLabels(hubspot, to, from));
    for (const { typeId, label } of labels) {
      const schema = await deps.schemas.get(projectId);
      const sides = [schema.object(from.object.name), schema.object(to.object.name)] as const;
      const known = listLabels(sides);
      const same = known.find((one) => isSame(one.label, label));
      if (same !== undefined) {
        keys.set(typeId, same.key);
        continue;
      }
      const settings = {
        ...{
          key: freeKey(
            known.map(({ key }) => key),
            label,
          ),
          label,
        },
        inverseKey: freeKey(
          known.map(({ inverseKey }) => inverseKey),
          inverse.get(typeId) ?? label,
        ),
        inverseLabel: inverse.get(typeId) ?? label,
      };
      try {
        keys.set(typeId, (await addLabel(deps, projectId, sides, settings)).result.key);
      } catch (error) {
        if (!(error instanceof CrmError)) throw error;
        faults.push({ what, why: `label ${label}: ${error.issues[0]?.message ?? error.message}` });
      }
    }
  } catch (error) {
    faults.push({ what, why: `their labels: ${whyRefused(error)}` });
  }
  return { keys, faults };
}

export const USER_DEFINED = "USER_DEFINED";

async function readLabels(
  hubspot: HubspotClient,
  from: TypePlan,
  to: TypePlan,
): Promise<readonly HubspotLabel[]> {
  const path = `/crm/v4/associations/${from.path}/${to.path}/labels`;
  const { results } = await hubspot.get(path, labelList);
  return results
    .flatMap(({ category, typeId, label }) =>
      category === USER_DEFINED && label ? [{ typeId, label: label.trim() }] : [],
    )
    .toSorted((a, b) => a.typeId - b.typeId);
}

/** Ids of the labels of a pair of one type: as its first record has them, and as the second one has them. */
export type Sides = readonly [ours: readonly number[], theirs: readonly number[]];

/**
 * Adds the labels of associations between records of one type that the project lacks. Pairs show which two labels are the
 * sides of one.
 *
 * @param found.before keys that are known already
 */
export async function bringOwnLabels(
  { deps, hubspot, principal }: Run,
  plan: TypePlan,
  found: { readonly sides: readonly Sides[]; readonly before: BroughtLabels["keys"] },
): Promise<BroughtLabels> {
  const { projectId } = principal;
  const what = `${plan.object.plural} to ${plan.object.plural}`;
  const keys = new Map(found.before);
  const faults: Fault[] = [];
  const inverse = otherSides(found.sides);
  try {
    const labels = await readLabels(hubspot, plan, plan);
    const labelText = (id: number | undefined) => labels.find(({ typeId }) => typeId === id)?.label;
    for (const { typeId, label } of labels) {
      const inverseLabel = labelText(inverse.get(typeId));
      const isUsed = found.sides.some(([ours]) => ours.includes(typeId));
      if (keys.has(typeId) || !isUsed) continue;
      if (inverseLabel === undefined) {
        faults.push({ what, why: `label ${label}: its two sides could not be told apart` });
        continue;
      }
      const object = await deps.schemas.object(projectId, plan.object.name);
      const known = listLabels([object, object]);
      const same = known
        .flatMap((one) => [one, { ...one, ...turnedNames(one) }])
        .find((one) => isSame(one.label, label) && isSame(one.inverseLabel, inverseLabel));
      if (same !== undefined) {
        keys.set(typeId, same.key);
        continue;
      }
      const taken = known.flatMap(({ key, inverseKey }) => [key, inverseKey]);
      const key = freeKey(taken, label);
      const isOne = inverse.get(typeId) === typeId;
      const inverseKey = isOne ? key : freeKey([...taken, key], inverseLabel);
      try {
        const settings = { key, label, inverseKey, inverseLabel };
        await addLabel(deps, projectId, [object, object], settings);
        keys.set(typeId, key);
      } catch (error) {
        if (!(error instanceof CrmError)) throw error;
        faults.push({ what, why: `label ${label}: ${error.issues[0]?.message ?? error.message}` });
      }
    }
  } catch (error) {
    faults.push({ what, why: `their labels: ${whyRefused(error)}` });
  }
  return { keys, faults };
}

function turnedNames({ key, label, inverseKey, inverseLabel }: LabelView) {
  return { key: inverseKey, label: inverseLabel, inverseKey: key, inverseLabel: label };
}

/**
 * Maps each label to the label that the other record shows. Skips labels that always occur together, because then no pair
 * shows which two belong together.
 */
function otherSides(pairs: readonly Sides[]): ReadonlyMap<number, number> {
  const inverse = new Map<number, number>();
  for (let before = -1; before < inverse.size; ) {
    before = inverse.size;
    for (const [ours, theirs] of pairs) {
      const [one, ...more] = ours.filter((id) => !inverse.has(id));
      const [other, ...others] = theirs.filter((id) => !inverse.has(id));
      if (one === undefined || other === undefined || more.length + others.length > 0) continue;
      inverse.set(one, other).set(other, one);
    }
  }
  return inverse;
}

/**
 * Maps the id of each label to its text seen from the other type, which HubSpot does not return. Leaves out labels that have
 * the same text on both sides. The ids of the others have the same order on both sides. If their numbers differ, the result
 * is empty.
 */
function findInverses(
  labels: readonly HubspotLabel[],
  others: readonly HubspotLabel[],
): ReadonlyMap<number, string> {
  const has = (all: readonly HubspotLabel[], label: string) =>
    all.some((one) => isSame(one.label, label));
  const directed = labels.filter(({ label }) => !has(others, label));
  const inverse = others.filter(({ label }) => !has(labels, label));
  return new Map(
    directed.length === inverse.length
      ? directed.map(({ typeId }, i) => [typeId, inverse[i]?.label ?? ""])
      : [],
  );
}

/** Returns a key for a text that is none of those that are taken. */
export function freeKey(taken: readonly string[], label: string): string {
  const own = toKey(label) || "label";
  for (let i = 1; ; i++) {
    const key = i === 1 ? own : `${own}_${i}`;
    if (!taken.includes(key)) return key;
  }
}

function isSame(one: string, other: string): boolean {
  return one.trim().toLowerCase() === other.trim().toLowerCase();
}
