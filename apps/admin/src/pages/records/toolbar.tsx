import { Group, Text } from "@mantine/core";
import type { ReactNode } from "react";
import { typeNames } from "../../object-types.ts";
import type { Schema } from "../../property/use-schema.ts";
import { countText } from "./count-text.ts";
import { searchedText } from "./fields.ts";
import { FilterBar } from "./filters/filter-bar.tsx";
import classes from "./records.module.css";
import { writeGroups } from "./search.ts";
import { SearchBox } from "./search-box.tsx";
import type { Asked } from "./use-records-search.ts";
import type { Table } from "./use-table.ts";

interface ToolbarProps {
  readonly type: string;
  readonly schema: Schema;
  readonly asked: Asked;
  readonly table: Pick<Table, "faults" | "count">;
  /** Buttons of the table or the board. */
  readonly children: ReactNode;
}

/** Search and filters of the table or the board. */
export function Toolbar({ type, schema, asked, table, children }: ToolbarProps) {
  const { search, groups, change } = asked;
  const names = typeNames(type).label.toLowerCase();
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
        {children}
      </Group>
    </Group>
  );
}

interface CountProps extends Pick<ToolbarProps, "table" | "type"> {
  readonly isNarrowed: boolean;
}

function Count({ table: { count }, type, isNarrowed }: CountProps) {
  const { singular, label } = typeNames(type);
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
