import { Stack, Text, Title } from "@mantine/core";
import { type Column, DataTable } from "../../ui/tables/data-table.tsx";
import { formatNumber } from "../../ui/values/format.ts";
import { Mark } from "../../ui/values/mark.tsx";

interface ImportPreviewProps {
  readonly entries: readonly unknown[];
  /** The server's errors by index of the entry. */
  readonly errors: ReadonlyMap<number, readonly string[]>;
}

interface Row {
  readonly place: number;
  readonly entry: unknown;
  readonly errors: readonly string[];
}

/** Enough to see if it is the right file. */
const MAX_ROWS = 50;

const COLUMNS: readonly Column<Row>[] = [
  { id: "place", header: "Entry", cell: ({ row }) => formatNumber(row.original.place + 1) },
  { id: "name", header: "Name", cell: ({ row }) => memberOf(row.original, "name") },
  { id: "language", header: "Language", cell: ({ row }) => memberOf(row.original, "language") },
  { id: "status", header: "Status", cell: ({ row }) => memberOf(row.original, "status") },
  { id: "category", header: "Category", cell: ({ row }) => memberOf(row.original, "category") },
];

const ERRORS: Column<Row> = {
  id: "errors",
  header: "Errors",
  cell: ({ row }) => (
    <Stack gap={2}>
      {row.original.errors.map((error) => (
        <Mark key={error} tone="bad">
          {error}
        </Mark>
      ))}
    </Stack>
  ),
};

/** The templates of an import, or the entries that the server refused. */
export function ImportPreview({ entries, errors }: ImportPreviewProps) {
  const rows = entries.map((entry, place) => ({ place, entry, errors: errors.get(place) ?? [] }));
  const wanted = errors.size === 0 ? rows : rows.filter((row) => row.errors.length > 0);
  return (
    <Stack gap="xs">
      <div aria-live="polite">
        <Title order={3}>{headline(entries.length, errors.size)}</Title>
        {errors.size > 0 && (
          <Text c="dimmed">Nothing was imported. Fix these entries and try again.</Text>
        )}
      </div>
      <DataTable
        label="Templates in the file"
        columns={
          errors.size === 0 ? COLUMNS : [COLUMNS[0] as Column<Row>, ERRORS, ...COLUMNS.slice(1)]
        }
        rows={wanted.slice(0, MAX_ROWS)}
        rowKey={({ place }) => place}
        empty={null}
      />
      {wanted.length > MAX_ROWS && (
        <Text c="dimmed" fz="xs">
          The first {MAX_ROWS} of {formatNumber(wanted.length)} are shown.
        </Text>
      )}
    </Stack>
  );
}

function headline(count: number, invalid: number): string {
  if (invalid === 1) return `1 of ${formatNumber(count)} entries is invalid`;
  if (invalid > 0) return `${formatNumber(invalid)} of ${formatNumber(count)} entries are invalid`;
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
