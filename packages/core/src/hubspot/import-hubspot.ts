import { tenancy } from "@rapport/db";
import type { Deps } from "../deps.ts";
import { CrmError } from "../errors.ts";
import type { ObjectSchema } from "../object-schema.ts";
import type { Principal } from "../principal.ts";
import type { SchemaDeps } from "../schema/change-schema.ts";
import { saveProperty } from "../schema/save-property.ts";
import { accountDetails, propertyList } from "./answers.ts";
import { bringObjects, whyRefused } from "./bring-objects.ts";
import type { TypePlan } from "./bring-page.ts";
import { bringPipelines } from "./bring-pipelines.ts";
import { type HubspotAccount, type HubspotClient, hubspotClient } from "./client.ts";
import { jobsOfRun, progressOf, runOf } from "./hubspot-jobs.ts";
import { beginRun, beginType, commit, endRun, type HubspotStep, type Run } from "./hubspot-run.ts";
import { HUBSPOT_ID, planProperty } from "./property-plan.ts";
import { addFaults, type Fault, type HubspotReport } from "./report.ts";

/** The types in the order in which they are brought. A record is associated with records of types before its own. */
const ORDER: readonly [string, ...string[]] = [
  "company",
  "contact",
  "deal",
  "ticket",
  "lead",
  "appointment",
  "task",
  "note",
  "call",
  "email",
  "meeting",
];

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
  const principal = await principalOf(deps, projectId);
  const hubspot = hubspotClient(account);
  const { portalId } = await hubspot.get("/account-info/v3/details", accountDetails);
  const begun = { type: ORDER[0], account: portalId };
  const { job, resumed } = await beginRun(deps, principal, begun, restart);
  const run: Run = { deps, hubspot, principal, onStep, job, progress: progressOf(job) };
  const plans = await bringSchema(run);
  const first = ORDER.indexOf(job.type);
  for (const [i, type] of ORDER.entries()) {
    const plan = plans.get(type);
    if (i < first || plan === undefined) continue;
    if (i > first) await beginType(run, type);
    // HubSpot does not associate activities with each other.
    const earlier = ORDER.slice(0, i).flatMap((one) => {
      const object = plans.get(one)?.object;
      return object === undefined || object.activity !== undefined ? [] : object;
    });
    await bringObjects(run, plan, earlier);
  }
  return { account: portalId, resumed, ...(await endRun(run)) };
}

async function principalOf({ db }: Deps, projectId: number): Promise<Principal> {
  const project = await tenancy.findProject.first(db, { id: projectId });
  if (project === undefined) {
    throw new CrmError("NOT_FOUND", `There is no project with id ${projectId}.`);
  }
  return {
    ...{ kind: "system", id: "cli", projectId },
    ...{ tenantId: project.tenant_id, scopes: new Set() },
  };
}

/** Brings properties and pipelines. A type that the account does not give access to has no plan. */
async function bringSchema(run: Run): Promise<ReadonlyMap<string, TypePlan>> {
  const { deps, hubspot, principal } = run;
  const plans = new Map<string, TypePlan>();
  const faults: Fault[] = [];
  let [properties, pipelines] = [0, 0];
  for (const type of ORDER) {
    const object = await deps.schemas.object(principal.projectId, type);
    try {
      const brought = await bringProperties(deps, hubspot, principal.projectId, object);
      const placed = object.hasPipeline
        ? await bringPipelines(deps, hubspot, principal.projectId, object)
        : NO_PIPELINES;
      properties += brought.added;
      pipelines += placed.added;
      faults.push(...brought.faults, ...placed.faults);
      plans.set(type, { object, names: brought.names, ...placed });
    } catch (error) {
      faults.push({ what: object.plural, why: whyRefused(error) });
    }
  }
  await commit(run, async (_, tx) => {
    const { progress } = run;
    const earlier = await jobsOfRun(tx, principal, runOf(run.job));
    // A resumed import finds the same faults again.
    const isFirst = earlier.every((job) => progressOf(job).saves === 0);
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
  { name: type, plural, properties }: ObjectSchema,
): Promise<BroughtProperties> {
  const { results } = await hubspot.get(`/crm/v3/properties/${plural}`, propertyList);
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
