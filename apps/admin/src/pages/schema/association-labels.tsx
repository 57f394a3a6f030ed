import { ActionIcon, Button, Group, Stack, Text, Tooltip } from "@mantine/core";
import { IconPlus, IconTags, IconTrash } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { typeKeys, typeNames } from "../../object-types.ts";
import { useMay } from "../../session.ts";
import { useProject } from "../../shell/use-project.ts";
import { Ask } from "../../ui/dialogs/ask.tsx";
import { Form } from "../../ui/forms/form.tsx";
import { Empty } from "../../ui/pages/empty.tsx";
import { Lines, Loaded } from "../../ui/pages/loaded.tsx";
import { SidePanel } from "../../ui/pages/panel.tsx";
import { type Column, column, DataTable } from "../../ui/tables/data-table.tsx";
import { ApiName, FormLink } from "./names.tsx";
import { type AssociationLabel, useSchemaSearch } from "./use-schema-search.ts";

/** The labels of the associations of an object type with each other type: add, change and remove. */
export function AssociationLabels({ type }: { readonly type: string }) {
  const project = useProject();
  const { go } = useSchemaSearch();
  const mayChange = useMay("admin");
  const [removing, setRemoving] = useState<AssociationLabel | null>(null);
  const query = useQuery(project.schema.associationLabels.queryOptions({ type }));
  const { singular } = typeNames(type);
  return (
    <Stack>
      <Group justify="space-between" align="flex-start">
        <Text c="dimmed" maw={640}>
          A label says what an association of a {singular.toLowerCase()} means, for example who
          decides. An association may have several, or none.
        </Text>
        {mayChange && (
          <Button
            leftSection={<IconPlus size={16} aria-hidden />}
            onClick={() => go({ add: "label" })}
          >
            Add label
          </Button>
        )}
      </Group>
      <Loaded query={query} skeleton={<Lines count={4} />}>
        {(labels) => (
          <>
            <List type={type} labels={labels} onRemove={mayChange ? setRemoving : undefined} />
            <SideLabel type={type} labels={labels} />
          </>
        )}
      </Loaded>
      <Removal type={type} label={removing} onClose={() => setRemoving(null)} />
    </Stack>
  );
}

interface ListProps {
  readonly type: string;
  readonly labels: readonly AssociationLabel[];
  /** Undefined for read-only admins. */
  readonly onRemove: ((label: AssociationLabel) => void) | undefined;
}

function List({ type, labels, onRemove }: ListProps) {
  return (
    <DataTable
      label="Association labels"
      columns={labelColumns(type, onRemove)}
      rows={labels}
      rowKey={({ toType, key }) => `${toType} ${key}`}
      empty={
        <Empty icon={IconTags} title="No labels yet">
          Add the first one to say more than “associated”.
        </Empty>
      }
    />
  );
}

function labelColumns(
  type: string,
  onRemove: ListProps["onRemove"],
): readonly Column<AssociationLabel>[] {
  return [
    column("label", "Label", (one) => (
      <FormLink opens={{ label: one.key, to: one.toType }}>{one.label}</FormLink>
    )),
    column("name", "Internal name", ({ key }) => <ApiName name={key} />),
    column("with", "With", ({ toType }) => typeNames(toType).label),
    column("inverse", "From the other side", (one) => one.inverseLabel),
    column("inverseName", "Its internal name", ({ inverseKey }) => <ApiName name={inverseKey} />),
    column("limits", "Limits", (one) => describeLimits(type, one)),
    ...(onRemove ? [removal(onRemove)] : []),
  ];
}

function removal(onRemove: (label: AssociationLabel) => void): Column<AssociationLabel> {
  return column("actions", "Actions", (one) => (
    <Tooltip label="Remove">
      <ActionIcon
        variant="subtle"
        color="gray"
        aria-label={`Remove ${one.label}`}
        onClick={() => onRemove(one)}
      >
        <IconTrash size={16} aria-hidden />
      </ActionIcon>
    </Tooltip>
  ));
}

function describeLimits(
  type: string,
  { toType, maxPerSource, maxPerTarget }: AssociationLabel,
): string {
  const [own, other] = [typeNames(type), typeNames(toType)];
  const limits = [
    ...(maxPerSource === null ? [] : [`${maxPerSource} per ${own.singular.toLowerCase()}`]),
    ...(maxPerTarget === null ? [] : [`${maxPerTarget} per ${other.singular.toLowerCase()}`]),
  ];
  return limits.length === 0 ? "None" : limits.join(", ");
}

