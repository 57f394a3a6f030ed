import { Stack, Text, Textarea, Title } from "@mantine/core";
import { type FormEvent, useState } from "react";
import { useProject } from "../../shell/use-project.ts";
import { FormActions } from "../../ui/forms/buttons.tsx";
import { DropZone } from "../../ui/forms/drop-zone.tsx";
import { PanelForm } from "../../ui/forms/panel-form.tsx";
import { useChange } from "../../ui/forms/use-change.ts";
import { ErrorNotice, failureIssues } from "../../ui/pages/error-notice.tsx";
import { type Column, DataTable } from "../../ui/tables/data-table.tsx";
import { formatNumber } from "../../ui/values/format.ts";
import { Mark } from "../../ui/values/mark.tsx";

/** The form that imports templates from JSON: all of them or none. */
export function ImportTemplates({ onClose }: { readonly onClose: () => void }) {
  const project = useProject();
  const [text, setText] = useState("");
  const load = useChange(project.templates.import, {
    done: ({ imported }) =>
      imported === 1 ? "1 template imported." : `${formatNumber(imported)} templates imported.`,
    showsError: true,
    onDone: onClose,
  });
  const read = text.trim() === "" ? null : readImport(text);
  const entries = read?.entries ?? null;
  const errors = errorsByEntry(load.error);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (entries !== null) load.mutate({ templates: [...entries] });
  };
  return (
    <PanelForm
      isChanged={read !== null && !load.isPending}
      onSubmit={submit}
      actions={
        <FormActions
          action={entries === null ? "Import" : `Import ${formatNumber(entries.length)}`}
          disabled={entries === null}
          isPending={load.isPending}
          onCancel={onClose}
        />
      }
    >
      <Text>
        A JSON array of templates with name, language, status, category and optional components. A
        template with the same name and language is replaced.
      </Text>
      <ImportSource
        text={text}
        error={read?.error ?? null}
        onChange={(next) => {
          load.reset();
          setText(next);
        }}
      />
      {load.error && errors.size === 0 ? <ErrorNotice error={load.error} /> : null}
      {entries && <ImportPreview entries={entries} errors={errors} />}
    </PanelForm>
  );
}

/** The server accepts 1 MiB; the rest of the request needs a little of it. */
const MAX_IMPORT_BYTES = 1024 * 1024 - 4096;

type Read =
  | { readonly entries: readonly unknown[]; readonly error: null }
  | { readonly entries: null; readonly error: string };

/** Parses the text of an import: a JSON array of templates, or why it is not one. */
function readImport(text: string): Read {
  const error = jsonError(text);
  if (error !== null) return refused(error);
  const given: unknown = JSON.parse(text);
  if (!Array.isArray(given)) {
    return refused("This is not a JSON array. Start with [ and end with ].");
  }
  if (given.length === 0) return refused("The array is empty. Add at least one template.");
  if (new TextEncoder().encode(JSON.stringify(given)).length > MAX_IMPORT_BYTES) {
    return refused("This is larger than 1 MiB. Split it, or use rapport template import.");
  }
  return { entries: given, error: null };
}

function refused(error: string): Read {
  return { entries: null, error };
}

/** @returns why a text is not JSON; null if it is */
export function jsonError(text: string): string | null {
  try {
    JSON.parse(text);
    return null;
  } catch (error) {
    return `This is not valid JSON: ${(error as Error).message}`;
  }
}

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
  { id: "name", header: "Name", cell: ({ row }) => entryMember(row.original, "name") },
  { id: "language", header: "Language", cell: ({ row }) => entryMember(row.original, "language") },
  { id: "status", header: "Status", cell: ({ row }) => entryMember(row.original, "status") },
  { id: "category", header: "Category", cell: ({ row }) => entryMember(row.original, "category") },
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
function ImportPreview({ entries, errors }: ImportPreviewProps) {
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

function entryMember({ entry }: Row, name: string) {
  const value = (entry as Readonly<Record<string, unknown>> | null)?.[name];
  if (typeof value === "string" && value !== "") return value;
  return (
    <Text span inherit c="dimmed">
      {value === undefined ? "Missing" : JSON.stringify(value)}
    </Text>
  );
}

interface ImportSourceProps {
  readonly text: string;
  /** Why the text cannot be imported. */
  readonly error: string | null;
  readonly onChange: (text: string) => void;
}

/** The source of an import: a chosen or dropped file, or pasted text. */
function ImportSource({ text, error, onChange }: ImportSourceProps) {
  const [unread, setUnread] = useState<string | null>(null);
  const write = (next: string) => {
    setUnread(null);
    onChange(next);
  };
  const take = async (file: File) => {
    // A dropped folder is a file that cannot be read.
    const content = await file.text().catch(() => null);
    write(content ?? "");
    if (content === null) setUnread(`${file.name} cannot be read. Choose a JSON file.`);
  };
  return (
    <DropZone
      label="JSON file"
      hint="or drop one here, or paste its content below."
      accept="application/json,.json"
      variant="default"
      onFile={(file) => void take(file)}
    >
      <Textarea
        aria-label="Templates as JSON"
        placeholder='[{ "name": "order_confirmation", "language": "en_US", "status": "APPROVED", "category": "UTILITY" }]'
        value={text}
        onChange={(event) => write(event.currentTarget.value)}
        autosize
        minRows={5}
        maxRows={10}
        spellCheck={false}
        styles={{ input: { fontFamily: "var(--mantine-font-family-monospace)" } }}
        error={unread ?? error}
      />
    </DropZone>
  );
}

/** Groups the server's issues by index of the entry. */
function errorsByEntry(error: unknown): ReadonlyMap<number, readonly string[]> {
  const errors = failureIssues(error).flatMap(({ path, message }) => {
    const [, place, member] = /^(\d+)(?:\.(.+))?$/.exec(path) ?? [];
    if (place === undefined) return [];
    return [
      { place: Number(place), words: member === undefined ? message : `${member}: ${message}` },
    ];
  });
  const places = Map.groupBy(errors, ({ place }) => place);
  return new Map([...places].map(([place, all]) => [place, all.map(({ words }) => words)]));
}
