import { CrmError } from "../errors.ts";
import type { ObjectSchema } from "../object-schema.ts";
import type { SchemaDeps } from "../schema/change-schema.ts";
import { saveProperty } from "../schema/save-property.ts";
import { propertyList } from "./answers.ts";
import type { HubspotClient } from "./client.ts";
import type { Fault } from "./hubspot-run.ts";
import { HUBSPOT_ID, planProperty } from "./property-plan.ts";

/** The properties of a type that are brought. */
export interface BroughtProperties {
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
export async function bringProperties(
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
        const { result } = await saveProperty(deps, projectId, type, plan.settings, true);
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
