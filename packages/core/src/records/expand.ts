import { setImmediate as nextTurn } from "node:timers/promises";
import { type Db, recordsById } from "@rapport/db";
import { CrmError, type Issue } from "../errors.ts";
import type { ObjectSchema, ProjectSchema } from "../object-schema.ts";
import { jsonBytes, MAX_PAGE_BYTES } from "../paging.ts";
import type { Principal } from "../principal.ts";
import { FORBIDDEN_NAMES, forbiddenNameIssue, unknownNameIssue } from "../schema/property-names.ts";
import type { Associated } from "./associations/associated.ts";
import { unknownTypeIssue } from "./associations/associations.ts";
import { invalid } from "./errors.ts";
import type { Properties } from "./record.ts";

export const MAX_EXPANDED_NAMES = 20;
/** Associated records whose properties one response shows. */
const MAX_EXPANDED_RECORDS = 10_000;
/** Records that one statement reads. Between two, other requests are served. */
const CHUNK = 250;

/** Properties of associated records that a response shows with its associations (specification §2.6). */
export interface Expansion {
  readonly object: ObjectSchema;
  readonly names: readonly string[];
}

/**
 * Returns the scopes that the names in `expand` need: to read their types.
 *
 * @param given a list of names of any shape
 */
export function scopesToExpand(schema: ProjectSchema, given: unknown): readonly string[] {
  const names: readonly unknown[] = Array.isArray(given) ? given : [];
  const types = new Set(
    names.slice(0, MAX_EXPANDED_NAMES).flatMap((name) => typeIn(schema, name) ?? []),
  );
  return [...types].map(({ plural }) => `crm.${plural}.read`);
}

function typeIn(schema: ProjectSchema, name: unknown): ObjectSchema | undefined {
  return typeof name === "string" ? schema.objects.get(name.split(".", 1)[0] ?? "") : undefined;
}

const NOTHING = { expand: [], issues: [] } as const;

/**
 * Reads the names of an `expand`, such as `company.name`.
 *
 * @param makePath returns the path of the n-th name in the request
 * @throws CrmError INSUFFICIENT_SCOPE if the caller may not read one of the types
 */
export function parseExpand(
  schemas: ProjectSchema,
  principal: Principal,
  given: unknown,
  makePath: (index: number) => string = () => "expand",
): { readonly expand: readonly Expansion[]; readonly issues: readonly Issue[] } {
  if (given === undefined) return NOTHING;
  const missing = scopesToExpand(schemas, given).filter((scope) => !principal.scopes.has(scope));
  if (missing.length > 0) {
    throw new CrmError("INSUFFICIENT_SCOPE", `\`expand\` needs the scope ${missing.join(" ")}.`);
  }
  const names: readonly unknown[] = Array.isArray(given) ? given : [];
  const issues: Issue[] = [];
  if (names.length > MAX_EXPANDED_NAMES) {
    const message = `Give at most ${MAX_EXPANDED_NAMES} names.`;
    issues.push({ path: "expand", code: "too_many", message });
  }
  const wanted = new Map<ObjectSchema, Set<string>>();
  for (const [i, name] of names.slice(0, MAX_EXPANDED_NAMES).entries()) {
    if (typeof name !== "string") continue;
    const issue = nameIssue(schemas, name, makePath(i));
    const other = typeIn(schemas, name);
    if (issue !== undefined || other === undefined) {
      if (issue !== undefined) issues.push(issue);
      continue;
    }
    const own = wanted.get(other) ?? new Set();
    wanted.set(other, own.add(name.slice(name.indexOf(".") + 1)));
  }
  const expand = [...wanted].map(([object, own]) => ({ object, names: [...own] }));
  return { expand, issues };
}

