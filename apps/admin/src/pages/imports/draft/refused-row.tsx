import { Button, Group, Paper, SimpleGrid, Stack, Text, TextInput } from "@mantine/core";
import { notifications } from "@mantine/notifications";
import { type FormEvent, useState } from "react";
import { api } from "../../../api.ts";
import { useMay } from "../../../session.ts";
import { useChange } from "../../../ui/forms/use-change.ts";
import { ErrorNotice } from "../../../ui/pages/error-notice.tsx";
import { formatNumber } from "../../../ui/values/format.ts";
import { Mark } from "../../../ui/values/mark.tsx";
import { type CheckedRow, type Draft, useDraftInput } from "./use-draft.ts";

/** Cells that show which row it is. */
const MAX_CONTEXT_CELLS = 3;
/** Cells that can be edited if no single column is at fault. */
const MAX_EDITED = 12;

/** A refused row: why, and fields to fix it. */
export function RefusedRow({ draft, row }: { readonly draft: Draft; readonly row: CheckedRow }) {
  const mayImport = useMay("admin");
  const { reasons, cells, number, isCut } = row;
  const general = reasons.filter(({ column }) => column === null);
  const columns = draft.columns
    .map(({ name }, index) => ({ name, index }))
    .filter(({ name }) => name !== "");
  const faulty = columns.filter(({ name }) => reasons.some(({ column }) => column === name));
  const context = cells
    .filter((cell, i) => cell !== "" && !faulty.some(({ index }) => index === i))
    .slice(0, MAX_CONTEXT_CELLS);
  const edited = faulty.length > 0 ? faulty : columns.slice(0, MAX_EDITED);
  return (
    <Paper withBorder p="sm" component="section" aria-label={`Row ${formatNumber(number)}`}>
      <Stack gap="xs">
        <Group gap="xs" justify="space-between">
          <Text fw={600}>Row {formatNumber(number)}</Text>
          <Text c="dimmed" fz="sm" lineClamp={1}>
            {context.join(" · ")}
          </Text>
        </Group>
        {general.map(({ message }) => (
          <Mark key={message} tone="bad">
            {message}
          </Mark>
        ))}
        {row.extra !== undefined && (
          <Text fz="sm" style={{ overflowWrap: "anywhere" }}>
            Without a column: {row.extra}
          </Text>
        )}
        {mayImport && !isCut ? (
          <Fix row={row} edited={edited} />
        ) : (
          faulty.map(({ name, index }) => (
            <Text key={name} fz="sm">
              {name}: {cells[index]} — {cellMessage(row, name)}
            </Text>
          ))
        )}
      </Stack>
    </Paper>
  );
}

interface FixProps {
  readonly row: CheckedRow;
  readonly edited: readonly { readonly name: string; readonly index: number }[];
}

function Fix({ row, edited }: FixProps) {
  const input = useDraftInput();
  const [typed, setTyped] = useState<ReadonlyMap<string, string>>(new Map());
  const fix = useChange(api.imports.drafts.fixRow, {
    showsError: true,
    onDone: ({ number, outcome }) => {
      setTyped(new Map());
      if (outcome === "refused") return;
      const message = `Row ${formatNumber(number)} is fixed: ${RESULTS[outcome]}.`;
      notifications.show({ message, color: "teal" });
    },
  });
  const isChanged = typed.size > 0;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (isChanged) fix.mutate({ ...input, number: row.number, cells: Object.fromEntries(typed) });
  };
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="xs">
        <SimpleGrid cols={{ base: 1, sm: 2, lg: 3 }} spacing="sm">
          {edited.map(({ name, index }) => (
            <TextInput
              key={name}
              label={name}
              value={typed.get(name) ?? row.cells[index] ?? ""}
              onChange={(event) => setTyped(new Map([...typed, [name, event.currentTarget.value]]))}
              error={cellMessage(row, name)}
            />
          ))}
        </SimpleGrid>
        {fix.error && <ErrorNotice error={fix.error} />}
        <Group>
          <Button
            type="submit"
            variant="default"
            size="compact-sm"
            disabled={!isChanged}
            loading={fix.isPending}
          >
            Save row
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

const RESULTS = {
  created: "it would create a record",
  updated: "it would change a record",
  unchanged: "it would change nothing",
  duplicate: "it repeats an earlier row",
} as const;

/** Returns what is wrong with a cell. */
function cellMessage({ reasons }: CheckedRow, name: string): string | undefined {
  const found = reasons.filter(({ column }) => column === name);
  return found.length === 0 ? undefined : found.map(({ message }) => message).join(" ");
}
