import { Checkbox, Radio, Select, Stack, Text } from "@mantine/core";
import { notifications } from "@mantine/notifications";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { api, OWN_PAGE, queryClient, sessionEnd } from "../../api.ts";
import { saveFile } from "../../files.ts";
import { typeNames } from "../../object-types.ts";
import type { Columns } from "../../records/use-columns.ts";
import type { Asked } from "../../records/use-records-search.ts";
import { countText, type Table } from "../../records/use-table.ts";
import { useProjectId } from "../../shell/use-project.ts";
import { DialogForm } from "../../ui/dialogs/dialog-form.tsx";
import { useLinkNotice } from "../../ui/notices.tsx";
import { USUAL_DELIMITER } from "../../ui/values/format.ts";

export interface ExportProps {
  readonly type: string;
  readonly asked: Asked;
  readonly columns: Columns;
  readonly table: Table;
}

interface ExportDialogProps extends ExportProps {
  /** True if the records were selected one by one. Then they need not meet the filters of the table. */
  readonly isOfSelected?: boolean;
  readonly onClose: () => void;
}

/** Of more records, the server writes the file in the background. */
const MAX_DOWNLOADED = 10_000;

/** Asks how to export the records of a table, and downloads them, or lets the server write the file. */
export function ExportDialog(props: ExportDialogProps) {
  const { type, columns, table, isOfSelected = false, onClose } = props;
  const [which, setWhich] = useState("shown");
  const [format, setFormat] = useState("csv");
  const [gzip, setGzip] = useState(false);
  const [csv, setCsv] = useState(USUAL_CSV);
  const toWanted = makeAddWanted(props);
  const download = useMutation({
    mutationFn: () => {
      const fields = which === "all" ? columns.all : columns.shown;
      return downloadTable(
        toWanted({
          columns: fields.map(({ name }) => name),
          format,
          gzip,
          ...(format === "csv" && csv),
        }),
      );
    },
    onSuccess: (done) => {
      if ("exportId" in done) noteStarted();
      else notifications.show({ message: `${done.fileName} was downloaded.`, color: "teal" });
      onClose();
    },
  });
  const noteStarted = useNoteStarted();
  const names = typeNames(type).label.toLowerCase();
  const matching = table.count?.matching;
  const isLarge =
    matching !== undefined && (matching.relation === "gte" || matching.value > MAX_DOWNLOADED);
  const count = matching && countText(matching);
  return (
    <DialogForm
      title={`Export ${names}`}
      action="Export"
      isChanged={false}
      change={download}
      onSubmit={(event) => {
        event.preventDefault();
        download.mutate();
      }}
      onClose={onClose}
    >
      <Text size="sm" c="dimmed">
        {count === undefined
          ? "The records"
          : `${count} ${count === "1" ? typeNames(type).singular.toLowerCase() : names}`}
        {isOfSelected
          ? ", in the order of the table."
          : ", with the filters and in the order of the table."}
        {isLarge && " A file of this size is written in the background. You find it under Exports."}
      </Text>
      <Radio.Group label="Columns" value={which} onChange={setWhich}>
        <Stack gap={6} mt={6}>
          <Radio value="shown" label="Shown in the table" />
          <Radio value="all" label="All, with associated records" />
        </Stack>
      </Radio.Group>
      <Radio.Group label="Format" value={format} onChange={setFormat}>
        <Stack gap={6} mt={6}>
          <Radio
            value="csv"
            label="CSV"
            description="For spreadsheets. Names and labels instead of ids and keys."
          />
          <Radio
            value="ndjson"
            label="NDJSON"
            description="For programs. One JSON object per line, as the API returns it."
          />
        </Stack>
      </Radio.Group>
      {format === "csv" && <CsvOptions value={csv} onChange={setCsv} />}
      <Checkbox
        label="Compress with gzip"
        checked={gzip}
        onChange={(event) => setGzip(event.currentTarget.checked)}
      />
    </DialogForm>
  );
}

/** What to download: the body of `POST /downloads/records`. */
interface TableDownload {
  readonly [member: string]: unknown;
}

/** What has become of a download: a file that the browser saves, or an export that a worker writes. */
type Downloaded = { readonly fileName: string } | { readonly exportId: number };

/**
 * Downloads the records of a table as a file. The browser saves it only when all of it has arrived. If there are many
 * records, the server writes the file in the background instead.
 *
 * @throws Error with the server's message
 */
