import { NOW } from "@rapport/model";
import { useNavigate } from "@tanstack/react-router";
import { useEffect, useState } from "react";
import { api } from "../../api.ts";
import type { RecordKey } from "../../conflict/questions.ts";
import { saveSeen } from "../../conflict/save-seen.ts";
import { objectType, typeNames } from "../../object-types.ts";
import {
  type PropertyData,
  type PropertyDefinition,
  propertyItem,
  trimmed,
} from "../../property/property-types.ts";
import { preparePatterns, rulesBrokenBy } from "../../property/rules.ts";
import type { Schema, Values } from "../../property/use-schema.ts";
import { useProject, useProjectId } from "../../shell/use-project.ts";
import { useChange } from "../../ui/forms/use-change.ts";
import { showCreated } from "../../ui/notices.tsx";
import { failureIssues, type Issue } from "../../ui/pages/error-notice.tsx";
import { isMissing, REQUIRED } from "./form-fields.ts";

export interface EditedRecord {
  readonly id: number;
  readonly version: number;
  readonly properties: Values;
}

interface Edit {
  /** The record as the form showed it first. */
  readonly edited: EditedRecord;
  readonly properties: readonly ReturnType<typeof propertyItem>[];
}

/** What a new record begins with. */
export interface Creation {
  readonly associatedWith?: Pick<RecordKey, "type" | "id">;
  /** Values that the form shows first. */
  readonly values?: Drafts;
}

type Drafts = Readonly<Record<string, PropertyData>>;

/** Holds the values of a record's form and saves the changed ones. */
export function useRecordForm(
  schema: Schema,
  {
    record,
    creating = {},
  }: { readonly record: EditedRecord | undefined; readonly creating?: Creation | undefined },
  onDone: (id: number) => void,
) {
  const { name: type } = schema;
  const projectId = useProjectId();
  const project = useProject();
  const writable = schema.properties.filter(({ readOnly }) => !readOnly);
  const [seen] = useState(record);
  const before: Drafts = seen?.properties ?? {};
  const [first] = useState<Drafts>(() =>
    record ? before : { ...initialValues(schema), ...initialStage(schema), ...creating.values },
  );
  const [drafts, setDrafts] = useState(first);
  const [attempts, setAttempts] = useState(0);
  /** Properties whose input the admin has changed and left. */
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set());
  const [sent, setSent] = useState<readonly ReturnType<typeof propertyItem>[]>([]);
  useEffect(() => void preparePatterns(schema), [schema]);
  const { singular, plural } = typeNames(type);
  const options = { changes: "records", showsError: true } as const;
  const navigate = useNavigate();
  const creation = useChange(project.records.create, {
    ...options,
    onDone: ({ id }) => {
      const params = { projectId: String(projectId), plural, recordId: String(id) };
      showCreated(singular, () => navigate({ to: "/p/$projectId/$plural/$recordId", params }));
      onDone(id);
    },
  });
  const update = useChange(
    {
      mutationKey: api.records.update.mutationKey(),
      mutationFn: ({ edited, properties }: Edit) =>
        saveSeen({ projectId, type, id: edited.id }, properties, edited),
    },
    { ...options, done: "Saved.", onDone: (_, { edited }) => onDone(edited.id) },
  );
  const change = record ? update : creation;

  function write(property: string, draft: PropertyData): void {
    const isMove = property === "pipeline" && schema.pipelines.length > 0;
    const stage = isMove ? { stage: firstStage(schema, draft) } : {};
    setDrafts((all) => ({ ...all, [property]: draft, ...stage }));
  }

  function changedSince(earlier: Drafts): ReturnType<typeof propertyItem>[] {
    return writable.flatMap((property) => {
      const draft = given(property, drafts);
      const isSame = JSON.stringify(draft) === JSON.stringify(given(property, earlier));
      return isSame ? [] : [propertyItem(property.name, draft)];
    });
  }

  /** Names of required properties that have no value. One that had none before may stay empty. */
  function missing(): readonly string[] {
    const isEmptied = (name: string) => !record || (before[name] ?? null) !== null;
    return writable
      .map(({ name }) => name)
      .filter((name) => isEmptied(name) && isMissing(type, name, drafts[name] ?? null));
  }

  /** What is wrong with the values that would be saved, as far as the form knows. */
  function ownIssues(): readonly Issue[] {
    const lacking = missing().map((path) => ({ path, message: REQUIRED }));
    const changed = new Set(changedSince(before).map(({ internal_name }) => internal_name));
    const broken = writable
      .filter(({ name }) => changed.has(name))
      .flatMap((property) =>
        rulesBrokenBy(property, given(property, drafts), before[property.name]).map((message) => ({
          path: property.name,
          message,
        })),
      );
    return [...broken.toReversed(), ...lacking];
  }

  function save(): void {
    setAttempts((count) => count + 1);
    if (ownIssues().length > 0) return;
    const properties = changedSince(before);
    if (record && properties.length === 0) {
      onDone(record.id);
      return;
    }
    setSent(properties);
    if (seen) update.mutate({ edited: seen, properties });
    else {
      const { associatedWith } = creating;
      creation.mutate({ type, properties, ...(associatedWith && { associatedWith }) });
    }
  }

  const names = new Set(writable.map((property) => property.name));
  const own = ownIssues().filter(({ path }) => attempts > 0 || left.has(path));
  const errors = formErrors(change.error, sent, names, own);
  return {
    drafts,
    write,
    save,
    /** Checks a value once the admin has left its input, as the server does. */
    leave: (name: string) => {
      const isWritten = drafts[name] !== first[name];
      if (isWritten && !left.has(name)) setLeft(new Set([...left, name]));
    },
    isChanged: changedSince(first).length > 0,
    change,
    errors,
    attempts,
  };
}

