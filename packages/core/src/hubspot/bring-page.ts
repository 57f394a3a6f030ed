import type { Db } from "@rapport/db";
import type { PropertyDefinition } from "@rapport/model";
import { csvLine, withoutFormula } from "../csv.ts";
import type { Deps } from "../deps.ts";
import { FileGone } from "../files/files.ts";
import { appendAll } from "../files/write-file.ts";
import type { Job } from "../jobs/jobs.ts";
import type { ObjectSchema } from "../object-schema.ts";
import type { Principal } from "../principal.ts";
import { wholeKey } from "../record-index/index-key.ts";
import {
  addCounts,
  countResults,
  noteChanged,
  type Refused,
  type Writing,
  writePortion,
} from "../record-jobs/portions.ts";
import { refusalReason } from "../record-jobs/refused.ts";
import type { AssociationItem } from "../records/associations/associations.ts";
import { findIds } from "../records/batch/keys.ts";
import { applyUpsert } from "../records/batch/upsert.ts";
import type { PropertyItem } from "../records/property-input.ts";
import type { HubspotObject } from "./answers.ts";
import { convertValue } from "./convert.ts";
import { toRapportForms } from "./forms.ts";
import { type HubspotProgress, hubspotSettings } from "./hubspot-jobs.ts";
import { HUBSPOT_ID } from "./names.ts";
import { addFaults, type Fault } from "./report.ts";

/** How records of a type are brought. */
export interface TypePlan {
  /** The schema of the type when the import of its records began. */
  readonly object: ObjectSchema;
  /** The name of the type in the addresses of HubSpot. */
  readonly path: string;
  /** Names in Rapport by names in HubSpot. */
  readonly names: ReadonlyMap<string, string>;
  /** Keys by ids in HubSpot. */
  readonly pipelines: ReadonlyMap<string, string>;
  readonly stages: ReadonlyMap<string, string>;
}

/** An associated object. */
export interface Link {
  readonly id: string;
  /** Keys of labels. */
  readonly labels: readonly string[];
}

/** A page of objects of one type. */
export interface FoundPage {
  readonly objects: readonly HubspotObject[];
  /** Cursor of the next page; null on the last one. */
  readonly after: string | null;
  readonly isRead: boolean;
  /** The associated objects, by type and object. */
  readonly links: ReadonlyMap<string, ReadonlyMap<string, readonly Link[]>>;
  readonly faults: readonly Fault[];
}

/** An object with its page. */
export interface FoundObject extends HubspotObject {
  readonly page: FoundPage;
}

/** Where objects are written. */
interface PageWriting {
  readonly plan: TypePlan;
  readonly job: Job;
  readonly writer: Principal;
}

/**
 * Writes objects of a page and their associations in a transaction. Each object updates the record that has its id in
 * HubSpot, or creates one.
 *
 * @param some the objects: all of their page, or some if all are too large together
 * @throws RecordsTooLarge
 */
export async function writeObjects(
  deps: Deps,
  tx: Db,
  { plan, job, writer }: PageWriting,
  {
    objects,
    before,
  }: { readonly objects: readonly FoundObject[]; readonly before: HubspotProgress },
): Promise<HubspotProgress> {
  const { projectId } = writer;
  const object = await deps.schemas.object(projectId, plan.object.name);
  const faults: Fault[] = [];
  const targets = await findTargets(tx, writer, object, { objects, faults });
  const inputs = objects.map((found) => {
    const properties = broughtItems(plan, object.properties, found, faults);
    return { found, input: { item: { properties, associations: targets.get(found.id) ?? [] } } };
  });
  const writing = { deps, writer, object };
  const { results, refused } = await writePortion(writing, inputs, BY_HUBSPOT_ID);
  const { changesFile } = hubspotSettings(job);
  await noteChanged(deps, { projectId, id: changesFile }, results);
  await noteRefused(writing, job, refused);
  const lost = new Set(refused.map(({ given }) => given.found));
  const written = objects.filter((one) => !lost.has(one));
  const others = new Map(written.map(({ id }) => [id, targets.get(id) ?? []]));
  const within = await associateWithin(writing, tx, written);
  faults.push(...refusals(object, refused));
  const counts = { ...countResults(results), refused: refused.length };
  const associations = pairsIn(others) + within;
  const last = objects.at(-1);
  const isWhole = last?.id === last?.page.objects.at(-1)?.id;
  const page = isWhole ? last?.page : undefined;
  return {
    ...before,
    ...addCounts(before, { ...counts, associations }),
    ...(page && { after: page.after, isRead: page.isRead }),
    notBrought: addFaults(before.notBrought, [...(page?.faults ?? []), ...faults]),
  };
}

const BY_HUBSPOT_ID = { apply: applyUpsert, idProperty: HUBSPOT_ID };

type RefusedObject = Refused<{ readonly found: FoundObject }>;

