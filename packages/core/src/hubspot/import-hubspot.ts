import { hubspotImports, tenancy, UniqueViolation } from "@rapport/db";
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
import {
  addFaults,
  EMPTY_REPORT,
  type Fault,
  type HubspotOptions,
  type HubspotReport,
  type Progress,
  type Run,
  running,
  save,
} from "./hubspot-run.ts";
import { HUBSPOT_ID, planProperty } from "./property-plan.ts";

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
        // HubSpot does not associate activities with each other.
        ORDER.slice(0, i).flatMap((one) => {
          const object = plans.get(one)?.object;
          return object === undefined || object.activity !== undefined ? [] : object;
        }),
      );
  }
  const { report } = run.progress;
  await deps.db.transaction((tx) => hubspotImports.remove.all(tx, { project: projectId }));
  return { account: portal, resumed, ...report };
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
    return { begun: { type, after, pages, report }, resumed: true };
  }
  const begun: Progress = {
    type: ORDER[0],
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
