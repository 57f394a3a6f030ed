import { Select, Stack, Text } from "@mantine/core";
import { api } from "../../../api.ts";
import { useMay } from "../../../session.ts";
import { useChange } from "../../../ui/forms/use-change.ts";
import { ErrorNotice } from "../../../ui/pages/error-notice.tsx";
import { type Draft, useDraftInput } from "./use-draft.ts";

/** Encodings that spreadsheets and databases write, in the order of the list. */
const ENCODINGS = [
  { value: "utf-8", label: "UTF-8" },
  { value: "windows-1252", label: "Windows-1252 (Western)" },
  { value: "windows-1250", label: "Windows-1250 (Central European)" },
  { value: "windows-1251", label: "Windows-1251 (Cyrillic)" },
  { value: "windows-1253", label: "Windows-1253 (Greek)" },
  { value: "windows-1254", label: "Windows-1254 (Turkish)" },
  { value: "windows-1255", label: "Windows-1255 (Hebrew)" },
  { value: "windows-1256", label: "Windows-1256 (Arabic)" },
  { value: "windows-1257", label: "Windows-1257 (Baltic)" },
  { value: "macintosh", label: "MacRoman" },
  { value: "iso-8859-2", label: "ISO 8859-2 (Central European)" },
  { value: "iso-8859-15", label: "ISO 8859-15 (Western)" },
  { value: "koi8-r", label: "KOI8-R (Cyrillic)" },
  { value: "ibm866", label: "IBM 866 (Cyrillic)" },
  { value: "utf-16le", label: "UTF-16 LE" },
  { value: "utf-16be", label: "UTF-16 BE" },
  { value: "shift_jis", label: "Shift JIS (Japanese)" },
  { value: "gb18030", label: "GB 18030 (Chinese)" },
  { value: "big5", label: "Big5 (Chinese)" },
  { value: "euc-kr", label: "EUC-KR (Korean)" },
];

/** The encoding of the file with some letters that came of it. Shown only if it has characters beyond ASCII. */
export function EncodingChoice({ draft }: { readonly draft: Draft }) {
  const input = useDraftInput();
  const mayImport = useMay("admin");
  const change = useChange(api.imports.drafts.setEncoding.mutationOptions(), {
    invalidates: [api.imports.drafts.pathKey()],
    showsError: true,
  });
  if (draft.telling.length === 0) return null;
  return (
    <Stack gap="xs">
      <Select
        label="Encoding"
        description="Choose another one if the letters below are wrong. The columns are then matched again."
        maw={480}
        data={ENCODINGS}
        value={draft.encoding}
        onChange={(encoding) => encoding !== null && change.mutate({ ...input, encoding })}
        allowDeselect={false}
        searchable
        disabled={!mayImport || draft.importId !== null || change.isPending}
      />
      <Text fz="sm">{draft.telling.join(" · ")}</Text>
      {change.error && <ErrorNotice error={change.error} />}
    </Stack>
  );
}
