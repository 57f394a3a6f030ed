import type { Issue } from "../errors.ts";
import type { ProjectSchema } from "../object-schema.ts";
import {
  addLabel,
  changeLabel,
  type LabelSettings,
  labelSettingIssues,
  refuseUsedLabel,
  removeLabel,
} from "../records/associations/labels.ts";
import type { SchemaDeps } from "../schema/change-schema.ts";
import type { PlanDraft } from "./plan-draft.ts";
import type { LabelEntry, SchemaFile } from "./schema-file.ts";

/**
 * Adds the steps that make the labels of associations equal to those of a file.
 *
 * @param prune whether labels that the file lacks are removed
 */
export function planLabels(
  draft: PlanDraft,
  schema: ProjectSchema,
  file: SchemaFile,
  prune: boolean,
): void {
  const { associationLabels = [] } = file;
  const known = new Set([
    ...schema.types.filter(({ builtIn }) => builtIn).map(({ name }) => name),
    ...file.types.map(({ name }) => name),
  ]);
  for (const [at, entry] of associationLabels.entries()) {
    const path = `associationLabels.${at}`;
    const unknown = (["from", "to"] as const).filter((side) => !known.has(entry[side]));
    draft.refuse(
      path,
      unknown.map((side) => unknownType(side, entry[side])),
    );
    const earlier = associationLabels.slice(0, at);
    if (earlier.some((one) => isSame(one, entry))) draft.refuse(path, [repeated(entry)]);
    planLabel(draft, schema, entry, path);
  }
  for (const label of prune ? schema.labels : []) {
    const { type: from, toType: to, key } = label;
    if (associationLabels.some((entry) => isSame(entry, { from, to, key }))) continue;
    const name = `${from}.${to}.${key}`;
    draft.note("-", "association label", name);
    draft.add(2, {
      path: name,
      check: (db, projectId) =>
        refuseUsedLabel(db, projectId, [schema.object(from), schema.object(to)], { label }),
      run: async (deps, projectId) =>
        removeLabel(deps, projectId, await readSides(deps, projectId, { from, to }), key),
    });
  }
}

function planLabel(draft: PlanDraft, schema: ProjectSchema, entry: LabelEntry, path: string): void {
  const { from, to, key } = entry;
  const { inverseKey, ...settings } = labelSettings(entry);
  draft.refuse(path, labelSettingIssues({ key, inverseKey, ...settings }, true));
  const before = schema.labels.find(
    (one) => one.type === from && one.toType === to && one.key === key,
  );
  const name = `${from}.${to}.${key}`;
  if (before === undefined) {
    draft.note("+", "association label", name);
    draft.add(1, {
      path,
      run: async (deps, projectId) =>
        addLabel(deps, projectId, await readSides(deps, projectId, entry), {
          ...settings,
          ...{ key, inverseKey },
        }),
    });
    return;
  }
  if (before.inverseKey !== inverseKey) {
    const message = `The inverse key of this label is "${before.inverseKey}", which cannot change.`;
    draft.refuse(path, [{ path: "inverseKey", code: "key_fixed", message }]);
  }
  const changed = (Object.keys(settings) as (keyof typeof settings)[]).filter(
    (one) => settings[one] !== before[one],
  );
  if (changed.length === 0) return;
  draft.note("~", "association label", name, ...changed.toSorted());
  draft.add(1, {
    path,
    run: async (deps, projectId) =>
      changeLabel(deps, projectId, await readSides(deps, projectId, entry), { key, settings }),
  });
}

/** Returns all settings of a label, also those that the file leaves out. */
function labelSettings(entry: LabelEntry) {
  const { key, label, inverseKey = key, inverseLabel = label } = entry;
  const { maxPerSource = null, maxPerTarget = null } = entry;
  return { label, inverseKey, inverseLabel, maxPerSource, maxPerTarget } satisfies LabelSettings;
}

/** Returns both types as they are now, because the same push may have created them. */
async function readSides(
  { schemas }: SchemaDeps,
  projectId: number,
  { from, to }: Pick<LabelEntry, "from" | "to">,
) {
  const schema = await schemas.get(projectId);
  return [schema.object(from), schema.object(to)] as const;
}

type Named = Pick<LabelEntry, "from" | "to" | "key">;

function isSame(one: Named, other: Named): boolean {
  return one.from === other.from && one.to === other.to && one.key === other.key;
}

function repeated({ key }: Named): Issue {
  const message = `These two types have the label "${key}" twice. Leave one of them out.`;
  return { path: "key", code: "key_taken", message };
}

function unknownType(path: string, name: string): Issue {
  const message = `The file has no object type "${name}". Add it to the types, or leave this label out.`;
  return { path, code: "type_unknown", message };
}
