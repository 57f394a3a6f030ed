import { hubspotImports, tenancy, UniqueViolation } from "@rapport/db";
import { hasPipeline, OBJECT_TYPES, type ObjectType } from "@rapport/model";
import type { Deps } from "../deps.ts";
import { CrmError } from "../errors.ts";
import type { Principal } from "../principal.ts";
import { accountDetails } from "./answers.ts";
import { type FoundPage, type TypePlan, writePage } from "./bring-page.ts";
import { bringPipelines } from "./bring-pipelines.ts";
import { bringProperties } from "./bring-properties.ts";
import { type HubspotAccount, type HubspotClient, hubspotClient } from "./client.ts";
import { readAssociations, readPage, whyRefused } from "./read-objects.ts";
import {
  addBrought,
  addFaults,
  type Brought,
  EMPTY_REPORT,
  type Fault,
  type HubspotReport,
} from "./report.ts";

/** The types in the order in which they are brought. A record is associated with records of types before its own. */
const ORDER: readonly ObjectType[] = [
  "company",
  "contact",
  "deal",
  "ticket",
  "lead",
  "appointment",
  "task",
  "note",
];

/** A step of an import, for progress output. */
export interface HubspotStep {
  /** The plural of a type. */
  readonly doing: string;
  /** Records of the type so far. */
  readonly records: number;
}

export interface HubspotImportResult extends HubspotReport {
  /** Id of the account in HubSpot. */
  readonly account: string;
  /** Whether it resumed an import that was stopped. */
  readonly resumed: boolean;
}

/**
 * Brings the records of a HubSpot account into a project: properties, pipelines, objects that are not archived, and
 * their associations. It may be repeated: a record is found by its id in HubSpot. Each page is one transaction, in
 * which the progress is noted, so an import that was stopped resumes after its last page.
 *
 * @param options.restart whether to begin from the start instead
 * @throws CrmError NOT_FOUND; INVALID_INPUT if HubSpot refuses the token; RATE_LIMITED if the daily limit is used up;
 *   UPSTREAM_FAILED if HubSpot keeps failing; CONFLICT if an import of another account is unfinished, or another
 *   import into the project runs
 */
export async function importHubspot(
  deps: Deps,
  account: HubspotAccount,
  projectId: number,
  { restart = false, onStep = () => undefined }: HubspotOptions = {},
): Promise<HubspotImportResult> {
  const principal = await principalOf(deps, projectId);
  const hubspot = hubspotClient(account);
  const portal = await accountOf(hubspot);
  const { begun, resumed } = await begin(deps, projectId, portal, restart);
  const run: Run = { deps, hubspot, principal, onStep, progress: begun };
  const plans = await bringSchema(run);
  const first = ORDER.indexOf(begun.type);
  for (const [i, type] of ORDER.entries()) {
    const plan = plans.get(type);
    if (i < first) continue;
    if (i > first) await save(run, { type, after: null });
    if (plan !== undefined)
      await bringObjects(
        run,
        plan,
        // HubSpot does not associate notes with tasks.
        ORDER.slice(0, i).filter((one) => plans.has(one) && one !== "task"),
      );
  }
  const { report } = run.progress;
  await deps.db.transaction((tx) => hubspotImports.remove.all(tx, { project: projectId }));
  return { account: portal, resumed, ...report };
}

interface HubspotOptions {
  readonly restart?: boolean | undefined;
  readonly onStep?: ((step: HubspotStep) => void) | undefined;
}

interface Progress {
  readonly type: ObjectType;
  /** Cursor of HubSpot after the last page that was written. */
  readonly after: string | null;
  readonly pages: number;
  readonly report: HubspotReport;
}

/** An import that runs. `progress` is as the database has it. */
interface Run {
  readonly deps: Deps;
  readonly hubspot: HubspotClient;
  readonly principal: Principal;
  readonly onStep: (step: HubspotStep) => void;
  progress: Progress;
}

async function principalOf({ db }: Deps, projectId: number): Promise<Principal> {
  const project = await tenancy.findProject.first(db, { id: projectId });
  if (project === undefined) {
    throw new CrmError("NOT_FOUND", `There is no project with id ${projectId}.`);
  }
  return {
    ...{ kind: "system", id: "hubspot", projectId },
    ...{ tenantId: project.tenant_id, scopes: new Set() },
  };
}

async function accountOf(hubspot: HubspotClient): Promise<string> {
  return (await hubspot.get("/account-info/v3/details", accountDetails)).portalId;
}

