import { Stack, Text, Title } from "@mantine/core";
import { type Column, DataTable } from "../../ui/data-table.tsx";
import { formatNumber } from "../../ui/format.ts";
import { Mark } from "../../ui/mark.tsx";

interface ImportPreviewProps {
  readonly entries: readonly unknown[];
  /** What the server refused, by the place of the entry. */
  readonly faults: ReadonlyMap<number, readonly string[]>;
}

interface Row {
  readonly place: number;
  readonly entry: unknown;
  readonly faults: readonly string[];
}

/** More do not help anybody to see whether it is the right file. */
const SHOWN = 50;

const COLUMNS: readonly Column<Row>[] = [
  { id: "place", header: "Entry", cell: ({ row }) => formatNumber(row.original.place + 1) },
  { id: "name", header: "Name", cell: ({ row }) => memberOf(row.original, "name") },
  { id: "language", header: "Language", cell: ({ row }) => memberOf(row.original, "language") },
  { id: "status", header: "Status", cell: ({ row }) => memberOf(row.original, "status") },
  { id: "category", header: "Category", cell: ({ row }) => memberOf(row.original, "category") },
];

const FAULTS: Column<Row> = {
  id: "faults",
  header: "Faults",
  cell: ({ row }) => (
    <Stack gap={2}>
      {row.original.faults.map((fault) => (
        <Mark key={fault} tone="bad">
          {fault}
        </Mark>
      ))}
    </Stack>
  ),
};

/** What an import will add, or which entries the server refused. */
export function ImportPreview({ entries, faults }: ImportPreviewProps) {
  const rows = entries.map((entry, place) => ({ place, entry, faults: faults.get(place) ?? [] }));
  const wanted = faults.size === 0 ? rows : rows.filter((row) => row.faults.length > 0);
  return (
    <Stack gap="xs">
      <div aria-live="polite">
        <Title order={3}>{headline(entries.length, faults.size)}</Title>
        {faults.size > 0 && (
          <Text c="dimmed">Nothing was imported. Mend these entries and try again.</Text>
        )}
      </div>
      <DataTable
        label="Templates in the file"
        columns={
          faults.size === 0 ? COLUMNS : [COLUMNS[0] as Column<Row>, FAULTS, ...COLUMNS.slice(1)]
        }
        rows={wanted.slice(0, SHOWN)}
        rowKey={({ place }) => place}
        empty={null}
      />
      {wanted.length > SHOWN && (
        <Text c="dimmed" fz="xs">
          The first {SHOWN} of {formatNumber(wanted.length)} are shown.
        </Text>
      )}
    </Stack>
  );
}

function headline(count: number, faulty: number): string {
  if (faulty === 1) return `1 of ${formatNumber(count)} entries is at fault`;
  if (faulty > 0) return `${formatNumber(faulty)} of ${formatNumber(count)} entries are at fault`;
  return count === 1 ? "1 template in the file" : `${formatNumber(count)} templates in the file`;
}

function memberOf({ entry }: Row, name: string) {
  const value = (entry as Readonly<Record<string, unknown>> | null)?.[name];
  if (typeof value === "string" && value !== "") return value;
  return (
    <Text span inherit c="dimmed">
      {value === undefined ? "Missing" : JSON.stringify(value)}
    </Text>
  );
}
