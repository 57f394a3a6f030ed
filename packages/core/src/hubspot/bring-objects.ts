import type { ObjectSchema } from "../object-schema.ts";
import { associationBatch, type HubspotObject, objectPage } from "./answers.ts";
import { type FoundPage, type TypePlan, writePage } from "./bring-page.ts";
import { type HubspotClient, HubspotRefused } from "./client.ts";
import {
  addBrought,
  addFaults,
  type Brought,
  type Fault,
  type Run,
  save,
  saveIn,
} from "./hubspot-run.ts";

/** Brings the records of one type with their associations, a page per transaction. */
export async function bringObjects(
  run: Run,
  plan: TypePlan,
  earlier: readonly ObjectSchema[],
): Promise<void> {
  const { deps, hubspot, principal, onStep } = run;
  const { object } = plan;
  const { name: type, plural } = object;
  const wanted = [...plan.names.keys()];
  for (let after = run.progress.after; ; ) {
    let page: Awaited<ReturnType<typeof readPage>>;
    try {
      page = await readPage(hubspot, object, wanted, after);
    } catch (error) {
      const report = addFaults(run.progress.report, [{ what: plural, why: whyRefused(error) }]);
      return save(run, { ...run.progress, report });
    }
    const { links, faults } = await readLinks(hubspot, object, earlier, page.objects);
    const { progress } = run;
    run.progress = await deps.db.transaction(
      async (tx) => {
        const written = await writePage({ deps, principal }, tx, plan, {
          objects: page.objects,
          links,
        });
        const brought = addBrought(progress.report, plural, written.brought);
        const report = addFaults(brought, [...faults, ...written.faults]);
        return saveIn(tx, principal.projectId, progress, { type, after: page.after, report });
      },
      { hasOwnCommit: true },
    );
    onStep({ doing: plural, records: recordsOf(run.progress.report.objects[plural]) });
    if (page.after === null) return;
    after = page.after;
  }
}

function recordsOf(brought: Brought | undefined): number {
  if (brought === undefined) return 0;
  return brought.created + brought.updated + brought.unchanged + brought.refused;
}

/** Reads the associations of objects. Types that HubSpot does not associate with theirs are faults. */
async function readLinks(
  hubspot: HubspotClient,
  object: ObjectSchema,
  earlier: readonly ObjectSchema[],
  objects: FoundPage["objects"],
): Promise<Pick<FoundPage, "links"> & { readonly faults: readonly Fault[] }> {
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

export interface ObjectPage {
  readonly objects: readonly HubspotObject[];
  /** Cursor of the next page; null on the last one. */
  readonly after: string | null;
}

/** Reads one page of the objects of a type that are not archived. */
async function readPage(
  hubspot: HubspotClient,
  { plural }: ObjectSchema,
  properties: readonly string[],
  after: string | null,
): Promise<ObjectPage> {
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