function nameIssue(schemas: ProjectSchema, name: string, path: string): Issue | undefined {
  const [typeName = "", property] = name.split(/\.(.*)/s, 2);
  const other = schemas.objects.get(typeName);
  if (other === undefined) return unknownTypeIssue(typeName, path, schemas.types);
  if (property === undefined || property === "") {
    const { name: type, createFields } = other;
    const example = createFields[0] ?? other.properties.keys().next().value;
    const message = `Name a property of the ${type} too. Example: "${type}.${example}"`;
    return { path, code: "property_missing", message };
  }
  const { properties } = other;
  if (properties.has(property)) return undefined;
  return FORBIDDEN_NAMES.has(property)
    ? forbiddenNameIssue(property, path)
    : unknownNameIssue(property, properties.keys(), path);
}

/**
 * Adds the properties of the associated records to associations.
 *
 * @returns the associations by record, with `properties` in the entries of the expanded types
 * @throws CrmError INVALID_INPUT if they are more than one response shows
 */
export async function expandAssociated(
  db: Db,
  scope: { readonly projectId: number },
  expand: readonly Expansion[],
  associated: ReadonlyMap<number, Associated>,
): Promise<ReadonlyMap<number, Associated>> {
  const ids = new Set<number>();
  for (const { associations } of associated.values()) {
    for (const { object } of expand) {
      for (const { id } of associations[object.name] ?? []) ids.add(Number(id));
    }
  }
  if (ids.size > MAX_EXPANDED_RECORDS) throw tooMany();
  const byType = new Map(expand.map((one) => [one.object.name, one]));
  const found = await readExpanded(db, scope, byType, [...ids]);
  return new Map([...associated].map(([id, one]) => [id, expanded(one, expand, found)]));
}

async function readExpanded(
  db: Db,
  scope: { readonly projectId: number },
  byType: ReadonlyMap<string, Expansion>,
  ids: readonly number[],
): Promise<ReadonlyMap<number, Properties>> {
  const found = new Map<number, Properties>();
  let bytes = 0;
  for (let start = 0; start < ids.length; start += CHUNK) {
    if (start > 0) await nextTurn();
    const rows = await recordsById.scanMany(db, scope, ids.slice(start, start + CHUNK));
    for (const row of rows) {
      const expansion = byType.get(row.type);
      // Large ones are read one after another, so that only what is shown of them is kept.
      const stored =
        row.properties ?? (await recordsById.findMany(db, scope, [row.id])).get(row.id)?.properties;
      if (expansion === undefined || stored === undefined) continue;
      const shown = shownProperties(expansion, stored);
      found.set(row.id, shown);
      bytes += jsonBytes(shown);
      if (bytes > MAX_PAGE_BYTES) throw tooMany();
    }
  }
  return found;
}

function shownProperties({ object, names }: Expansion, stored: Properties): Properties {
  const all = object.hasProbability ? withProbability(object, stored) : stored;
  return Object.fromEntries(
    names.map((name) => [name, Object.hasOwn(all, name) ? (all[name] ?? null) : null]),
  );
}

/** Adds the probability of the record's stage. So a change of a stage needs no update of its records. */
export function withProbability(object: ObjectSchema, stored: Properties): Properties {
  const probability = stageProbability(object, stored);
  return probability === null ? stored : { ...stored, probability };
}

/** Returns the probability of a record's stage, or null if it has none. */
export function stageProbability(object: ObjectSchema, stored: Properties): string | null {
  const pipeline = object.pipelines.find(({ key }) => key === stored.pipeline);
  return pipeline?.stages.find(({ key }) => key === stored.stage)?.probability ?? null;
}

/** Leaves out a record that was deleted since its association was read. */
function expanded(
  { associations, truncated }: Associated,
  expand: readonly Expansion[],
  found: ReadonlyMap<number, Properties>,
): Associated {
  const own = expand.map(({ object }) => {
    const entries = (associations[object.name] ?? []).flatMap((entry) => {
      const properties = found.get(Number(entry.id));
      return properties === undefined ? [] : [{ ...entry, properties }];
    });
    return [object.name, entries] as const;
  });
  return { associations: { ...associations, ...Object.fromEntries(own) }, truncated };
}

function tooMany(): Error {
  const message =
    "The associated records are too many to show their properties. Ask for fewer records or fewer names.";
  return invalid([{ path: "expand", code: "expand_too_large", message }]);
}