interface FormErrors {
  /** The issue of each property, by internal name. */
  readonly fields: ReadonlyMap<string, Issue>;
  /** Whether every error is one of a property that the form shows. */
  readonly areAllPlaced: boolean;
}

/**
 * Assigns the server's errors to the properties of the form.
 *
 * @param items the properties as they were sent
 * @param names the properties that the form shows
 * @param own issues that the form found before it sent anything; their paths are names of properties
 */
function formErrors(
  error: unknown,
  items: readonly { readonly internal_name: string }[],
  names: ReadonlySet<string>,
  own: readonly Issue[],
): FormErrors {
  const issues = failureIssues(error);
  const fields = new Map(own.map((issue) => [issue.path, issue]));
  let placed = 0;
  for (const issue of issues) {
    const name = faultyProperty(issue, items);
    if (name === undefined || !names.has(name)) continue;
    placed++;
    if (!fields.has(name)) fields.set(name, issue);
  }
  return { fields, areAllPlaced: issues.length > 0 && placed === issues.length };
}

function faultyProperty(
  { path, code }: Issue,
  items: readonly { readonly internal_name: string }[],
): string | undefined {
  const [, index] = /^properties\.(\d+)(?:\.|$)/.exec(path) ?? [];
  if (index !== undefined) return items[Number(index)]?.internal_name;
  // This issue has no path to a property if none of the properties was sent.
  return /^(.+?)(?:_or_.+)?_required$/.exec(code ?? "")?.[1] ?? path;
}

/** Returns the value to store: an empty list is no value. */
function given(property: PropertyDefinition, drafts: Drafts): PropertyData {
  const draft = trimmed(property, drafts[property.name] ?? null);
  return Array.isArray(draft) && draft.length === 0 ? null : draft;
}

/** Returns the values that the server sets if none are given, without moments. */
function initialValues({ name: type, properties }: Schema): Drafts {
  const { initial } = objectType(type);
  const ofType = Object.entries(initial).filter(([, value]) => value !== NOW);
  const defaults = properties.flatMap(({ name, default: value }) =>
    value === undefined ? [] : [[name, value] as const],
  );
  return Object.fromEntries([...ofType, ...defaults]);
}

/** Returns the first stage of the default pipeline. */
function initialStage(schema: Schema): Drafts {
  const pipeline = schema.pipelines.find(({ isDefault }) => isDefault) ?? schema.pipelines[0];
  if (pipeline === undefined) return {};
  return { pipeline: pipeline.key, stage: firstStage(schema, pipeline.key) };
}

function firstStage({ pipelines }: Schema, pipeline: PropertyData): string | null {
  return pipelines.find(({ key }) => key === pipeline)?.stages[0]?.key ?? null;
}
