import { tenancy } from "@rapport/db";
import type { Deps } from "../deps.ts";
import { CrmError } from "../errors.ts";
import type { ObjectSchema } from "../object-schema.ts";
import type { Principal } from "../principal.ts";
import type { SchemaDeps } from "../schema/change-schema.ts";
import { saveProperty } from "../schema/save-property.ts";
import { accountDetails, propertyList } from "./answers.ts";
import { bringObjects } from "./bring-objects.ts";
import type { TypePlan } from "./bring-page.ts";
import { bringPipelines } from "./bring-pipelines.ts";
import { bringTypes, FIRST_TYPE } from "./bring-types.ts";
import { type HubspotAccount, type HubspotClient, hubspotClient, whyRefused } from "./client.ts";
import { firstJobOfRun, hubspotProgress, jobsOfRun } from "./hubspot-jobs.ts";
import { beginRun, beginType, commit, endRun, type HubspotStep, type Run } from "./hubspot-run.ts";
import { HUBSPOT_ID } from "./names.ts";
import { planProperty } from "./property-plan.ts";
import { addFaults, type Fault, type HubspotReport } from "./report.ts";

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
 *   UPSTREAM_FAILED if HubSpot keeps failing; CONFLICT if an import of another account is unfinished, another import
 *   into the project runs, or this one was cancelled
 */
export async function importHubspot(
  deps: Deps,
  account: HubspotAccount,
  projectId: number,
  options: {
    readonly restart?: boolean | undefined;
    readonly onStep?: ((step: HubspotStep) => void) | undefined;
  } = {},
): Promise<HubspotImportResult> {
  const { restart = false, onStep = () => undefined } = options;
  const principal = await importPrincipal(deps, projectId);
  const hubspot = hubspotClient(account);
  const { portalId } = await hubspot.get("/account-info/v3/details", accountDetails);
  const begun = { type: FIRST_TYPE, account: portalId };
  const { job, resumed } = await beginRun({ deps, principal }, begun, restart);
  const run: Run = {
    deps,
    hubspot,
    principal,
    onStep,
    job,
    progress: hubspotProgress(job),
    labels: new Map(),
  };
  const plans = await bringSchema(run);
  const first = plans.findIndex(({ object }) => object.name === job.type);
  for (const [i, plan] of plans.entries()) {
    if (i < first) continue;
    const { object } = plan;
    if (object.name !== run.job.type) await beginType(run, object.name);
    // HubSpot does not associate activities with each other.
    const others = plans.slice(0, i + 1).filter((one) => one.object.activity === undefined);
    await bringObjects(run, plan, others);
  }
  return { account: portalId, resumed, ...(await endRun(run)) };
}

async function importPrincipal({ db }: Deps, projectId: number): Promise<Principal> {
  const project = await tenancy.findProject.first(db, { id: projectId });
  if (project === undefined) {
    throw new CrmError("NOT_FOUND", `There is no project with id ${projectId}.`);
  }
  return {
    ...{ kind: "system", id: "cli", projectId },
    ...{ tenantId: project.tenant_id, scopes: new Set() },
  };
}

/** Brings types, properties and pipelines. A type that the account does not give access to has no plan. */
async function bringSchema(run: Run): Promise<readonly TypePlan[]> {
  const { deps, hubspot, principal } = run;
  const { projectId } = principal;
  const plans: TypePlan[] = [];
  const { types, faults: unmade } = await bringTypes(deps, hubspot, projectId);
  const faults: Fault[] = [...unmade];
  let [properties, pipelines] = [0, 0];
  for (const { type, path } of types) {
    const object = await deps.schemas.object(projectId, type);
    try {
      const brought = await bringProperties(deps, hubspot, projectId, { object, path });
      const placed = object.hasPipeline
        ? await bringPipelines(deps, hubspot, projectId, { object, path })
        : NO_PIPELINES;
      properties += brought.added;
      pipelines += placed.added;
      faults.push(...brought.faults, ...placed.faults);
      plans.push({ object, path, names: brought.names, ...placed });
    } catch (error) {
      faults.push({ what: object.plural, why: whyRefused(error) });
    }
  }
  await commit(run, async (_, tx) => {
    const { progress } = run;
    const earlier = await jobsOfRun(tx, principal, firstJobOfRun(run.job));
    // A resumed import finds the same faults again.
    const isFirst = earlier.every((job) => hubspotProgress(job).saves === 0);
    return {
      ...progress,
      properties: progress.properties + properties,
      pipelines: progress.pipelines + pipelines,
      notBrought: isFirst ? addFaults(progress.notBrought, faults) : progress.notBrought,
    };
  });
  return plans;
}

/** The properties of a type that are brought. */
interface BroughtProperties {
  /** Names in Rapport by names in HubSpot. */
  readonly names: ReadonlyMap<string, string>;
  /** Number of properties that were added to the project. */
  readonly added: number;
  readonly faults: readonly Fault[];
}

/**
 * Adds the properties of a type that the project lacks. A property that the project has stays as it is.
 *
 * @throws HubspotRefused if the account does not give access to the type
 */
async function bringProperties(
  deps: SchemaDeps,
  hubspot: HubspotClient,
  projectId: number,
  { object, path }: { readonly object: ObjectSchema; readonly path: string },
): Promise<BroughtProperties> {
  const { name: type, plural, properties } = object;
  const { results } = await hubspot.get(`/crm/v3/properties/${path}`, propertyList);
  const names = new Map<string, string>();
  const faults: Fault[] = [];
  let added = 0;
  const known = new Map(properties);
  if (!known.has(HUBSPOT_ID)) {
    const key = { ...KEY, label: "HubSpot id", type: "string" as const };
    known.set(HUBSPOT_ID, (await saveProperty(deps, projectId, type, key)).result);
    added++;
  }
  for (const property of results) {
    const plan = planProperty(type, property, known);
    if (plan === null) continue;
    const what = `${plural}.${property.name}`;
    if ("why" in plan) {
      faults.push({ what, why: plan.why });
      continue;
    }
    if (!known.has(plan.name)) {
      try {
        const { result } = await saveProperty(deps, projectId, type, {
          ...plan.settings,
          isNew: true,
        });
        known.set(plan.name, result);
        added++;
      } catch (error) {
        if (!(error instanceof CrmError)) throw error;
        faults.push({ what, why: error.issues[0]?.message ?? error.message });
        continue;
      }
    }
    names.set(property.name, plan.name);
  }
  return { names, added, faults };
}

const KEY = { name: HUBSPOT_ID, indexed: true, unique: true };

const NO_PIPELINES = { pipelines: new Map(), stages: new Map(), added: 0, faults: [] };
