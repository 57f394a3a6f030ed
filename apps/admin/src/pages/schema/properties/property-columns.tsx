import { ActionIcon, Badge, Group, Text, Tooltip } from "@mantine/core";
import { IconTrash } from "@tabler/icons-react";
import { TYPE_NAMES } from "../../../property/new-property.ts";
import type { Column } from "../../../ui/tables/data-table.tsx";
import { ApiName, FormLink } from "../names.tsx";
import type { Property } from "../use-schema-search.ts";

/**
 * Returns the columns of the table of properties.
 *
 * @param onRemove asks to remove a custom property; null if the admin may not
 */
export function propertyColumns(
  onRemove: ((property: Property) => void) | null,
): readonly Column<Property>[] {
  return [
    { id: "label", header: "Label", cell: ({ row }) => <Label property={row.original} /> },
    {
      id: "name",
      header: "Internal name",
      cell: ({ row }) => <ApiName name={row.original.name} />,
    },
    { id: "type", header: "Type", cell: ({ row }) => <Type property={row.original} /> },
    { id: "traits", header: "Rules", cell: ({ row }) => <Traits property={row.original} /> },
    { id: "origin", header: "Origin", cell: ({ row }) => <Origin property={row.original} /> },
    ...(onRemove === null ? [] : [removal(onRemove)]),
  ];
}

function Label({ property: { name, label, description } }: { readonly property: Property }) {
  return (
    <>
      <FormLink opens={{ property: name }}>{label}</FormLink>
      {description && (
        <Text c="dimmed" fz="xs" maw={400} lineClamp={2} title={description}>
          {description}
        </Text>
      )}
    </>
  );
}

function Type({ property: { type, options } }: { readonly property: Property }) {
  const count = type === "enumeration" ? (options ?? []).length : 0;
  return (
    <Text span inherit style={{ whiteSpace: "nowrap" }}>
      {TYPE_NAMES[type]}
      {count > 0 && (
        <Text span inherit c="dimmed">
          {count === 1 ? " · 1 option" : ` · ${count} options`}
        </Text>
      )}
    </Text>
  );
}

function Traits({ property }: { readonly property: Property }) {
  const traits = [
    property.multi && "Many values",
    property.indexed && "Indexed",
    property.unique && "Unique",
    property.closed && "Closed",
    property.readOnly && "Derived",
    property.rules !== undefined && "Limits",
    property.default !== undefined && "Default",
  ].filter((trait) => trait !== false);
  if (traits.length === 0) {
    return (
      <Text span inherit c="dimmed">
        –
      </Text>
    );
  }
  return (
    <Group gap={4} wrap="nowrap">
      {traits.map((trait) => (
        <Badge
          key={trait}
          variant="default"
          size="sm"
          tt="none"
          fw={500}
          radius="sm"
          miw="max-content"
        >
          {trait}
        </Badge>
      ))}
    </Group>
  );
}

function Origin({ property: { builtIn } }: { readonly property: Property }) {
  return builtIn ? (
    <Text span inherit c="dimmed" style={{ whiteSpace: "nowrap" }}>
      Built in
    </Text>
  ) : (
    <Badge variant="light" size="sm" tt="none" radius="sm" miw="max-content">
      Custom
    </Badge>
  );
}

function removal(onRemove: (property: Property) => void): Column<Property> {
  return {
    id: "actions",
    header: "Actions",
    cell: ({ row: { original } }) =>
      original.builtIn ? null : (
        <Tooltip label="Remove">
          <ActionIcon
            variant="subtle"
            color="gray"
            onClick={() => onRemove(original)}
            aria-label={`Remove ${original.label}`}
          >
            <IconTrash size={16} aria-hidden />
          </ActionIcon>
        </Tooltip>
      ),
  };
}
