import type { Inputs } from "../../../api.ts";
import { typeNames } from "../../../object-types.ts";
import { countText } from "../../../records/use-table.ts";
import { useProject } from "../../../shell/use-project.ts";
import { useChange } from "../../../ui/forms/use-change.ts";

type Start = Inputs["changes"]["start"];

/** What a bulk change does with each record. */
export type Action = Start["action"];
/** What a preview can show. */
export type PreviewedAction = Inputs["changes"]["preview"]["action"];

/** The records that a bulk change is about. */
export interface Selected {
  readonly type: string;
  readonly selection: Start["selection"];
  /** How many they are, as the page knows. */
  readonly count: Parameters<typeof countText>[0];
}

/** Returns a number of records with their noun: `1 contact`, `10,000+ contacts`. */
export function countedRecords(count: Selected["count"], type: string): string {
  return `${countText(count)} ${countedNoun(count, type)}`;
}

function countedNoun({ value, relation }: Selected["count"], type: string): string {
  const { singular, label } = typeNames(type);
  return (value === 1 && relation === "eq" ? singular : label).toLowerCase();
}

/** Starts bulk changes. The caller shows the error. */
export function useStart(selected: Selected, onStarted: () => void) {
  const project = useProject();
  const change = useChange(project.changes.start, {
    showsError: true,
    onDone: onStarted,
  });
  const { type, selection } = selected;
  return {
    change,
    start: (action: Action) => change.mutate({ type, selection, action }),
  };
}
