import { Alert, List, Stack, Table, Text } from "@mantine/core";
import { withLabels } from "@rapport/model";
import { IconAlertTriangle } from "@tabler/icons-react";
import type { ReactNode } from "react";
import type { Outputs } from "../../../api.ts";
import { propertyChoices } from "../../../property/choices.ts";
import { PropertyValue } from "../../../property/property-value.tsx";
import type { Schema } from "../../../property/use-schema.ts";
import { useProject } from "../../../shell/use-project.ts";
import { DialogForm } from "../../../ui/dialogs/dialog-form.tsx";
import { useChange } from "../../../ui/forms/use-change.ts";
import { formatNumber } from "../../../ui/values/format.ts";
import classes from "./change-dialog.module.css";
import { countedRecords, type PreviewedAction, type Selected, useStart } from "./selected.ts";

type Found = Outputs["changes"]["preview"];

interface ChangeDialogProps {
  readonly title: string;
  /** The verb of the button that starts the change. */
  readonly verb: string;
  readonly selected: Selected;
  readonly schema: Schema;
  /** What to do; null while the form is not complete. */
  readonly action: PreviewedAction | null;
  /** True if the form has input that would be lost. */
  readonly isChanged: boolean;
  readonly onStarted: () => void;
  readonly onClose: () => void;
  /** The form, given the error of the last preview. */
  readonly children: (error: unknown) => ReactNode;
}

/** Whether all records were checked, and none of them would change. */
function changesNothing({ count, checked, changed }: Found): boolean {
  return changed === 0 && count.relation === "eq" && checked >= count.value;
}

/** A dialog that asks what to do with the selected records, shows what would happen, and then starts it. */
export function ChangeDialog(props: ChangeDialogProps) {
  const { title, verb, selected, schema, action, isChanged, onStarted, onClose, children } = props;
  const project = useProject();
  const preview = useChange(project.changes.preview, { showsError: true });
  const { change, start } = useStart(selected, onStarted);
  const { type, selection, count } = selected;
  const found = preview.data;
  const back = () => {
    preview.reset();
    change.reset();
  };
  return (
    <DialogForm
      title={title}
      size="lg"
      action={found === undefined ? "Preview" : `${verb} ${describeChanged(found, type)}`}
      isChanged={isChanged}
      change={found === undefined ? { ...preview, error: null } : change}
      disabled={action === null || (found !== undefined && changesNothing(found))}
      onSubmit={(event) => {
        event.preventDefault();
        // A select or a list of tags within the form may submit too.
        if (action === null) return;
        if (found === undefined) preview.mutate({ type, selection, action });
        else start(action);
      }}
      onBack={found && back}
      onClose={onClose}
    >
      {found === undefined ? (
        <>
          <Text fz="sm" c="dimmed">
            {countedRecords(count, type)} selected. The next step shows what would happen.
          </Text>
          {children(preview.error)}
        </>
      ) : (
        <Preview schema={schema} preview={found} />
      )}
    </DialogForm>
  );
}

/** Returns how many records a change concerns: `349 of 438 contacts` if some would stay or be refused. */
function describeChanged({ count, checked, changed }: Found, type: string): string {
  const all = countedRecords(count, type);
  const isWhole = count.relation === "eq" && checked === count.value;
  return isWhole && changed < count.value ? `${formatNumber(changed)} of ${all}` : all;
}

/** What a bulk change would do: the counts, the first records before and after, and why others would be refused. */
function Preview({ schema, preview }: PreviewProps) {
  const left = preview.rows.length === 0 ? 0 : preview.changed - preview.rows.length;
  return (
    <Stack gap="sm">
      <Text role="status">{describeFound(preview, schema.name)}</Text>
      {preview.refused > 0 && <Reasons schema={schema} preview={preview} />}
      {preview.rows.length > 0 && <Rows schema={schema} rows={preview.rows} />}
      {left > 0 && (
        <Text fz="sm" c="dimmed" className={classes.left}>
          and {formatNumber(left)} more
        </Text>
      )}
    </Stack>
  );
}

function describeFound(
  { count, checked, changed, unchanged, refused }: Found,
  type: string,
): string {
  const parts = [`${formatNumber(changed)} would change`];
  if (unchanged > 0) parts.push(`${formatNumber(unchanged)} would stay as they are`);
  if (refused > 0) parts.push(`${formatNumber(refused)} would be refused`);
  const isWhole = count.relation === "eq" && checked === count.value;
  const of = isWhole ? ":" : `. Of the first ${formatNumber(checked)},`;
  return `${countedRecords(count, type)}${of} ${parts.join(", ")}.`;
}

function Rows({ schema, rows }: { readonly schema: Schema; readonly rows: Found["rows"] }) {
  const hasValues = rows.some(({ changes }) => changes.length > 0);
  return (
    <Table className={classes.rows} aria-label="Before and after">
      <Table.Thead>
        <Table.Tr>
          <Table.Th scope="col">Record</Table.Th>
          {hasValues && (
            <>
              <Table.Th scope="col">Property</Table.Th>
              <Table.Th scope="col">Before</Table.Th>
              <Table.Th scope="col">After</Table.Th>
            </>
          )}
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {rows.flatMap(({ id, name, changes }) =>
          changes.length === 0
            ? [
                <Table.Tr key={id}>
                  <Table.Th scope="row">{name}</Table.Th>
                </Table.Tr>,
              ]
            : changes.map((change, i) => (
                <Table.Tr key={`${id} ${change.property}`}>
                  {i === 0 && (
                    <Table.Th scope="row" rowSpan={changes.length}>
                      {name}
                    </Table.Th>
                  )}
                  <Values schema={schema} change={change} />
                </Table.Tr>
              )),
        )}
      </Table.Tbody>
    </Table>
  );
}

interface PreviewProps {
  readonly schema: Schema;
  readonly preview: Found;
}

function Reasons({ schema, preview: { reasons } }: PreviewProps) {
  return (
    <Alert
      color="yellow"
      variant="light"
      title="Would be refused"
      icon={<IconAlertTriangle size={18} aria-hidden />}
    >
      <List size="sm">
        {reasons.map(({ message, count }) => (
          <List.Item key={message}>
            {formatNumber(count)}: {withLabels(message, schema.properties)}
          </List.Item>
        ))}
      </List>
    </Alert>
  );
}

interface ValuesProps {
  readonly schema: Schema;
  readonly change: Found["rows"][number]["changes"][number];
}

function Values({ schema, change }: ValuesProps) {
  const definition = schema.properties.find(({ name }) => name === change.property);
  if (definition === undefined) return null;
  const choices = propertyChoices(definition, schema);
  const value = (shown: ValuesProps["change"]["old"]) => (
    <PropertyValue
      definition={definition}
      value={shown}
      links={false}
      {...(choices === null ? {} : { choices })}
    />
  );
  return (
    <>
      <Table.Td className={classes.label}>{definition.label}</Table.Td>
      <Table.Td>{value(change.old)}</Table.Td>
      <Table.Td>{value(change.new)}</Table.Td>
    </>
  );
}
