import { inPortions } from "../record-jobs/portions.ts";
import { objectPage } from "./answers.ts";
import { type FoundObject, type FoundPage, type TypePlan, writeObjects } from "./bring-page.ts";
import { type HubspotClient, whyRefused } from "./client.ts";
import type { HubspotProgress } from "./hubspot-jobs.ts";
import { commit, type Run, writerOf } from "./hubspot-run.ts";
import { readLinks } from "./read-links.ts";
import { addFaults } from "./report.ts";

/** Brings the records of one type with their associations, a page per transaction. */
export async function bringObjects(
  run: Run,
  plan: TypePlan,
  earlier: readonly TypePlan[],
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