async function downloadTable(wanted: TableDownload): Promise<Downloaded> {
  const response = await fetch("/downloads/records", {
    method: "POST",
    headers: { ...OWN_PAGE, "content-type": "application/json" },
    body: JSON.stringify(wanted),
  }).catch(() => {
    throw new Error("The server cannot be reached. Check the connection and try again.");
  });
  if (!response.ok) throw await refusalIn(response);
  if (response.status === 202) {
    const answer = (await response.json()) as { readonly export: { readonly id: number } };
    return { exportId: answer.export.id };
  }
  const content = await response.blob().catch(() => {
    throw new Error("The download broke off. Try again.");
  });
  const name = /filename="([^"]+)"/.exec(response.headers.get("content-disposition") ?? "")?.[1];
  saveFile(content, name ?? "export");
  return { fileName: name ?? "The file" };
}

async function refusalIn(response: Response): Promise<Error> {
  if (response.status === 401) {
    queryClient.setQueryData(sessionEnd.queryKey, true);
    return new Error("Your session had ended, so nothing was downloaded. Try again.");
  }
  const answer = (await response.json().catch(() => null)) as {
    readonly message?: string;
    readonly issues?: readonly { readonly message: string }[];
  } | null;
  const faults = answer?.issues?.map(({ message }) => message).join(" ");
  return new Error(
    faults || answer?.message || `The server answered ${response.status}. Try again.`,
  );
}

/** Returns a function that says that an export has started, with a link to the page of exports. */
function useNoteStarted(): () => void {
  const projectId = useProjectId();
  const queryClient = useQueryClient();
  const show = useLinkNotice();
  return () => {
    void queryClient.invalidateQueries({ queryKey: api.exports.pathKey() });
    show({
      text: "The export has started. See",
      label: "Exports",
      to: { to: "/p/$projectId/exports", params: { projectId: String(projectId) } },
    });
  };
}

/** How the CSV file is written. */
interface Csv {
  readonly delimiter: string;
  readonly encoding: string;
  readonly protectFormulas: boolean;
}

const USUAL_CSV: Csv = {
  ...{ delimiter: USUAL_DELIMITER, encoding: "utf-8-bom", protectFormulas: true },
};

const DELIMITERS = [
  { value: ",", label: "Comma" },
  { value: ";", label: "Semicolon" },
  { value: "\t", label: "Tab" },
  { value: "|", label: "Vertical bar" },
];

const ENCODINGS = [
  { value: "utf-8-bom", label: "UTF-8, for spreadsheets" },
  { value: "utf-8", label: "UTF-8, for programs" },
  { value: "utf-16le", label: "UTF-16" },
  { value: "windows-1252", label: "Windows-1252 (Western)" },
  { value: "windows-1250", label: "Windows-1250 (Central European)" },
  { value: "windows-1251", label: "Windows-1251 (Cyrillic)" },
];

interface CsvOptionsProps {
  readonly value: Csv;
  readonly onChange: (csv: Csv) => void;
}

function CsvOptions({ value: csv, onChange }: CsvOptionsProps) {
  return (
    <>
      <Stack gap="sm">
        <Select
          label="Separator"
          data={DELIMITERS}
          value={csv.delimiter}
          onChange={(delimiter) => delimiter !== null && onChange({ ...csv, delimiter })}
          allowDeselect={false}
        />
        <Select
          label="Encoding"
          description={
            csv.encoding.startsWith("windows") && "Characters that it does not have become “?”."
          }
          data={ENCODINGS}
          value={csv.encoding}
          onChange={(encoding) => encoding !== null && onChange({ ...csv, encoding })}
          allowDeselect={false}
        />
      </Stack>
      <Checkbox
        label="Protect from formulas"
        description="Text that a spreadsheet would run gets a ' in front. An import removes it."
        checked={csv.protectFormulas}
        onChange={(event) => onChange({ ...csv, protectFormulas: event.currentTarget.checked })}
      />
    </>
  );
}

/** Returns a function that adds the records of the table to what to export of them. */
function makeAddWanted({ asked, table }: ExportProps) {
  // The table leaves out filters that the server refuses, and so does the file.
  return (how: { columns: readonly string[]; format: string; gzip: boolean } & Partial<Csv>) => ({
    ...table.input,
    sort: asked.sort,
    ...how,
  });
}
