import { CloseButton, Group, Kbd, Text, TextInput } from "@mantine/core";
import { IconSearch } from "@tabler/icons-react";
import { type ReactNode, useRef } from "react";
import { typeNames } from "../object-types.ts";
import type { Schema } from "../property/use-schema.ts";
import { usePageKeys } from "../ui/keyboard.ts";
import { searchedText } from "./fields.ts";
import { FilterBar, FilterButton } from "./filters/filter-bar.tsx";
import { type FilterGroups, writeGroups } from "./search.ts";
import classes from "./toolbar.module.css";
import type { Asked } from "./use-records-search.ts";
import { countText, type Table } from "./use-table.ts";
import { useTypedText } from "./use-typed-text.ts";

interface ToolbarProps {
  readonly schema: Schema;
  readonly asked: Asked;
  readonly table: Pick<Table, "faults" | "count">;
  /** Buttons of the table or the board. */
  readonly children: ReactNode;
}

/** Search and filters of the table or the board. */
export function Toolbar({ schema, asked, table, children }: ToolbarProps) {
  const { search, groups, change } = asked;
  const { name: type } = schema;
  const names = typeNames(type).label.toLowerCase();
  const addButton = useRef<HTMLButtonElement>(null);
  const filters = {
    ...{ schema, groups, addButton },
    onChange: (next: FilterGroups) => void change({ filter: writeGroups(next) }),
  };
  return (
    <Group justify="space-between" align="flex-start" gap="xs" className={classes.toolbar}>
      <Group gap="xs" wrap="nowrap" className={classes.conditions}>
        <SearchBox
          label={`Search ${names}`}
          placeholder={searchedText(schema) || `Search ${names}`}
          value={search}
          onChange={(q) => void change({ q }, { replace: true })}
        />
        <FilterButton {...filters} />
      </Group>
      <Group gap="sm" className={classes.side}>
        <Count table={table} type={type} isNarrowed={search !== undefined || groups.length > 0} />
        {children}
      </Group>
      <FilterBar {...filters} faults={table.faults} />
    </Group>
  );
}

interface SearchBoxProps {
  readonly label: string;
  /** The searched properties, such as “Name, email or phone”. */
  readonly placeholder: string;
  readonly value: string | undefined;
  readonly onChange: (text: string | undefined) => void;
}

/** Searches while the admin types; “/” focuses it from anywhere on the page, and the arrow down goes on to the rows. */
function SearchBox({ label, placeholder, value, onChange }: SearchBoxProps) {
  const input = useRef<HTMLInputElement>(null);
  const { text, write } = useTypedText(value, onChange);
  usePageKeys([["/", () => input.current?.focus()]]);
  return (
    <TextInput
      ref={input}
      type="search"
      aria-label={label}
      placeholder={placeholder}
      maxLength={255}
      // Gives up some of its width before a filter wraps.
      flex={{ base: "0 0 100%", xs: "1 1 220px" }}
      miw={0}
      maw={{ base: "100%", xs: 290 }}
      leftSection={<IconSearch size={16} aria-hidden />}
      rightSection={
        text === "" ? (
          <Kbd size="xs" aria-hidden visibleFrom="xs">
            /
          </Kbd>
        ) : (
          <CloseButton size="sm" aria-label="Clear the search" onClick={() => write("")} />
        )
      }
      value={text}
      onChange={(event) => write(event.currentTarget.value)}
      onKeyDown={(event) => {
        if (event.key === "ArrowDown" && focusRows()) event.preventDefault();
      }}
    />
  );
}

interface CountProps extends Pick<ToolbarProps, "table"> {
  readonly type: string;
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

/** Focuses the row of the table on the page that the Tab key reaches. Returns false if the page has no rows. */
export function focusRows(): boolean {
  const stop = document.querySelector<HTMLElement>('[role="grid"] tbody [data-stop][tabindex="0"]');
  stop?.focus();
  return stop !== null;
}
