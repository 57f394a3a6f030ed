import { Popover, UnstyledButton } from "@mantine/core";
import { IconArrowDown, IconArrowUp, IconSelector } from "@tabler/icons-react";
import { type ObjectType, TYPES } from "../../../object-types.ts";
import type { Schema } from "../../../property/use-schema.ts";
import { CREATED, type Field, ID, nameProperty, UPDATED } from "../fields.ts";
import { NotIndexed } from "../not-indexed.tsx";
import type { Sort } from "../search.ts";
import classes from "./record-table.module.css";

interface TableHeadProps {
  readonly type: ObjectType;
  readonly columns: readonly Field[];
  readonly schema: Schema;
  readonly sort: Sort;
  readonly onSort: (sort: Sort) => void;
}

/** The column headers. Clicks sort ascending, descending, and then by newest again. */
export function TableHead({ type, columns, schema, sort, onSort }: TableHeadProps) {
  const name = schema.properties.find((property) => property.name === nameProperty(type));
  const cells = [
    { key: "name", label: TYPES[type].singular, field: name },
    ...columns.map((field) => ({ key: field.name, label: field.label, field })),
  ];
  return (
    <thead>
      <tr aria-rowindex={1}>
        {cells.map(({ key, label, field }) => {
          const property = sortOf(field);
          const isSorted = property !== null && sort.property === property;
          const order = isSorted ? `${sort.direction}ending` : undefined;
          return (
            <th
              key={key}
              scope="col"
              {...(order ? { "aria-sort": order as "ascending" | "descending" } : {})}
              data-number={field?.type === "number" && field.name !== ID.name}
            >
              {property === null ? (
                <Unsorted type={type} label={label} field={field} />
              ) : (
                <UnstyledButton
                  className={classes.sort}
                  onClick={() => onSort(next(property, isSorted ? sort.direction : null))}
                >
                  {label}
                  <Arrow direction={isSorted ? sort.direction : null} />
                </UnstyledButton>
              )}
            </th>
          );
        })}
      </tr>
    </thead>
  );
}

/** Returns the property that a column sorts by. Ids are in order of creation. */
function sortOf(field: Field | undefined): string | null {
  if (field === undefined || field.name === UPDATED.name) return null;
  if (field.name === CREATED.name) return ID.name;
  return field.indexed && !field.multi ? field.name : null;
}

function next(property: string, direction: Sort["direction"] | null): Sort {
  if (direction === null) return { property, direction: "asc" };
  if (direction === "asc") return { property, direction: "desc" };
  return { property: ID.name, direction: property === ID.name ? "asc" : "desc" };
}

function Arrow({ direction }: { readonly direction: Sort["direction"] | null }) {
  if (direction === null)
    return <IconSelector size={13} className={classes.unsorted} aria-hidden />;
  return direction === "asc" ? (
    <IconArrowUp size={13} aria-hidden />
  ) : (
    <IconArrowDown size={13} aria-hidden />
  );
}

/** The header of an unsortable column, which explains how to make it sortable. */
function Unsorted({
  type,
  label,
  field,
}: {
  readonly type: ObjectType;
  readonly label: string;
  readonly field: Field | undefined;
}) {
  if (field === undefined || field.indexed) return <span className={classes.label}>{label}</span>;
  return (
    <Popover width={280} shadow="md" trapFocus returnFocus>
      <Popover.Target>
        <UnstyledButton className={classes.sort}>{label}</UnstyledButton>
      </Popover.Target>
      <Popover.Dropdown>
        <NotIndexed type={type} label={field.label} />
      </Popover.Dropdown>
    </Popover>
  );
}
