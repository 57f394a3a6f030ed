import { Button, Menu, VisuallyHidden } from "@mantine/core";
import {
  IconAlertTriangle,
  IconArrowDown,
  IconArrowUp,
  IconSortAscending,
  IconSortDescending,
} from "@tabler/icons-react";
import { Fragment } from "react";
import type { Schema } from "../../property/use-schema.ts";
import { type Field, ID, noteOfSort } from "../../records/fields.ts";
import { type Sort, writeSort } from "../../records/search.ts";
import classes from "../../records/toolbar.module.css";
import type { Asked } from "../../records/use-records-search.ts";

interface SortMenuProps {
  readonly schema: Schema;
  readonly asked: Asked;
  /** The currencies of the cards. */
  readonly currencies: readonly unknown[];
}

const CREATED_BY_ID = { name: ID.name, label: "Created" };
/** All cards of a stage have the same. */
const SAME = new Set(["pipeline", "stage"]);

/** Chooses the order of the cards. The same property again turns it round. */
export function SortMenu({ schema, asked: { sort, change }, currencies }: SortMenuProps) {
  const fields: readonly Pick<Field, "name" | "label">[] = [
    CREATED_BY_ID,
    ...schema.properties.filter(
      ({ name, indexed, multi }) =>
        indexed && !multi && (!SAME.has(name) || name === sort.property),
    ),
  ];
  const current = fields.find(({ name }) => name === sort.property);
  const isAscending = sort.direction === "asc";
  const Arrow = isAscending ? IconArrowUp : IconArrowDown;
  const sortNote = (name: string) => noteOfSort(schema.name, name, currencies);
  const note = sortNote(sort.property);
  const Direction = isAscending ? IconSortAscending : IconSortDescending;
  return (
    <Menu position="bottom-end" width={220} shadow="md">
      <Menu.Target>
        <Button
          variant="default"
          title={note}
          rightSection={note && <IconAlertTriangle size={14} aria-hidden />}
          leftSection={<Direction size={16} aria-hidden />}
          classNames={{ root: classes.button, section: classes.icon, label: classes.label }}
        >
          Sort: {current?.label ?? sort.property}
          <VisuallyHidden> {isAscending ? "ascending" : "descending"}</VisuallyHidden>
        </Button>
      </Menu.Target>
      <Menu.Dropdown mah={320} style={{ overflowY: "auto" }}>
        {fields.map(({ name, label }) => (
          <Fragment key={name}>
            <Menu.Item
              rightSection={name === sort.property && <Arrow size={14} aria-hidden />}
              onClick={() => void change({ sort: writeSort(next(name, sort)) })}
            >
              {label}
            </Menu.Item>
            {sortNote(name) && <Menu.Label>{sortNote(name)}</Menu.Label>}
          </Fragment>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}

function next(property: string, sort: Sort): Sort {
  if (property !== sort.property) {
    return { property, direction: property === ID.name ? "desc" : "asc" };
  }
  return { property, direction: sort.direction === "asc" ? "desc" : "asc" };
}
