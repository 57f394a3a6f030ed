import { Button, Checkbox, Group, Radio, Select, Stack, TextInput } from "@mantine/core";
import { typeNames } from "../../../object-types.ts";
import { type Schema, useSchema } from "../../../property/use-schema.ts";
import { useMay } from "../../../session.ts";
import { Loaded } from "../../../ui/pages/loaded.tsx";
import { Panel } from "../../../ui/pages/panel.tsx";
import { ContinueToCheck } from "./check-button.tsx";
import classes from "./draft.module.css";
import { describeExample } from "./read-example.ts";
import { type Draft, type DraftOptions, useDraftOptions, useDraftSearch } from "./use-draft.ts";

/** The step that says what happens to existing records, and how values are written. */
export function OptionsStep({ draft }: { readonly draft: Draft }) {
  const schema = useSchema(draft.type);
  return (
    <Loaded query={schema}>
      {({ properties }) => <Options draft={draft} properties={properties} />}
    </Loaded>
  );
}

type Properties = Schema["properties"];

function Options({
  draft,
  properties,
}: {
  readonly draft: Draft;
  readonly properties: Properties;
}) {
  const disabled = !useMay("admin");
  const { options, change, isSaving } = useDraftOptions(draft);
  const { go } = useDraftSearch();
  const part = { draft, properties, options, change, disabled };
  return (
    <Stack gap="md" maw={760}>
      <Existing {...part} />
      <Written {...part} />
      <Doubtful {...part} />
      <Group justify="flex-end" className={classes.foot}>
        <Button variant="default" onClick={() => go({ step: "columns" }, true)}>
          Back to columns
        </Button>
        <ContinueToCheck draft={draft} isSaving={isSaving} />
      </Group>
    </Stack>
  );
}

interface PartProps {
  readonly draft: Draft;
  readonly properties: Properties;
  readonly options: DraftOptions;
  readonly change: (given: Partial<DraftOptions>) => void;
  readonly disabled: boolean;
}

function Existing({ draft, properties, options, change, disabled }: PartProps) {
  const { plural } = typeNames(draft.type);
  const keys = listKeys(properties, options);
  const setMode = (mode: string) => {
    const next = mode as DraftOptions["mode"];
    const [first] = keys.filter(({ value }) => value !== "id" || next === "update");
    const known = keys.some(
      ({ value }) => value === options.idProperty && (value !== "id" || next === "update"),
    );
    const idProperty = next === "create" ? undefined : known ? options.idProperty : first?.value;
    change({ mode: next, idProperty, mapping: modeMapping(next, options) });
  };
  const issue = draft.issues.find(({ path }) => path === "idProperty");
  return (
    <Panel title="Existing records">
      <Radio.Group
        label={`What to do with the ${plural} in the file`}
        value={options.mode}
        onChange={setMode}
      >
        <Stack gap="xs" mt="xs">
          <Radio
            value="upsert"
            disabled={disabled}
            label="Create and update"
            description="A row that finds a record updates it. Others create one."
          />
          <Radio
            value="create"
            disabled={disabled}
            label="Only create"
            description="Each row creates a record, even if a similar one exists."
          />
          <Radio
            value="update"
            disabled={disabled}
            label="Only update"
            description="A row that finds no record is refused."
          />
        </Stack>
      </Radio.Group>
      {options.mode !== "create" && (
        <Select
          label="Find records by"
          description="Only indexed properties that have a column can find records."
          required
          maw={360}
          data={keys.filter(({ value }) => value !== "id" || options.mode === "update")}
          value={options.idProperty ?? null}
          onChange={(idProperty) => idProperty !== null && change({ idProperty })}
          allowDeselect={false}
          disabled={disabled}
          placeholder="Choose a property"
          error={issue?.message}
        />
      )}
      {options.mode !== "create" && (
        <Radio.Group
          label="What an empty cell does"
          value={options.emptyCells}
          onChange={(emptyCells) =>
            change({ emptyCells: emptyCells as DraftOptions["emptyCells"] })
          }
        >
          <Stack gap="xs" mt="xs">
            <Radio value="keep" disabled={disabled} label="It keeps the record’s value" />
            <Radio value="clear" disabled={disabled} label="It clears the record’s value" />
          </Stack>
        </Radio.Group>
      )}
    </Panel>
  );
}

/** Only an update can find records by their ids, so otherwise their column is skipped. */
function modeMapping(mode: DraftOptions["mode"], { mapping }: DraftOptions) {
  if (mode === "update") return mapping;
  return Object.fromEntries(
    Object.entries(mapping).map(([column, name]) => [column, name === "id" ? null : name]),
  );
}

