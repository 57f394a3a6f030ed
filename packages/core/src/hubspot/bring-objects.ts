import type { ObjectSchema } from "../object-schema.ts";
import { inPortions } from "../record-jobs/portions.ts";
import { associationBatch, objectPage } from "./answers.ts";
import { type FoundObject, type FoundPage, type TypePlan, writeObjects } from "./bring-page.ts";
import { type HubspotClient, HubspotRefused } from "./client.ts";
import type { HubspotProgress } from "./hubspot-jobs.ts";
import { commit, type Run, writerOf } from "./hubspot-run.ts";
import { addFaults, type Fault } from "./report.ts";

/** Brings the records of one type with their associations, a page per transaction. */
export async function bringObjects(
  run: Run,
  plan: TypePlan,
  earlier: readonly ObjectSchema[],
): Promise<void> {
  const { deps, job, onStep } = run;
  const { plural } = plan.object;
  const writing = { plan, job, writer: writerOf(run) };
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
          const page = await readPage(run.hubspot, plan, earlier, after);
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

/** Reads a page of objects and the ids of those that are associated with them. */
async function readPage(
  hubspot: HubspotClient,
  { object, names }: TypePlan,
  earlier: readonly ObjectSchema[],
  from: string | null,
): Promise<FoundPage> {
  const { objects, after } = await readObjects(hubspot, object, [...names.keys()], from);
  const { links, faults } = await readLinks(hubspot, object, earlier, objects);
  return { objects, after, isRead: after === null, links, faults };
}

/** Reads the associations of objects. Types that HubSpot does not associate with theirs are faults. */
async function readLinks(
  hubspot: HubspotClient,
  object: ObjectSchema,
  earlier: readonly ObjectSchema[],
  objects: FoundPage["objects"],
): Promise<Pick<FoundPage, "links" | "faults">> {
  const ids = objects.map(({ id }) => id);
  const links = new Map<string, ReadonlyMap<string, readonly string[]>>();
  const faults: Fault[] = [];
  for (const other of earlier) {
    try {
      links.set(other.name, await readAssociations(hubspot, object, other, ids));
    } catch (error) {
      faults.push({ what: `${object.plural} to ${other.plural}`, why: whyRefused(error) });
    }
  }
  return { links, faults };
}

/** HubSpot's largest page. */
const PAGE = 100;
/** A longer query is refused by some proxies, so the properties of the objects are read by a second request. */
const MAX_QUERY_CHARACTERS = 6_000;

/** Reads one page of the objects of a type that are not archived. */
async function readObjects(
  hubspot: HubspotClient,
  { plural }: ObjectSchema,
  properties: readonly string[],
  after: string | null,
): Promise<Pick<FoundPage, "objects" | "after">> {
  const path = `/crm/v3/objects/${plural}`;
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

/** Reads the ids of the objects of a type that are associated with each of some objects. */
async function readAssociations(
  hubspot: HubspotClient,
  from: ObjectSchema,
  to: ObjectSchema,
  ids: readonly string[],
): Promise<ReadonlyMap<string, readonly string[]>> {
  const path = `/crm/v4/associations/${from.plural}/${to.plural}/batch/read`;
  const found = new Map<string, string[]>();
  let inputs: readonly { readonly id: string; readonly after?: string }[] = ids.map((id) => ({
    id,
  }));
  while (inputs.length > 0) {
    const { results } = await hubspot.post(path, { inputs }, associationBatch);
    const more: { id: string; after: string }[] = [];
    for (const { from: one, to: others, paging } of results) {
      const known = found.get(one.id) ?? [];
      known.push(...others.map(({ toObjectId }) => toObjectId));
      found.set(one.id, known);
      const after = paging?.next?.after;
      if (after !== undefined) more.push({ id: one.id, after });
    }
    inputs = more;
  }
  return found;
}

/** Returns why an account does not give access to something, or rethrows another error. */
export function whyRefused(error: unknown): string {
  if (!(error instanceof HubspotRefused)) throw error;
  const { status, category } = error;
  if (status === 403)
    return `the access token lacks a scope, or the account does not have them (${category || status})`;
  if (status === 404 || status === 400)
    return `the account does not have them (${category || status})`;
  throw error;
}
