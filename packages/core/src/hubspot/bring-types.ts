import { CrmError } from "../errors.ts";
import type { ProjectSchema } from "../object-schema.ts";
import type { SchemaDeps } from "../schema/change-schema.ts";
import { checkNewType } from "../schema/check-type.ts";
import { createType } from "../schema/object-types.ts";
import {
  customObjectList,
  type HubspotCustomObject,
  type HubspotProperty,
  pipelineList,
  propertyList,
} from "./answers.ts";
import { firstPipeline } from "./bring-pipelines.ts";
import { type HubspotClient, whyRefused } from "./client.ts";
import { cut, MAX_LABEL_CHARACTERS, planProperty } from "./property-plan.ts";
import type { Fault } from "./report.ts";

/** A type that is brought. */
export interface BroughtType {
  /** Its name in the project. */
  readonly type: string;
  /** Its name in the addresses of HubSpot. */
  readonly path: string;
}

const RECORDS = ["company", "contact", "deal", "ticket", "lead", "appointment"];
const ACTIVITIES = ["task", "note", "call", "email", "meeting"];

/** The type that is brought first. */
export const FIRST_TYPE = "company";

/**
 * Lists the types in the order in which they are brought, and adds those of the account's custom objects that the project
 * lacks. A record is associated with records of types before its own.
 */
export async function bringTypes(
  deps: SchemaDeps,
  hubspot: HubspotClient,
  projectId: number,
): Promise<{ readonly types: readonly BroughtType[]; readonly faults: readonly Fault[] }> {
  const custom: BroughtType[] = [];
  const faults: Fault[] = [];
  try {
    const { results } = await hubspot.get("/crm-object-schemas/v3/schemas", customObjectList);
    const live = results.filter(({ archived }) => !archived);
    for (const one of live.toSorted((a, b) => (a.objectTypeId < b.objectTypeId ? -1 : 1))) {
      try {
        custom.push({
          type: await bringType(deps, hubspot, projectId, one),
          path: one.objectTypeId,
        });
      } catch (error) {
        const why =
          error instanceof CrmError
            ? (error.issues[0]?.message ?? error.message)
            : whyRefused(error);
        faults.push({ what: one.name, why });
      }
    }
  } catch (error) {
    faults.push({ what: "custom objects", why: whyRefused(error) });
  }
  const schema = await deps.schemas.get(projectId);
  const builtIn = (type: string) => ({ type, path: schema.object(type).plural });
  return { types: [...RECORDS.map(builtIn), ...custom, ...ACTIVITIES.map(builtIn)], faults };
}

/** Finds the project's type of a custom object, or adds it. @returns its name */
async function bringType(
  deps: SchemaDeps,
  hubspot: HubspotClient,
  projectId: number,
  custom: HubspotCustomObject,
): Promise<string> {
  const schema = await deps.schemas.get(projectId);
  const name = typeName(schema, custom);
  if (schema.objects.has(name)) return schema.object(name).name;
  const { objectTypeId: path, labels, primaryDisplayProperty, description } = custom;
  const { results: properties } = await hubspot.get(`/crm/v3/properties/${path}`, propertyList);
  const { results: pipelines } = await hubspot.get(`/crm/v3/pipelines/${path}`, pipelineList);
  const pipeline = firstPipeline(pipelines);
  const naming = namingProperty(properties, primaryDisplayProperty);
  const label = (text: string | null | undefined, or: string) =>
    cut(text?.trim() || or, MAX_LABEL_CHARACTERS);
  const singular = label(labels.singular, custom.name);
  const { result } = await createType(deps, projectId, {
    ...{ name, plural: freePlural(schema, name, labels.plural) },
    ...{ label: singular, pluralLabel: label(labels.plural, singular) },
    ...(description ? { description: cut(description, 1_000) } : {}),
    ...(naming === undefined
      ? {}
      : { properties: [naming.settings], nameProperties: [[naming.name]] }),
    ...(pipeline === undefined ? {} : { hasPipeline: true, pipeline }),
  });
  return result.name;
}

/** Returns the property that names the records, which must be there from the start. */
function namingProperty(
  properties: readonly HubspotProperty[],
  primary: string | null | undefined,
) {
  const found = properties.find(({ name }) => name === primary);
  const plan = found && planProperty("", found, new Map());
  return plan && "settings" in plan ? plan : undefined;
}

/** Returns the name of the project's type of a custom object: its own, unless another type has it. */
function typeName(schema: ProjectSchema, { name, objectTypeId }: HubspotCustomObject): string {
  const own = toKey(name);
  const found = schema.objects.get(own);
  const isOwn = found === undefined ? isFree(schema, "name", own) : !found.builtIn;
  return isOwn ? own : toKey(`hubspot_${own.slice(0, 25)}_${objectTypeId}`);
}

/** Returns a plural for a new type that no other type has: its label as a key, if it can be that. */
export function freePlural(
  schema: ProjectSchema,
  name: string,
  label: string | null | undefined,
): string {
  const choices = [toKey(label ?? ""), `${name}s`.slice(-50), `${name.slice(0, 42)}_records`];
  const free = choices.find((one) => one !== name && isFree(schema, "plural", one));
  return free ?? (choices.at(-1) as string);
}

function isFree(schema: ProjectSchema, path: "name" | "plural", name: string): boolean {
  const { issues } = checkNewType(schema, { [path]: name });
  return name !== "" && !issues.some((issue) => issue.path === path);
}

/** Returns a text as a key: small letters, digits and underscores. */
export function toKey(text: string): string {
  const plain = text
    .normalize("NFKD")
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, "_");
  return plain
    .replace(/^[^a-z]+/, "")
    .slice(0, 50)
    .replace(/_+$/, "");
}