/** Returns the properties that can find records, of those that have a column. */
function listKeys(properties: Properties, { mapping }: DraftOptions) {
  const mapped = new Set(Object.values(mapping));
  const found = properties
    .filter(({ name, indexed, multi }) => indexed && !multi && mapped.has(name))
    .map(({ name, label }) => ({ value: name, label }));
  return mapped.has("id") ? [...found, { value: "id", label: "Record id" }] : found;
}

/** What to do with cells that may have no value, or may be cut wrongly. Shown only if the file has such cells. */
function Doubtful({ draft, options, change, disabled }: PartProps) {
  const { placeholders, hasUnnamed, hasLong } = draft;
  const { "": unnamed, ...mapping } = options.mapping;
  if (placeholders.length === 0 && !hasUnnamed && !hasLong) return null;
  return (
    <Panel title="Cells in doubt">
      {placeholders.length > 0 && (
        <Checkbox.Group
          label="Leave empty"
          description="Cells that are nothing but one of these texts."
          value={[...(options.emptyValues ?? [])]}
          onChange={(emptyValues) => change({ emptyValues })}
        >
          <Group gap="md" mt="xs">
            {placeholders.map((text) => (
              <Checkbox key={text} value={text} label={text} disabled={disabled} />
            ))}
          </Group>
        </Checkbox.Group>
      )}
      {hasLong && (
        <Checkbox
          label="Take cells of hundreds of lines"
          description="Otherwise their rows are refused, because a missing quote may have caused them."
          checked={options.longCells === "allow"}
          disabled={disabled}
          onChange={(event) =>
            change({ longCells: event.currentTarget.checked ? "allow" : "refuse" })
          }
        />
      )}
      {hasUnnamed && (
        <Checkbox
          label="Leave out values without a column"
          description="Otherwise rows with a value where the header has no name are refused."
          checked={unnamed === null}
          disabled={disabled}
          onChange={(event) =>
            change({
              mapping: event.currentTarget.checked ? { ...mapping, "": null } : mapping,
            })
          }
        />
      )}
    </Panel>
  );
}

function Written({ draft, properties, options, change, disabled }: PartProps) {
  const formIssue = (form: string) => draft.issues.find(({ path }) => path === form)?.message;
  const mapped = properties.filter(({ name }) => Object.values(options.mapping).includes(name));
  const has = (...types: readonly string[]) => mapped.some(({ type }) => types.includes(type));
  const examples = (kind: "date" | "number", ...types: readonly string[]) => {
    const names = new Set(
      mapped.filter(({ type }) => types.includes(type)).map(({ name }) => name),
    );
    return describeExample(kind, { columns: draft.columns, options, names });
  };
  const hasMany = mapped.some(({ multi }) => multi) || options.associations.length > 0;
  if (!has("date", "datetime", "number") && !hasMany) return null;
  return (
    <Panel title="How values are written">
      {has("date", "datetime") && (
        <Select
          label="Dates"
          description={`Dates such as 2026-01-31 are always understood. ${
            examples("date", "date", "datetime") ?? ""
          }`.trim()}
          maw={360}
          data={[
            { value: "YYYY-MM-DD", label: "Year first: 2026-01-31" },
            { value: "YYYY/MM/DD", label: "Year first: 2026/01/31" },
            { value: "DD.MM.YYYY", label: "Day first: 31.01.2026" },
            { value: "DD/MM/YYYY", label: "Day first: 31/01/2026" },
            { value: "DD-MM-YYYY", label: "Day first: 31-01-2026" },
            { value: "MM/DD/YYYY", label: "Month first: 01/31/2026" },
            { value: "MM-DD-YYYY", label: "Month first: 01-31-2026" },
          ]}
          placeholder="Choose the order"
          error={formIssue("dateFormat")}
          value={formIssue("dateFormat") === undefined ? options.dateFormat : null}
          onChange={(value) => change({ dateFormat: value as DraftOptions["dateFormat"] })}
          allowDeselect={false}
          disabled={disabled}
        />
      )}
      {has("number") && (
        <Select
          label="Decimals"
          description={examples("number", "number")}
          maw={360}
          data={[
            { value: ".", label: "After a point: 1,250.50" },
            { value: ",", label: "After a comma: 1.250,50" },
          ]}
          placeholder="Choose what separates decimals"
          error={formIssue("decimalSeparator")}
          value={formIssue("decimalSeparator") === undefined ? options.decimalSeparator : null}
          onChange={(value) =>
            change({ decimalSeparator: value as DraftOptions["decimalSeparator"] })
          }
          allowDeselect={false}
          disabled={disabled}
        />
      )}
      {hasMany && (
        <TextInput
          label="Between several values of a cell"
          maw={360}
          maxLength={5}
          defaultValue={options.multiValueSeparator}
          onBlur={(event) => {
            const given = event.currentTarget.value;
            if (given !== "" && given !== options.multiValueSeparator) {
              change({ multiValueSeparator: given });
            }
          }}
          disabled={disabled}
        />
      )}
    </Panel>
  );
}
