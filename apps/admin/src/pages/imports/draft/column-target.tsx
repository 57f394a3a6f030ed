import { Group, Select, Stack, Text } from "@mantine/core";
import { useMemo } from "react";
import { Mark } from "../../../ui/values/mark.tsx";
import { type Target, type TargetGroup, targetOf } from "./targets.ts";
import type { Draft, DraftOptions } from "./use-draft.ts";

interface ColumnTargetProps {
  readonly column: Draft["columns"][number];
  readonly targets: readonly TargetGroup[];
  readonly options: DraftOptions;
  readonly issues: Draft["issues"];
  readonly disabled: boolean;
  readonly onChange: (target: Target) => void;
  readonly onCreate: () => void;
}

const CREATE = "create";

/** The choice of what a column becomes. */
export function ColumnTarget(props: ColumnTargetProps) {
  const { column, targets, options, issues, disabled, onChange, onCreate } = props;
  const value = targetOf(options, column.name);
  const issue = issues.find(({ path }) => path === `mapping.${column.name}`);
  const data = useMemo(
    () => [
      {
        group: "This column",
        items: [
          { value: "", label: "Skip" },
          { value: CREATE, label: "Create a property…" },
        ],
      },
      ...targets.map(({ group, items }) => ({ group, items: [...items] })),
    ],
    [targets],
  );
  return (
    <Stack gap={4}>
      <Select
        aria-label={`Property of ${column.name}`}
        data={data}
        value={value}
        onChange={(target) =>
          target === CREATE ? onCreate() : target !== null && onChange(target)
        }
        allowDeselect={false}
        searchable
        // The dialog that creates a property gives the focus back, and the list would open again.
        openOnFocus={false}
        disabled={disabled}
        nothingFoundMessage="No property has this name"
        error={issue?.message}
        comboboxProps={{ position: "bottom-start" }}
      />
      <Group gap="xs" fz="xs">
        {value === "" ? (
          <Text span inherit c="dimmed">
            Skipped
          </Text>
        ) : (
          <Mark tone="good">{MATCHED[column.by ?? "chosen"]}</Mark>
        )}
      </Group>
    </Stack>
  );
}

const MATCHED = {
  name: "Matched by name",
  part: "Matched by a part of the name",
  values: "Matched by its values",
  chosen: "Chosen",
} as const;