async function begin(
  { db }: Deps,
  projectId: number,
  account: string,
  restart: boolean,
): Promise<{ readonly begun: Progress; readonly resumed: boolean }> {
  const found = await hubspotImports.find.first(db, { project: projectId });
  if (found !== undefined && !restart) {
    if (found.account !== account) {
      throw new CrmError(
        "CONFLICT",
        `An import of the HubSpot account ${found.account} into project ${projectId} is unfinished. Finish it, or give --restart.`,
      );
    }
    const { type, after, pages, details } = found;
    const report = details as HubspotReport;
    return { begun: { type: type as ObjectType, after, pages, report }, resumed: true };
  }
  const begun: Progress = {
    type: ORDER[0] as ObjectType,
    ...{ after: null, pages: 0, report: EMPTY_REPORT },
  };
  await db
    .transaction(async (tx) => {
      await hubspotImports.remove.all(tx, { project: projectId });
      const details = JSON.stringify(begun.report);
      const row = [projectId, account, begun.type, null, 0, details, new Date().toISOString()];
      await hubspotImports.insertImports(tx, [row]);
    })
    .catch((error: unknown) => {
      throw error instanceof UniqueViolation ? running() : error;
    });
  return { begun, resumed: false };
}

/** Brings properties and pipelines. A type that the account does not give access to has no plan. */
async function bringSchema(run: Run): Promise<ReadonlyMap<ObjectType, TypePlan>> {
  const { deps, hubspot, principal } = run;
  const plans = new Map<ObjectType, TypePlan>();
  const faults: Fault[] = [];
  let [properties, pipelines] = [0, 0];
  for (const type of ORDER) {
    const { plural } = OBJECT_TYPES[type];
    try {
      const brought = await bringProperties(deps, hubspot, principal.projectId, type);
      const placed = hasPipeline(type)
        ? await bringPipelines(deps, hubspot, principal.projectId, type)
        : NO_PIPELINES;
      properties += brought.added;
      pipelines += placed.added;
      faults.push(...brought.faults, ...placed.faults);
      plans.set(type, { type, names: brought.names, ...placed });
    } catch (error) {
      faults.push({ what: plural, why: whyRefused(error) });
    }
  }
  // A resumed import finds the same faults again.
  const { report } = run.progress;
  const isFirst = report.properties === 0 && report.notBrought.length === 0;
  const counted = {
    ...report,
    properties: report.properties + properties,
    pipelines: report.pipelines + pipelines,
  };
  await save(run, { ...run.progress, report: isFirst ? addFaults(counted, faults) : counted });
  return plans;
}

const NO_PIPELINES = { pipelines: new Map(), stages: new Map(), added: 0, faults: [] };

async function bringObjects(
  run: Run,
  plan: TypePlan,
  earlier: readonly ObjectType[],
): Promise<void> {
  const { deps, hubspot, principal, onStep } = run;
  const { type } = plan;
  const { plural } = OBJECT_TYPES[type];
  const wanted = [...plan.names.keys()];
  for (let after = run.progress.after; ; ) {
    let page: Awaited<ReturnType<typeof readPage>>;
    try {
      page = await readPage(hubspot, type, wanted, after);
    } catch (error) {
      const report = addFaults(run.progress.report, [{ what: plural, why: whyRefused(error) }]);
      return save(run, { ...run.progress, report });
    }
    const { links, faults } = await readLinks(hubspot, type, earlier, page.objects);
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
  type: ObjectType,
  earlier: readonly ObjectType[],
  objects: FoundPage["objects"],
): Promise<Pick<FoundPage, "links"> & { readonly faults: readonly Fault[] }> {
  const ids = objects.map(({ id }) => id);
  const links = new Map<ObjectType, ReadonlyMap<string, readonly string[]>>();
  const faults: Fault[] = [];
  for (const other of earlier) {
    try {
      links.set(other, await readAssociations(hubspot, type, other, ids));
    } catch (error) {
      const what = `${OBJECT_TYPES[type].plural} to ${OBJECT_TYPES[other].plural}`;
      faults.push({ what, why: whyRefused(error) });
    }
  }
  return { links, faults };
}

type Saved = Partial<Pick<Progress, "report">> & Pick<Progress, "type" | "after">;

async function save(run: Run, saved: Saved): Promise<void> {
  const { deps, principal, progress } = run;
  run.progress = await deps.db.transaction((tx) =>
    saveIn(tx, principal.projectId, progress, saved),
  );
}

async function saveIn(
  tx: Parameters<typeof hubspotImports.saveProgress>[0],
  projectId: number,
  before: Progress,
  { type, after, report = before.report }: Saved,
): Promise<Progress> {
  const { pages } = before;
  const isSaved = await hubspotImports.saveProgress(tx, projectId, {
    ...{ type, after, pages, details: report },
  });
  if (isSaved) return { type, after, pages: pages + 1, report };
  throw running();
}

function running(): CrmError {
  return new CrmError(
    "CONFLICT",
    "Another import from HubSpot into the project is running. Stop one of them.",
  );
}
