import { inPortions } from "../record-jobs/portions.ts";
import { associationBatch, objectPage } from "./answers.ts";
import { bringLabels, bringOwnLabels, type Sides, USER_DEFINED } from "./bring-labels.ts";
import {
  type FoundObject,
  type FoundPage,
  type Link,
  type TypePlan,
  writeObjects,
} from "./bring-page.ts";
import { type HubspotClient, whyRefused } from "./client.ts";
import type { HubspotProgress } from "./hubspot-jobs.ts";
import { commit, type Run, runWriter } from "./hubspot-run.ts";
import { addFaults, type BroughtLabels, type Fault } from "./report.ts";

/** Brings the records of one type with their associations, a page per transaction. */
export async function bringObjects(
  run: Run,
  plan: TypePlan,
  earlier: readonly TypePlan[],
): Promise<void> {
  const { deps, job, onStep } = run;
  const { plural } = plan.object;
  const writing = { plan, job, writer: runWriter(run) };
  let { after, isRead } = run.progress;
  const own = {
    deps,
    commit: async (work: Parameters<typeof commit>[1]) => {
      await commit(run, work);
      const { created, updated, unchanged, refused } = run.progress;
      onStep({ doing: plural, records: created + updated + unchanged + refused });
    },
  };
  try {
    await inPortions<FoundObject, HubspotProgress>(own, run.progress, {
      take: async () => {
        while (!isRead) {
          const page = await readPage(run, plan, earlier, after);
          ({ after, isRead } = page);
          if (page.objects.length > 0) return page.objects.map((found) => ({ ...found, page }));
        }
        return [];
      },
      write: (joined, tx, objects, before) =>
        writeObjects(joined, tx, writing, { objects, before }),
    });
  } catch (error) {
    const faults = [{ what: plural, why: whyRefused(error) }];
    const { progress } = run;
    const notBrought = addFaults(progress.notBrought, faults);
    return commit(run, async () => ({ ...progress, notBrought }));
  }
  // A type without objects has no page that says so.
  const { progress } = run;
  if (!progress.isRead) await own.commit(async () => ({ ...progress, isRead }));
}

/** Reads a page of objects and what is associated with them. */
async function readPage(
  run: Run,
  plan: TypePlan,
  earlier: readonly TypePlan[],
  from: string | null,
): Promise<FoundPage> {
  const { objects, after } = await readObjects(run.hubspot, plan, from);
  const { links, faults } = await readLinks(run, plan, earlier, objects);
  return { objects, after, isRead: after === null, links, faults };
}

/** Reads the associations of objects. Types that HubSpot does not associate with theirs are faults. */
async function readLinks(
  run: Run,
  plan: TypePlan,
  earlier: readonly TypePlan[],
  objects: FoundPage["objects"],
): Promise<Pick<FoundPage, "links" | "faults">> {
  const ids = objects.map(({ id }) => id);
  const links = new Map<string, ReadonlyMap<string, readonly Link[]>>();
  const faults: Fault[] = [];
  for (const other of earlier) {
    const what = `${plan.object.plural} to ${other.object.plural}`;
    try {
      const found = await readAssociations(run.hubspot, plan, other, ids);
      const keys = await labelKeysById(run, plan, other, { found, faults });
      links.set(other.object.name, withLabels(found, keys));
    } catch (error) {
      const why = whyRefused(error);
      // Not every type has associations of its own records.
      if (other !== plan) faults.push({ what, why });
    }
  }
  return { links, faults };
}

/** Returns the keys of the labels of two types by their ids in HubSpot, if some associations have labels. */
async function labelKeysById(
  run: Run,
  plan: TypePlan,
  other: TypePlan,
  { found, faults }: { readonly found: Associated; readonly faults: Fault[] },
): Promise<BroughtLabels["keys"]> {
  const isLabelled = [...found.values()].some((all) => all.some(({ labels }) => labels.length > 0));
  if (!isLabelled) return NO_LABELS;
  const key = `${plan.object.name}/${other.object.name}`;
  let known = run.labels.get(key);
  if (other === plan) {
    const before = known?.keys ?? NO_LABELS;
    const ids = [...found.values()].flat().flatMap(({ labels }) => labels);
    if (ids.every((id) => before.has(id))) return before;
    known = await bringOwnLabels(run, plan, { sides: await bothSides(run, plan, found), before });
  } else if (known !== undefined) return known.keys;
  else known = await bringLabels(run, plan, other);
  run.labels.set(key, known);
  faults.push(...known.faults);
  return known.keys;
}

