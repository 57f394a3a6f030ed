import { Button, Group, Stack, Text } from "@mantine/core";
import { useSchema } from "../../../property/use-schema.ts";
import { useMay } from "../../../session.ts";
import { Loaded } from "../../../ui/pages/loaded.tsx";
import { counted } from "../../../ui/values/format.ts";
import { ColumnTarget } from "./column-target.tsx";
import { CreateProperty } from "./create-property.tsx";
import classes from "./draft.module.css";
import { EncodingChoice } from "./encoding-choice.tsx";
import { targetOf, useTargets, withTarget } from "./targets.ts";
import { type Draft, useDraftOptions, useDraftSearch } from "./use-draft.ts";

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
  // Columns without a name are ignored.
  const columns = draft.columns
    .map((column, index) => ({ column, index }))
    .filter(({ column }) => column.name !== "");
  const skipped = columns.filter(({ column }) => targetOf(options, column.name) === "").length;
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
              onCreate={() => go({ create: index + 1 })}
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
          onCreated={(name) => change(withTarget(options, created.name, `property ${name}`))}
          onClose={() => go({ create: undefined })}
        />
      )}
    </Stack>
  );
}
