import { Alert, Button, Group, Stack, Text } from "@mantine/core";
import { IconInfoCircle } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { useProject } from "../../../shell/use-project.ts";
import { failureIssues, type Issue } from "../../../ui/pages/error-notice.tsx";
import { counted, formatNumber } from "../../../ui/values/format.ts";
import type { Property, Usage } from "../use-schema-search.ts";
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
  return failureIssues(error).some(isInUse);
}

/** Returns the refused options that the form still leaves out. */
export function usedOptions(
  { values: { options }, getInitialValues }: PropertyFormState,
  error: unknown,
): readonly UsedOption[] {
  const before = getInitialValues().options;
  const findOption = (wanted: Option | undefined) =>
    options.findIndex(({ id }) => id === wanted?.id);
  return failureIssues(error).flatMap((issue): readonly UsedOption[] => {
    if (!isInUse(issue) || options.some(({ value }) => value.trim() === issue.value)) return [];
    const index = before.findIndex(({ value }) => value === issue.value);
    const option = before[index];
    if (option === undefined) return [];
    const { records, isMore } = issue;
    const usage = { records, isMore, deleted: 0, merged: 0 };
    const row = findOption(option);
    if (row >= 0) return [{ option, usage, row, at: row + 1 }];
    const previous = before.slice(0, index).findLast((one) => findOption(one) >= 0);
    return [{ option, usage, row: undefined, at: findOption(previous) + 1 }];
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

/** Values that fit in a few lines. */
const MAX_SHOWN = 12;

interface OtherValuesProps {
  readonly type: string;
  readonly property: Property;
  /** Values of the options, and others that need no mention. */
  readonly known: ReadonlySet<string>;
  readonly onAdd: (values: readonly string[]) => void;
}

/** Lists the values that records have beside the options of a closed enumeration, and makes options of them. */
export function OtherValues({ type, property, known, onAdd }: OtherValuesProps) {
  const project = useProject();
  const used = useQuery(project.schema.usedValues.queryOptions({ type, name: property.name }));
  const others = (used.data?.values ?? []).filter(({ value }) => !known.has(value));
  const isShown = others.length > 0;
  const { closed: wasClosed } = property;
  const note = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // It appears below the switch that was just used, which can be at the edge of the form.
    if (isShown && !wasClosed) note.current?.scrollIntoView({ block: "nearest" });
  }, [isShown, wasClosed]);
  if (!isShown) return null;
  const shown = others.slice(0, MAX_SHOWN);
  const isMore = used.data?.isMore === true || shown.length < others.length;
  return (
    <Alert
      ref={note}
      color="yellow"
      variant="outline"
      icon={<IconInfoCircle size={18} aria-hidden />}
      title={
        <Text span inherit c="bright">
          Records have{" "}
          {used.data?.isMore ? "many other values" : counted(others.length, "other value")}
        </Text>
      }
    >
      <Stack gap="xs" align="flex-start">
        <Text>These records keep their values, but no other record can get one.</Text>
        <Group gap={6}>
          {shown.map(({ value, records }) => (
            <Button key={value} size="compact-sm" variant="default" onClick={() => onAdd([value])}>
              Add {value} ({formatNumber(records)})
            </Button>
          ))}
          {isMore && <Text span>and more</Text>}
        </Group>
        {!isMore && others.length > 1 && (
          <Button
            size="compact-sm"
            variant="light"
            onClick={() => onAdd(others.map(({ value }) => value))}
          >
            Add all as options
          </Button>
        )}
      </Stack>
    </Alert>
  );
}