type Targets = ReadonlyMap<string, readonly AssociationItem[]>;

/** Counts associated pairs. A pair can have several labels. */
function pairsIn(targets: Targets): number {
  const pairs = [...targets].flatMap(([id, items]) =>
    items.map(({ to }) => `${id} ${to.object} ${to.id}`),
  );
  return new Set(pairs).size;
}

/**
 * Associates objects with others of their own type, once all of them are written. Those that are not are on later pages,
 * which have the same associations from the other side.
 *
 * @returns how many pairs were associated
 */
async function associateWithin(
  writing: Writing,
  tx: Db,
  objects: readonly FoundObject[],
): Promise<number> {
  const { writer, object } = writing;
  const targets = await findTargets(tx, writer, object, { objects, faults: null });
  const inputs = objects.flatMap(({ id }) => {
    const associations = targets.get(id) ?? [];
    if (associations.length === 0) return [];
    const properties = [{ internal_name: HUBSPOT_ID, value: id }];
    return [{ input: { item: { properties, associations } } }];
  });
  const { results } = await writePortion(writing, inputs, BY_HUBSPOT_ID);
  const pairs = results.flatMap(({ index, record }) =>
    (inputs[index]?.input.item.associations ?? []).map(({ to }) =>
      [record.id, Number(to.id)].toSorted((a, b) => a - b).join(),
    ),
  );
  return new Set(pairs).size;
}

/** Adds lines of CSV that say why objects were refused. An erasure of a record of their type has deleted the file. */
async function noteRefused(
  { deps, object }: Writing,
  job: Job,
  refused: readonly RefusedObject[],
): Promise<void> {
  const file = { projectId: job.projectId, id: hubspotSettings(job).refusedFile };
  const lines = refused.map(({ given, error }) => {
    const cells = [given.found.id, refusalReason(error, object)];
    return csvLine(cells.map((text) => withoutFormula(text)));
  });
  try {
    await appendAll(deps, file, Buffer.from(lines.join("")));
  } catch (error) {
    if (!(error instanceof FileGone)) throw error;
  }
}

/**
 * Returns the records to associate with each object, by the object's id.
 *
 * @param some.faults gets the targets that were not imported; null to look for records of the objects' own type
 */
async function findTargets(
  tx: Db,
  { projectId }: Principal,
  from: ObjectSchema,
  {
    objects,
    faults,
  }: { readonly objects: readonly FoundObject[]; readonly faults: Fault[] | null },
): Promise<Targets> {
  const targets = new Map<string, AssociationItem[]>();
  for (const [type, found] of objects[0]?.page.links ?? []) {
    if ((type === from.name) !== (faults === null)) continue;
    const target = from.schema.object(type);
    const definition = target.properties.get(HUBSPOT_ID);
    if (definition === undefined) continue;
    const key = (id: string) => wholeKey(definition, id);
    const wanted = new Set(
      objects.flatMap(({ id }) => found.get(id) ?? []).map(({ id }) => key(id)),
    );
    const ids = await findIds(tx, { projectId, object: target }, definition, [...wanted]);
    for (const { id: object } of objects) {
      const items = targets.get(object) ?? [];
      targets.set(object, items);
      for (const { id: other, labels } of found.get(object) ?? []) {
        const id = ids.get(key(other))?.[0];
        if (id !== undefined) {
          const to = { object: type, id: String(id) };
          items.push(
            ...(labels.length === 0 ? [{ to }] : labels.map((label) => ({ to, type: label }))),
          );
        } else if (faults !== null) {
          const what = `${from.plural} to ${target.plural}`;
          faults.push({ what, why: `the ${type} was not imported`, example: object });
        }
      }
    }
  }
  return targets;
}

function broughtItems(
  { object: { name: type, plural }, names, pipelines, stages }: TypePlan,
  definitions: ReadonlyMap<string, PropertyDefinition>,
  { id, properties }: HubspotObject,
  faults: Fault[],
): readonly PropertyItem[] {
  const items: PropertyItem[] = [{ internal_name: HUBSPOT_ID, value: id }];
  const values = toRapportForms(type, properties);
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

/** Sentences for codes of issues. Their messages may quote values. */
const WHY: Readonly<Record<string, string>> = {
  QUOTA: "the tenant has used up its quota of records",
  email_or_phone_required: "a contact needs an email or a phone",
  body_required: "a note needs a text",
  end_before_start: "it ends before it starts",
  value_not_unique: "another record has a value that must be unique",
  unknown_stage: "its stage is not one of its pipeline",
};

function refusals({ plural }: ObjectSchema, refused: readonly RefusedObject[]): readonly Fault[] {
  return refused.map(({ given, error: { code, issues } }) => {
    const found = issues[0]?.code ?? code;
    const why = WHY[found] ?? found;
    return { what: plural, why, example: given.found.id };
  });
}