/** The side form that the URL opens. */
function SideLabel({ type, labels }: Omit<ListProps, "onRemove">) {
  const { search, closeForm } = useSchemaSearch();
  const isNew = search.add === "label";
  const label = labels.find(({ key, toType }) => key === search.label && toType === search.to);
  return (
    <SidePanel
      opened={isNew || search.label !== undefined}
      onClose={closeForm}
      title={label?.label ?? (isNew ? "New label" : "Label")}
    >
      {isNew || label !== undefined ? (
        <LabelForm type={type} label={label} onClose={closeForm} />
      ) : (
        <Text>It no longer exists. Another admin may have removed it.</Text>
      )}
    </SidePanel>
  );
}

interface LabelFormProps {
  readonly type: string;
  /** Undefined for a new label. */
  readonly label: AssociationLabel | undefined;
  readonly onClose: () => void;
}

/** The form that adds a label of associations, or changes its names and limits. */
function LabelForm({ type, label, onClose }: LabelFormProps) {
  const isNew = label === undefined;
  const noun = (type: string) => typeNames(type).singular.toLowerCase();
  const limit = { help: "Any number if empty.", input: { min: 1, allowDecimal: false } };
  return (
    <Form
      action={isNew ? "Add label" : "Save"}
      initial={{
        toType: label?.toType ?? (type === "company" ? "contact" : "company"),
        label: label?.label ?? "",
        inverseLabel: label?.inverseLabel ?? "",
        maxPerSource: (label?.maxPerSource ?? "") as number | string,
        maxPerTarget: (label?.maxPerTarget ?? "") as number | string,
      }}
      fields={({ values: { toType } }) => [
        {
          name: "toType",
          kind: "select",
          label: "With",
          options: typeKeys().map((one) => ({ value: one, label: typeNames(one).label })),
          input: { disabled: !isNew },
        },
        {
          name: "label",
          label: "Label",
          help: `What a ${noun(type)} says, such as “Decision maker”.`,
          required: "Enter a label.",
          isFirst: true,
        },
        {
          name: "inverseLabel",
          label: "From the other side",
          help: `What a ${noun(toType)} says, such as “Decided by”. The same if empty.`,
        },
        { name: "maxPerSource", kind: "number", label: `Most per ${noun(type)}`, ...limit },
        { name: "maxPerTarget", kind: "number", label: `Most per ${noun(toType)}`, ...limit },
      ]}
      paths={{ key: "label", inverseKey: "inverseLabel" }}
      of={useProject().schema.saveAssociationLabel}
      input={(values) => {
        const inverseLabel = values.inverseLabel || values.label;
        return {
          ...{
            type,
            toType: values.toType,
            isNew,
            key: isNew ? toInternalName(values.label) : label.key,
          },
          settings: {
            ...{ label: values.label, inverseLabel },
            ...(isNew && { inverseKey: toInternalName(inverseLabel) }),
            maxPerSource: toLimit(values.maxPerSource),
            maxPerTarget: toLimit(values.maxPerTarget),
          },
        };
      }}
      isRepeated
      done={(_, { settings }) => `${settings.label} ${isNew ? "added" : "saved"}.`}
      onClose={onClose}
    />
  );
}

function toLimit(value: number | string): number | null {
  return value === "" ? null : Number(value);
}

/** Makes an internal name from a label. */
function toInternalName(label: string): string {
  const plain = label
    .normalize("NFKD")
    .toLowerCase()
    .replaceAll(/\p{Mark}/gu, "")
    .replaceAll(/[^a-z0-9]+/g, "_")
    .replaceAll(/^_+|_+$/g, "");
  return (/^[a-z]/.test(plain) ? plain : `label_${plain}`).slice(0, 60);
}

interface RemovalProps {
  readonly type: string;
  readonly label: AssociationLabel | null;
  readonly onClose: () => void;
}

function Removal({ type, label, onClose }: RemovalProps) {
  const { toType, key } = label ?? { toType: "", key: "" };
  return (
    <Ask
      opened={label !== null}
      onClose={onClose}
      title={`Remove ${label?.label}?`}
      action="Remove label"
      of={useProject().schema.removeAssociationLabel}
      input={{ type, toType, key }}
      done={`${label?.label} removed.`}
    >
      A label that associations have cannot be removed. Programs that write it get an error then.
    </Ask>
  );
}
