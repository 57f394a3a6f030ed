import type { Db } from "@rapport/db";
import type { PropertyDefinition } from "@rapport/model";
import type { Call } from "../call.ts";
import { joinDeps } from "../deps.ts";
import type { ObjectSchema } from "../object-schema.ts";
import type { Principal } from "../principal.ts";
import { wholeKey } from "../record-index/index-key.ts";
import type { AssociationItem } from "../records/associations/associations.ts";
import { type BatchAnswer, writeBatch } from "../records/batch/batch.ts";
import { findIds } from "../records/batch/keys.ts";
import { applyUpsert } from "../records/batch/upsert.ts";
import type { PropertyItem } from "../records/property-input.ts";
import type { HubspotObject } from "./answers.ts";
import { convertValue, textOfHtml } from "./convert.ts";
import type { Brought, Fault } from "./hubspot-run.ts";
import { HUBSPOT_ID } from "./property-plan.ts";

/** How records of a type are brought. */
export interface TypePlan {
  /** The schema of the type when the import of its records began. */
  readonly object: ObjectSchema;
  /** Names in Rapport by names in HubSpot. */
  readonly names: ReadonlyMap<string, string>;
  /** Keys by ids in HubSpot. */
  readonly pipelines: ReadonlyMap<string, string>;
  readonly stages: ReadonlyMap<string, string>;
}

/** Objects of one type, with the ids of associated objects by type and object. */
export interface FoundPage {
  readonly objects: readonly HubspotObject[];
  readonly links: ReadonlyMap<string, ReadonlyMap<string, readonly string[]>>;
}

export interface WrittenPage {
  readonly brought: Brought;
  readonly faults: readonly Fault[];
}

/**
 * Writes the objects of a page and their associations in a transaction. Each object updates the record that has its id
 * in HubSpot, or creates one.
 */
export async function writePage(
  { deps, principal }: Call,
  tx: Db,
  plan: TypePlan,
  page: FoundPage,
): Promise<WrittenPage> {
  const joined = joinDeps(deps, tx);
  const object = await joined.schemas.object(principal.projectId, plan.object.name);
  const faults: Fault[] = [];
  const targets = await findTargets(tx, principal, object, { page, faults });
  const inputs = page.objects.map((found) => {
    const properties = itemsOf(plan, object.properties, found, faults);
    return { item: { properties, associations: targets.get(found.id) ?? [] } };
  });
  const batch = { inputs, atomic: false, idProperty: HUBSPOT_ID };
  const answer = await writeBatch({ deps: joined, principal }, object.name, batch, applyUpsert);
  const refused = new Set(answer.errors.map(({ index }) => index));
  const associations = page.objects.flatMap(({ id }, i) =>
    refused.has(i) ? [] : (targets.get(id) ?? []),
  );
  faults.push(...refusals(object, page.objects, answer));
  return { brought: { ...countsOf(answer), associations: associations.length }, faults };
}

/** Returns the records to associate with each object, by the object's id. */
async function findTargets(
  tx: Db,
  { projectId }: Principal,
  from: ObjectSchema,
  { page: { links }, faults }: { readonly page: FoundPage; readonly faults: Fault[] },
): Promise<ReadonlyMap<string, readonly AssociationItem[]>> {
  const targets = new Map<string, AssociationItem[]>();
  for (const [type, found] of links) {
    const target = from.schema.object(type);
    const definition = target.properties.get(HUBSPOT_ID);
    if (definition === undefined) continue;
    const key = (id: string) => wholeKey(definition, id);
    const wanted = [...new Set([...found.values()].flat().map(key))];
    const ids = await findIds(tx, { projectId, object: target }, definition, wanted);
    for (const [object, others] of found) {
      const items = targets.get(object) ?? [];
      targets.set(object, items);
      for (const other of others) {
        const id = ids.get(key(other))?.[0];
        if (id !== undefined) items.push({ to: { object: type, id: String(id) } });
        else {
          const what = `${from.plural} to ${target.plural}`;
          faults.push({ what, why: `the ${type} was not imported`, example: object });
        }
      }
    }
  }
  return targets;
}

