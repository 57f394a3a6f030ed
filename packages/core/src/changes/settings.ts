import type { Job } from "../jobs/jobs.ts";
import type { SearchRequest } from "../query/search-objects.ts";
import type { Scalar } from "../records/property-input.ts";

/** Bulk changes of a project that may run at the same time. */
export const MAX_OPEN_CHANGES = 5;

/** Records that a selection may name one by one, and that it may leave out. */
export const MAX_IDS = 10_000;

/** What a bulk change does with the values of one property. */
export interface PropertyEdit {
  readonly internal_name: string;
  /** `add` and `remove` change single values of a property that has several. */
  readonly how: "set" | "clear" | "add" | "remove";
  readonly value?: Scalar | undefined;
  readonly values?: readonly Scalar[] | undefined;
}

/** What a bulk change does with each record (specification §31). */
export type ChangeAction =
  | { readonly kind: "edit"; readonly edits: readonly PropertyEdit[] }
  | { readonly kind: "move"; readonly pipeline: string; readonly stage: string }
  | { readonly kind: "associate"; readonly object: string; readonly id: number }
  | { readonly kind: "delete" }
  | { readonly kind: "restore" };

/** Which records to change: some ids, or all that meet a search when the change begins. */
export type ChangeSelection =
  | { readonly ids: readonly number[] }
  | {
      readonly search: Pick<SearchRequest, "filterGroups" | "query">;
      /** Records to leave out. */
      readonly except?: readonly number[] | undefined;
    };

/** What a bulk change does. It is in a file, because its values must be deleted by an erasure. */
export interface ChangeDefinition {
  readonly action: ChangeAction;
  readonly search: Pick<SearchRequest, "filterGroups" | "query"> | null;
  readonly except: readonly number[];
}

/** The settings of the job. */
export interface ChangeSettings {
  readonly action: ChangeAction["kind"];
  /** What happens to each property. */
  readonly edits: readonly Pick<PropertyEdit, "internal_name" | "how">[];
  /** The record to associate with. */
  readonly target: { readonly object: string; readonly id: number } | null;
  /** The highest id of the type at the start. Later records are not part of the selection. */
  readonly highestId: number;
  /** Ids of files: the definition, the ids to change, the changed records, and the refused ones as lines of CSV. */
  readonly definitionFile: string;
  readonly selectedFile: string;
  readonly changesFile: string;
  readonly refusedFile: string;
}

/** How far a bulk change has come. */
export interface ChangeProgress {
  /** Records of the selection that were found so far. */
  readonly selected: number;
  /** Whether these are all. */
  readonly isSelected: boolean;
  /** The last record that was examined for the selection. */
  readonly after: number | null;
  /** Records that are done, the first ones of the selection. */
  readonly done: number;
  readonly changed: number;
  readonly unchanged: number;
  readonly refused: number;
  /** The job that undoes it. */
  readonly undo?: number;
}

export function changeSettings({ settings }: Pick<Job, "settings">): ChangeSettings {
  return settings as ChangeSettings;
}

export function changeProgress({ progress }: Pick<Job, "progress">): ChangeProgress {
  return { ...NOTHING_DONE, ...progress };
}

const NOTHING_DONE: ChangeProgress = {
  ...{ selected: 0, isSelected: false, after: null },
  ...{ done: 0, changed: 0, unchanged: 0, refused: 0 },
};
