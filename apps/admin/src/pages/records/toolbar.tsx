import { Group, Text } from "@mantine/core";
import { type ObjectType, TYPES } from "../../object-types.ts";
import type { Schema } from "../../property/use-schema.ts";
import { ColumnMenu } from "./column-menu.tsx";
import { countText } from "./count-text.ts";
import { ExportButton } from "./export/export-button.tsx";
import { searchedLabels } from "./fields.ts";
import { FilterBar } from "./filters/filter-bar.tsx";
import classes from "./records.module.css";
import { writeGroups } from "./search.ts";
import { SearchBox } from "./search-box.tsx";
import type { Columns } from "./use-columns.ts";
import type { useRecordsSearch } from "./use-records-search.ts";
import type { Table } from "./use-table.ts";

interface ToolbarProps {
  readonly type: ObjectType;
  readonly schema: Schema;
  readonly asked: ReturnType<typeof useRecordsSearch>;
  readonly columns: Columns;
  readonly table: Table;
}

const OR_LIST = new Intl.ListFormat("en-GB", { type: "disjunction" });

/** Search, filters and columns of the table. */
export function Toolbar({ type, schema, asked, columns, table }: ToolbarProps) {
  const { search, groups, change } = asked;
  const names = TYPES[type].label.toLowerCase();
  return (
    <Group justify="space-between" align="flex-start" gap="xs" className={classes.toolbar}>
      <Group gap="xs" className={classes.conditions}>
        <SearchBox
          label={`Search ${names}`}
          placeholder={searchedText(schema)}
          value={search}
          onChange={(q) => void change({ q }, { replace: true })}
        />
        <FilterBar
          type={type}
          schema={schema}
          groups={groups}
          faults={table.faults}
          onChange={(next) => void change({ filter: writeGroups(next) })}
        />
      </Group>
      <Group gap="sm" className={classes.side}>
        <Count table={table} type={type} isNarrowed={search !== undefined || groups.length > 0} />
        <ColumnMenu columns={columns} />
        <ExportButton {...{ type, asked, columns, table }} />
      </Group>
    </Group>
  );
}

/** Returns the searched properties, such as “Last name, email or phone”. */
function searchedText(schema: Schema): string {
  const text = OR_LIST.format(
    searchedLabels(schema)
      .slice(0, 4)
      .map((label) => label.toLowerCase()),
  );
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}`;
}

interface CountProps extends Pick<ToolbarProps, "table" | "type"> {
  readonly isNarrowed: boolean;
}

function Count({ table: { count }, type, isNarrowed }: CountProps) {
  const { singular, label } = TYPES[type];
  if (count === undefined) return <Text c="dimmed" role="status" />;
  const { matching, all } = count;
  const noun = (all.value === 1 ? singular : label).toLowerCase();
  const numbers = isNarrowed ? `${countText(matching)} of ${countText(all)}` : countText(all);
  return (
    <Text c="dimmed" role="status" className="tabular">
      {numbers} {noun}
    </Text>
  );
}
