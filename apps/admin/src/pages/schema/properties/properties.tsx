import { Button, Group, Switch, Text, TextInput } from "@mantine/core";
import { IconPlus, IconSearch } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useMemo, useState } from "react";
import { typeNames } from "../../../object-types.ts";
import { useMay } from "../../../session.ts";
import { useProject } from "../../../shell/use-project.ts";
import { useChange } from "../../../ui/forms/use-change.ts";
import { Empty } from "../../../ui/pages/empty.tsx";
import { SidePanel } from "../../../ui/pages/panel.tsx";
import { DataTable } from "../../../ui/tables/data-table.tsx";
import { RemoveUnused, usageOptions } from "../in-use.tsx";
import type { SchemaSearch } from "../search.ts";
import { type Property, useSchemaSearch } from "../use-schema-search.ts";
import { propertyColumns } from "./property-columns.tsx";
import { PropertyForm } from "./property-form.tsx";

interface PropertiesProps {
  readonly type: string;
  readonly properties: readonly Property[];
}

/** The properties of an object type: find, add, edit and remove. */
export function Properties({ type, properties }: PropertiesProps) {
  const { search, go } = useSchemaSearch();
  const mayChange = useMay("admin");
  const [removing, setRemoving] = useState<Property | null>(null);
  const shown = useMemo(
    () => properties.filter((property) => matches(property, search.q, search.only)),
    [properties, search.q, search.only],
  );
  const columns = useMemo(() => propertyColumns(mayChange ? setRemoving : null), [mayChange]);
  return (
    <>
      <Toolbar type={type} count={shown.length} mayChange={mayChange} />
      <DataTable
        label={`Properties of ${typeNames(type).label.toLowerCase()}`}
        columns={columns}
        rows={shown}
        rowKey={({ name }) => name}
        empty={<Empty icon={IconSearch} {...hintFor(search)} />}
      />
      <PropertyDrawer
        type={type}
        property={properties.find(({ name }) => name === search.property)}
        name={search.property}
        opened={search.add === "property" || search.property !== undefined}
        onClose={() => go({ add: undefined, property: undefined })}
      />
      <RemoveProperty type={type} property={removing} onClose={() => setRemoving(null)} />
    </>
  );
}

function hintFor({ q, only }: Pick<SchemaSearch, "q" | "only">) {
  const title = "No property matches";
  if (only !== "custom") return { title, children: "Change the search." };
  if (q !== undefined)
    return { title, children: "Change the search, or switch off “Custom only”." };
  return {
    title: "No custom properties yet",
    children: "Add one for data that the built-in properties do not cover.",
  };
}

interface RemovePropertyProps {
  readonly type: string;
  /** The property to remove; null closes the dialog. */
  readonly property: Property | null;
  readonly onClose: () => void;
}

/** Asks before a custom property is removed. */
function RemoveProperty({ type, property, onClose }: RemovePropertyProps) {
  const project = useProject();
  const { name = "", label = "" } = property ?? {};
  const usage = useQuery({
    ...project.schema.propertyUsage.queryOptions({ type, name }),
    ...usageOptions(property !== null),
  });
  const remove = useChange(project.schema.removeProperty, {
    showsError: true,
    done: `${label} removed.`,
    onDone: onClose,
  });
  return (
    <RemoveUnused
      opened={property !== null}
      {...{ type, label, name, usage, onClose }}
      action="Remove property"
      how={{ one: "has a value for it", many: "have a value for it" }}
      filters={property?.indexed ? [{ property: name, operator: "known" }] : []}
      remedy="First clear its value in these records"
      change={remove}
      onConfirm={() => remove.mutate({ type, name })}
    >
      No {typeNames(type).singular.toLowerCase()} has a value for it. Programs that still use it
      will get 400. This cannot be undone.
    </RemoveUnused>
  );
}

interface PropertyDrawerProps {
  readonly type: string;
  /** Undefined for a new property. */
  readonly property: Property | undefined;
  /** Internal name from the URL. */
  readonly name: string | undefined;
  readonly opened: boolean;
  readonly onClose: () => void;
}

/** The drawer that adds or edits a property. */
function PropertyDrawer({ type, property, name, opened, onClose }: PropertyDrawerProps) {
  const isMissing = name !== undefined && property === undefined;
  return (
    <SidePanel
      opened={opened}
      onClose={onClose}
      title={property?.label ?? `New ${typeNames(type).singular.toLowerCase()} property`}
    >
      {isMissing ? (
        <Text>There is no property {name}. Another admin may have removed it.</Text>
      ) : (
        <PropertyForm
          key={property?.name ?? ""}
          type={type}
          property={property}
          onClose={onClose}
        />
      )}
    </SidePanel>
  );
}

function matches(property: Property, q: string | undefined, only: "custom" | undefined): boolean {
  if (only === "custom" && property.builtIn) return false;
  const wanted = (q ?? "").trim().toLowerCase();
  return [property.name, property.label].some((text) => text.toLowerCase().includes(wanted));
}

interface ToolbarProps {
  readonly type: string;
  readonly count: number;
  readonly mayChange: boolean;
}

function Toolbar({ type, count, mayChange }: ToolbarProps) {
  const { search, go } = useSchemaSearch();
  return (
    <Group gap="md">
      <TextInput
        type="search"
        aria-label="Search properties"
        placeholder="Label or internal name"
        leftSection={<IconSearch size={16} aria-hidden />}
        value={search.q ?? ""}
        onChange={(event) => go({ q: event.currentTarget.value || undefined }, true)}
        flex="1 1 200px"
        maw={{ sm: 260 }}
      />
      <Switch
        label="Custom only"
        checked={search.only === "custom"}
        onChange={(event) => go({ only: event.currentTarget.checked ? "custom" : undefined }, true)}
      />
      <Text role="status" c="dimmed" fz="sm" className="tabular">
        {count === 1 ? "1 property" : `${count} properties`}
      </Text>
      {mayChange && (
        <Button
          ml="auto"
          leftSection={<IconPlus size={16} aria-hidden />}
          onClick={() => go({ add: "property" })}
          aria-label={`Add property to ${typeNames(type).label.toLowerCase()}`}
        >
          Add property
        </Button>
      )}
    </Group>
  );
}
