import type { Issue } from "../errors.ts";
import type { InputPaths } from "../input-paths.ts";
import type { ObjectSchema } from "../object-schema.ts";
import {
  type Apply,
  applyDelete,
  applyUpdate,
  findTarget,
  updateRow,
} from "../records/batch/apply.ts";
import type { InputItem } from "../records/batch/input.ts";
import { applyRestore } from "../records/batch/restore.ts";
import { invalid } from "../records/errors.ts";
import { checkProperties } from "../records/property-input.ts";
import { brokenRules, clearedDerived, placeRuleIssues } from "../records/rules.ts";
import { parseValues, type StoredValue } from "../values/parse-value.ts";
import type { ChangeAction, PropertyEdit } from "./settings.ts";

/** Properties that one change may edit. */
export const MAX_EDITS = 20;

/** The schema changed so that an action no longer fits it. */
export class ActionOutdated extends Error {
  override readonly name = "ActionOutdated";
  readonly issues: readonly Issue[];

  constructor(issues: readonly Issue[]) {
    super("the action no longer fits the schema");
    this.issues = issues;
  }
}

/** How a batch does an action. */
export interface Operation {
  /** The rest of each input, beside the record's id. */
  readonly item: Omit<InputItem, "id">;
  readonly apply: Apply;
}

const NOTHING: Operation["item"] = {};

/** Returns how a batch does an action. The operation throws ActionOutdated if a later schema does not fit. */
export function batchOperation(action: ChangeAction): Operation {
  switch (action.kind) {
    case "edit":
      return { item: NOTHING, apply: applyEdits(action.edits) };
    case "move":
      return { item: NOTHING, apply: applyEdits(listEdits(action)) };
    case "associate":
      return {
        item: { associations: [{ to: { object: action.object, id: String(action.id) } }] },
        apply: applyUpdate,
      };
    case "delete":
      return { item: NOTHING, apply: applyDelete };
    case "restore":
      return { item: NOTHING, apply: applyRestore };
  }
}

/** Returns the edits that an action makes. */
export function listEdits(action: ChangeAction): readonly PropertyEdit[] {
  if (action.kind === "edit") return action.edits;
  if (action.kind !== "move") return [];
  const { pipeline, stage } = action;
  return [
    { internal_name: "pipeline", how: "set", value: pipeline },
    { internal_name: "stage", how: "set", value: stage },
  ];
}

/** Lists the faults of an action. Their paths begin with `action.`. */
export function actionIssues(object: ObjectSchema, action: ChangeAction): readonly Issue[] {
  if (action.kind === "associate") return [];
  const { issues } = parseEdits(object, listEdits(action));
  if (action.kind !== "move") return issues;
  return issues.length > 0 ? issues : stageIssues(object, action);
}

function stageIssues(
  { pipelines }: ObjectSchema,
  { pipeline, stage }: Extract<ChangeAction, { kind: "move" }>,
): readonly Issue[] {
  const found = pipelines.find(({ key }) => key === pipeline);
  if (found === undefined) {
    const message = `There is no pipeline "${pipeline}". Choose another one.`;
    return [{ path: "action.pipeline", code: "pipeline_unknown", message }];
  }
  if (found.stages.some(({ key }) => key === stage)) return [];
  const message = `The pipeline ${found.label} has no stage "${stage}". Choose another one.`;
  return [{ path: "action.stage", code: "stage_unknown", message }];
}

function applyEdits(edits: readonly PropertyEdit[]): Apply {
  let known: { readonly object: ObjectSchema; readonly parsed: ParsedEdits } | undefined;
  return (context, draft, input) => {
    const { object } = context;
    if (known?.object !== object) known = { object, parsed: parseEdits(object, edits) };
    const { values, partial, issues } = known.parsed;
    if (issues.length > 0) throw new ActionOutdated(issues);
    const row = findTarget(context, draft, input);
    const own = new Map(values);
    for (const edit of partial) {
      own.set(edit.name, edited(object, edit, row.properties[edit.name] ?? null));
    }
    return updateRow(context, draft, { ...input, values: own }, row);
  };
}

/** @throws CrmError INVALID_INPUT if the property would have too many values */
function edited(
  { properties }: ObjectSchema,
  { name, how, values }: ParsedEdits["partial"][number],
  current: StoredValue,
): StoredValue {
  const before: readonly (string | boolean)[] = Array.isArray(current)
    ? current
    : current === null
      ? []
      : [current];
  const taken = new Set(values);
  const after =
    how === "add" ? [...before, ...values] : before.filter((value) => !taken.has(value));
  const definition = properties.get(name);
  if (definition === undefined) return current;
  const parsed = parseValues({ ...definition, closed: false }, after);
  if (parsed.ok) return parsed.value;
  const { code, message } = parsed;
  throw invalid([{ path: `properties.${name}`, code, message }]);
}

interface ParsedEdits {
  /** Values that replace those of every record. */
  readonly values: ReadonlyMap<string, StoredValue>;
  /** Values to add to those of each record, or to take from them. */
  readonly partial: readonly {
    readonly name: string;
    readonly how: "add" | "remove";
    readonly values: readonly (string | boolean)[];
  }[];
  readonly issues: readonly Issue[];
}

/** Parses the edits of a bulk change. The paths of issues begin with `action.edits`. */
function parseEdits(object: ObjectSchema, edits: readonly PropertyEdit[]): ParsedEdits {
  const { properties } = object;
  const partial: ParsedEdits["partial"][number][] = [];
  const own: Issue[] = [];
  const items = edits.map((edit, i) => {
    const { internal_name, how, value, values } = edit;
    if (how === "clear") return { internal_name };
    if (how === "set") return { internal_name, value, values };
    const definition = properties.get(internal_name);
    if (definition === undefined) return { internal_name };
    const path = `action.edits.${i}.values`;
    if (!definition.multi) {
      const message = `"${internal_name}" has a single value. Set it instead.`;
      own.push({ path, code: "property_single_value", message });
      return { internal_name };
    }
    const parsed = parseValues(definition, values ?? []);
    if (!parsed.ok) own.push({ path, code: parsed.code, message: parsed.message });
    else if (!Array.isArray(parsed.value)) {
      own.push({ path, code: "required", message: "Give at least one value." });
    } else partial.push({ name: internal_name, how, values: parsed.value });
    return { internal_name };
  });
  const checked = checkProperties(properties, items, EDIT_PATHS);
  const values = new Map(checked.values);
  for (const { name } of partial) values.delete(name);
  const added = partial.flatMap(({ name, how, values }) => (how === "add" ? [[name, values]] : []));
  const broken = brokenRules(
    object,
    null,
    new Map([...values, ...added] as [string, StoredValue][]),
  );
  const cleared = clearedDerived(object, values);
  const more = placeRuleIssues([...cleared, ...broken], edits, checked.issues, EDIT_PATHS);
  return { values, partial, issues: [...checked.issues, ...own, ...more] };
}

const EDIT_PATHS: InputPaths = {
  properties: "action.edits",
  property: (item, member) => `action.edits.${item}.${member}`,
  association: () => "action",
  conflict: (property) => property,
};
