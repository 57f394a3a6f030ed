import { type Issue, issuesOf } from "../../../ui/pages/error-notice.tsx";
import type { Usage } from "../use-schema-search.ts";
import type { PropertyFormState, PropertyValues } from "./property-values.ts";

type Option = PropertyValues["options"][number];

/** An option that the form leaves out, although records have it. */
export interface UsedOption {
  /** The option as it was. */
  readonly option: Option;
  readonly usage: Usage;
  /** Index of its row if only its value was changed; undefined if it was removed. */
  readonly row: number | undefined;
  /** Index of the row that follows the option's place in the list. */
  readonly at: number;
}

/** Returns true if the server refused a change of options because records have them. */
export function isOptionInUse(error: unknown): boolean {
  return issuesOf(error).some(isInUse);
}

/** Returns the refused options that the form still leaves out. */
export function usedOptions(
  { values: { options }, getInitialValues }: PropertyFormState,
  error: unknown,
): readonly UsedOption[] {
  const before = getInitialValues().options;
  const indexOf = (wanted: Option | undefined) => options.findIndex(({ id }) => id === wanted?.id);
  return issuesOf(error).flatMap((issue): readonly UsedOption[] => {
    if (!isInUse(issue) || options.some(({ value }) => value.trim() === issue.value)) return [];
    const index = before.findIndex(({ value }) => value === issue.value);
    const option = before[index];
    if (option === undefined) return [];
    const { records, isMore } = issue;
    const usage = { records, isMore, deleted: 0, merged: 0 };
    const row = indexOf(option);
    if (row >= 0) return [{ option, usage, row, at: row + 1 }];
    const previous = before.slice(0, index).findLast((one) => indexOf(one) >= 0);
    return [{ option, usage, row: undefined, at: indexOf(previous) + 1 }];
  });
}

/** What the server says about each option that records have. */
interface InUseIssue extends Issue {
  readonly value: string;
  readonly records: number;
  readonly isMore: boolean;
}

function isInUse(issue: Issue): issue is InUseIssue {
  return issue.code === "in_use" && issue.path === "options";
}
