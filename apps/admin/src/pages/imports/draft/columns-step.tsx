import { Button, Group, Select, Stack, Text } from "@mantine/core";
import { useIntersection } from "@mantine/hooks";
import { useMemo, useState } from "react";
import { api } from "../../../api.ts";
import { typeNames } from "../../../object-types.ts";
import {
  nameFrom,
  newNameField,
  type PropertyType,
  typeField,
} from "../../../property/new-property.ts";
import { useSchema } from "../../../property/use-schema.ts";
import { useMay } from "../../../session.ts";
import { useProject } from "../../../shell/use-project.ts";
import { Form } from "../../../ui/forms/form.tsx";
import { useChange } from "../../../ui/forms/use-change.ts";
import { ErrorNotice } from "../../../ui/pages/error-notice.tsx";
import { Loaded } from "../../../ui/pages/loaded.tsx";
import { counted } from "../../../ui/values/format.ts";
import { Mark } from "../../../ui/values/mark.tsx";
import classes from "./draft.module.css";
import { columnTarget, type Target, type TargetGroup, useTargets, withTarget } from "./targets.ts";
import {
  type Draft,
  type DraftOptions,
  useDraftInput,
  useDraftOptions,
  useDraftSearch,
} from "./use-draft.ts";

/** The step that says which property each column becomes. */
export function ColumnsStep({ draft }: { readonly draft: Draft }) {
  const schema = useSchema(draft.type);
  return <Loaded query={schema}>{() => <Columns draft={draft} />}</Loaded>;
}

function Columns({ draft }: { readonly draft: Draft }) {
  const mayImport = useMay("admin");
  const { options, change } = useDraftOptions(draft);
  const { search, go } = useDraftSearch();
  const targets = useTargets(draft.type);
  /** The name that was typed for a new property; the column's name if it is empty. */
  const [label, setLabel] = useState("");
  // Columns without a name are ignored.
  const columns = draft.columns
    .map((column, index) => ({ column, index }))
    .filter(({ column }) => column.name !== "");
  const skipped = columns.filter(({ column }) => columnTarget(options, column.name) === "").length;
  const created = search.create === undefined ? undefined : draft.columns[search.create - 1];
  return (
    <Stack gap="md">
      <EncodingChoice draft={draft} />
      <Text role="status">
        {counted(columns.length, "column")} in the file.{" "}
        {skipped === 0 ? "Each has a property." : `${counted(skipped, "column")} will be skipped.`}
      </Text>
      <ul className={classes.columns} aria-label="Columns">
        {columns.map(({ column, index }) => (
          <li key={column.name} className={classes.column}>
            <div className={classes.name}>{column.name}</div>
            <p className={classes.samples}>
              {column.samples.length === 0
                ? "No values in the first rows"
                : column.samples.join(" · ")}
            </p>
            <ColumnTarget
              column={column}
              targets={targets}
              options={options}
              issues={draft.issues}
              disabled={!mayImport}
              onChange={(target) => change(withTarget(options, column.name, target))}
              onCreate={(label) => {
                setLabel(label);
                go({ create: index + 1 });
              }}
            />
          </li>
        ))}
      </ul>
      <Group justify="flex-end" className={classes.foot}>
        <Button onClick={() => go({ step: "options" }, true)}>Continue to options</Button>
      </Group>
      {created !== undefined && mayImport && (
        <CreateProperty
          type={draft.type}
          column={created}
          label={label}
          onCreated={(name) => change(withTarget(options, created.name, `property ${name}`))}
          onClose={() => go({ create: undefined })}
        />
      )}
    </Stack>
  );
}

interface CreatePropertyProps {
  readonly type: string;
  readonly column: Draft["columns"][number];
  /** The name that was typed for it; empty for the column's. */
  readonly label: string;
  readonly onCreated: (name: string) => void;
  readonly onClose: () => void;
}

/** The dialog that creates a property for a column. Its type is what the values look like. */
function CreateProperty({ type, column, label, onCreated, onClose }: CreatePropertyProps) {
  const given = label === "" ? column.name : label;
  return (
    <Form
      title={`New ${typeNames(type).singular.toLowerCase()} property`}
      action="Create property"
      initial={{
        label: given.slice(0, 255),
        name: nameFrom(given),
        type: (column.look ?? "string") as PropertyType,
      }}
      fields={({ values }) => [
        { name: "label", label: "Label", help: "What admins see.", required: "Enter a label." },
        newNameField,
        typeField(values.type),
      ]}
      of={useProject().schema.saveProperty}
      input={(settings) => ({ type, settings, isNew: true })}
      // The column shows the property. A notification would cover the next button on a phone.
      onDone={({ name }) => onCreated(name)}
      onClose={onClose}
    />
  );
}

interface ColumnTargetProps {
  readonly column: Draft["columns"][number];
  readonly targets: readonly TargetGroup[];
  readonly options: DraftOptions;
  readonly issues: Draft["issues"];
  readonly disabled: boolean;
  readonly onChange: (target: Target) => void;
  /** @param label what was typed; empty if nothing was */
  readonly onCreate: (label: string) => void;
}

const CREATE = "create";
const SKIP = "Skip";

/** Hundreds of lists of choices at once would stop the page for seconds. */
const NEAR = { rootMargin: "1000px" };

/** The choice of what a column becomes. It is made once it is near what is on the screen. */
function ColumnTarget(props: ColumnTargetProps) {
  const { ref, entry } = useIntersection<HTMLDivElement>(NEAR);
  const [isMade, setMade] = useState(false);
  if (entry?.isIntersecting && !isMade) setMade(true);
  return isMade ? <MadeTarget {...props} /> : <div ref={ref} className={classes.far} />;
}

function MadeTarget(props: ColumnTargetProps) {
  const { column, targets, options, issues, disabled, onChange, onCreate } = props;
  const value = columnTarget(options, column.name);
  const [typed, setTyped] = useState("");
  const isNew =
    typed.trim() !== "" &&
    targets.every(({ items }) => items.every(({ label }) => label !== typed.trim())) &&
    typed !== SKIP;
  const { rule } = targets.flatMap(({ items }) => items).find((one) => one.value === value) ?? {};
  const issue = issues.find(({ path }) => path === `mapping.${column.name}`);
  const data = useMemo(
    () => [
      {
        group: "This column",
        items: [
          { value: "", label: SKIP },
          {
            value: CREATE,
            label: isNew ? `Create the property “${typed.trim()}”…` : "Create a property…",
          },
        ],
      },
      ...targets.map(({ group, items }) => ({ group, items: [...items] })),
    ],
    [targets, typed, isNew],
  );
  return (
    <Stack gap={4}>
      <Select
        aria-label={`Property of ${column.name}`}
        data={data}
        value={value}
        onChange={(target) =>
          target === CREATE
            ? onCreate(isNew ? typed.trim() : "")
            : target !== null && onChange(target)
        }
        searchValue={typed}
        onSearchChange={setTyped}
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
        {value !== "" && <Mark tone="good">{MATCHED[column.by ?? "chosen"]}</Mark>}
        {rule && (
          <Text span inherit c="dimmed">
            {rule}
          </Text>
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
function EncodingChoice({ draft }: { readonly draft: Draft }) {
  const input = useDraftInput();
  const mayImport = useMay("admin");
  const change = useChange(api.imports.drafts.setEncoding, {
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
