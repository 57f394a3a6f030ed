import type { ObjectSchema } from "../object-schema.ts";
import { type FoundPage, type TypePlan, writePage } from "./bring-page.ts";
import type { HubspotClient } from "./client.ts";
import { type Run, save, saveIn } from "./hubspot-run.ts";
import { readAssociations, readPage, whyRefused } from "./read-objects.ts";
import { addBrought, addFaults, type Brought, type Fault } from "./report.ts";

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
        const written = await writePage(deps, tx, principal, plan, {
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