/** Returns the labels of pairs of one type, as they are read from either side. */
async function bothSides(run: Run, plan: TypePlan, found: Associated): Promise<readonly Sides[]> {
  const pairs = [...found].flatMap(([id, all]) =>
    all.filter(({ labels }) => labels.length > 0).map((other) => ({ id, other })),
  );
  const others = [...new Set(pairs.map(({ other }) => other.id))];
  const sides: Sides[] = [];
  for (let start = 0; start < others.length; start += MAX_INPUTS) {
    const some = others.slice(start, start + MAX_INPUTS);
    const back = await readAssociations(run.hubspot, plan, plan, some);
    for (const { id, other } of pairs) {
      const theirs = back.get(other.id)?.find((one) => one.id === id);
      if (theirs !== undefined) sides.push([other.labels, theirs.labels]);
    }
  }
  return sides;
}

/** Objects whose associations one request reads. */
const MAX_INPUTS = 1_000;

const NO_LABELS: BroughtLabels["keys"] = new Map();

function withLabels(
  found: Associated,
  keys: BroughtLabels["keys"],
): ReadonlyMap<string, readonly Link[]> {
  const toLink = ({ id, labels }: { readonly id: string; readonly labels: readonly number[] }) => ({
    id,
    labels: labels.flatMap((label) => keys.get(label) ?? []),
  });
  return new Map([...found].map(([id, all]) => [id, all.map(toLink)]));
}

/** The associated objects of each object, with the ids of the labels that people made. */
type Associated = ReadonlyMap<
  string,
  readonly { readonly id: string; readonly labels: readonly number[] }[]
>;

/** Reads which objects of a type are associated with each of some objects. */
async function readAssociations(
  hubspot: HubspotClient,
  from: TypePlan,
  to: TypePlan,
  ids: readonly string[],
): Promise<Associated> {
  const path = `/crm/v4/associations/${from.path}/${to.path}/batch/read`;
  const found = new Map<string, { id: string; labels: readonly number[] }[]>();
  let inputs: readonly { readonly id: string; readonly after?: string }[] = ids.map((id) => ({
    id,
  }));
  while (inputs.length > 0) {
    const { results } = await hubspot.post(path, { inputs }, associationBatch);
    const more: { id: string; after: string }[] = [];
    for (const { from: one, to: others, paging } of results) {
      const known = found.get(one.id) ?? [];
      for (const { toObjectId: id, associationTypes } of others) {
        const own = associationTypes.filter(({ category }) => category === USER_DEFINED);
        known.push({ id, labels: own.map(({ typeId }) => typeId) });
      }
      found.set(one.id, known);
      const after = paging?.next?.after;
      if (after !== undefined) more.push({ id: one.id, after });
    }
    inputs = more;
  }
  return found;
}

/** HubSpot's largest page. */
const PAGE = 100;
/** A longer query is refused by some proxies, so the properties of the objects are read by a second request. */
const MAX_QUERY_CHARACTERS = 6_000;

/** Reads one page of the objects of a type that are not archived. */
async function readObjects(
  hubspot: HubspotClient,
  { path: type, names: brought }: TypePlan,
  after: string | null,
): Promise<Pick<FoundPage, "objects" | "after">> {
  const path = `/crm/v3/objects/${type}`;
  const properties = [...brought.keys()];
  const query = new URLSearchParams({ limit: String(PAGE), archived: "false" });
  if (after !== null) query.set("after", after);
  const names = properties.join(",");
  const isShort = names.length <= MAX_QUERY_CHARACTERS;
  if (isShort) query.set("properties", names);
  const page = await hubspot.get(`${path}?${query}`, objectPage);
  const next = page.paging?.next?.after ?? null;
  if (isShort || page.results.length === 0) return { objects: page.results, after: next };
  const inputs = page.results.map(({ id }) => ({ id }));
  const read = await hubspot.post(`${path}/batch/read`, { inputs, properties }, objectPage);
  return { objects: read.results, after: next };
}