function itemsOf(
  { object: { name: type, plural }, names, pipelines, stages }: TypePlan,
  definitions: ReadonlyMap<string, PropertyDefinition>,
  { id, properties }: HubspotObject,
  faults: Fault[],
): readonly PropertyItem[] {
  const items: PropertyItem[] = [{ internal_name: HUBSPOT_ID, value: id }];
  const values = valuesOf(type, properties);
  for (const [source, name] of names) {
    const value = values[source] ?? "";
    const definition = definitions.get(name);
    if (value === "" || definition === undefined) continue;
    const fault = (why: string) => faults.push({ what: `${plural}.${source}`, why, example: id });
    const keys = name === "pipeline" ? pipelines : name === "stage" ? stages : undefined;
    if (keys !== undefined) {
      const key = keys.get(value);
      if (key === undefined) fault("the pipeline or stage was not imported");
      else items.push({ internal_name: name, value: key });
      continue;
    }
    const converted = convertValue(definition, value);
    if ("item" in converted) items.push(converted.item);
    else fault(converted.why);
  }
  return items;
}

type Values = HubspotObject["properties"];

/** Returns the values of an object of HubSpot; those of activities in the forms that Rapport has. */
function valuesOf(type: string, values: Values): Values {
  return { ...values, ...FORMS[type]?.(values) };
}

/** The outcomes of calls that every account of HubSpot has, which it names by ids. */
const OUTCOMES: Readonly<Record<string, string>> = {
  "f240bbac-87c9-4f6e-bf70-924b57d47db7": "connected",
  "9d9162e7-6cf3-4944-bf63-4dff82258764": "busy",
  "73a0d17f-1163-4015-bdd5-ec830791da20": "no_answer",
  "b2cf5968-551e-4856-9783-52b3da59a7d0": "left_voicemail",
  "a4c4c377-d246-4b32-a13b-75a56a4cd0ff": "left_live_message",
  "17b47fee-58de-441e-a44c-c6300d46f273": "wrong_number",
};

const DIRECTIONS: Readonly<Record<string, string>> = {
  EMAIL: "outbound",
  INCOMING_EMAIL: "inbound",
  FORWARDED_EMAIL: "forwarded",
};

const FORMS: Readonly<Record<string, (values: Values) => Values>> = {
  note: (values) => ({ hs_note_body: plain(values.hs_note_body) }),
  task: (values) => {
    const isDone = values.hs_task_status === "COMPLETED";
    return {
      hs_task_body: plain(values.hs_task_body),
      hs_task_status: isDone ? "done" : "open",
      hs_task_completion_date: isDone ? (values.hs_task_completion_date ?? null) : null,
      hs_task_priority:
        values.hs_task_priority === "NONE" ? null : (values.hs_task_priority ?? null),
    };
  },
  call: (values) => ({
    hs_call_body: plain(values.hs_call_body),
    hs_call_duration: seconds(values.hs_call_duration),
    hs_call_status: snake(values.hs_call_status),
    hs_call_disposition:
      OUTCOMES[values.hs_call_disposition ?? ""] ?? values.hs_call_disposition ?? null,
  }),
  email: (values) => ({
    hs_email_direction:
      DIRECTIONS[values.hs_email_direction ?? ""] ?? values.hs_email_direction ?? null,
  }),
  meeting: (values) => ({
    hs_meeting_body: plain(values.hs_meeting_body),
    hs_meeting_outcome: snake(values.hs_meeting_outcome),
  }),
};

/** HubSpot gives milliseconds. */
function seconds(milliseconds: string | null | undefined): string | null {
  if (!milliseconds || !/^\d{1,15}$/.test(milliseconds)) return milliseconds ?? null;
  return String(Number(milliseconds) / 1_000);
}

/** `NO_SHOW`, `NO SHOW` and `no-show` are one. */
function snake(value: string | null | undefined): string | null {
  return value?.toLowerCase().replaceAll(/[ -]/g, "_") ?? null;
}

function plain(html: string | null | undefined): string | null {
  return html ? textOfHtml(html) : null;
}

/** Sentences for codes of issues. Their messages may quote values. */
const WHY: Readonly<Record<string, string>> = {
  QUOTA: "the tenant has used up its quota of records",
  email_or_phone_required: "a contact needs an email or a phone",
  body_required: "a note needs a text",
  end_before_start: "it ends before it starts",
  value_not_unique: "another record has a value that must be unique",
  unknown_stage: "its stage is not one of its pipeline",
};

function refusals(
  { plural }: ObjectSchema,
  objects: readonly HubspotObject[],
  { errors }: BatchAnswer,
): readonly Fault[] {
  return errors.map(({ index, code, issues }) => {
    const found = issues[0]?.code ?? code;
    const why = WHY[found] ?? found;
    return { what: plural, why, example: objects[index]?.id };
  });
}

function countsOf({ results, errors }: BatchAnswer): Omit<Brought, "associations"> {
  const count = (status: string) => results.filter((one) => one.status === status).length;
  return {
    created: count("created"),
    updated: count("updated"),
    unchanged: count("unchanged"),
    refused: errors.length,
  };
}
