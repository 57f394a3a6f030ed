import { Checkbox, Popover, Text, UnstyledButton } from "@mantine/core";
import { IconAlertTriangle, IconArrowDown, IconArrowUp, IconSelector } from "@tabler/icons-react";
import { memo, type ReactElement } from "react";
import { objectType, typeNames } from "../../../object-types.ts";
import type { Schema } from "../../../property/use-schema.ts";
import {
  CREATED,
  type Field,
  filterFields,
  ID,
  nameProperty,
  noteOfSort,
  UPDATED,
} from "../../../records/fields.ts";
import { FilterEditor } from "../../../records/filters/filter-bar.tsx";
import { listOperators } from "../../../records/filters/operators.ts";
import type { Filter, Sort } from "../../../records/search.ts";
import type { Columns } from "../../../records/use-columns.ts";
import type { TableRow } from "../../../records/use-table.ts";
import { useMay } from "../../../session.ts";
import { useProjectId } from "../../../shell/use-project.ts";
import { AnchorLink } from "../../../ui/links.tsx";
import type { Selection } from "../selection/use-selection.ts";
import { ColumnHead } from "./column-head.tsx";
import { FilterRow } from "./filter-row.tsx";
import type { PlacedColumn } from "./place-columns.ts";
import classes from "./record-table.module.css";
import headClasses from "./table-head.module.css";

interface TableHeadProps {
  readonly columns: Columns;
  readonly placed: readonly PlacedColumn[];
  readonly schema: Schema;
  readonly sort: Sort;
  readonly onSort: (sort: Sort) => void;
  /** Adds a filter; undefined if there can be no more. */
  readonly onFilter: ((filter: Filter) => void) | undefined;
  /** The filters that the row below the headers changes; null without that row. */
  readonly filters: readonly Filter[] | null;
  readonly onFilters: (filters: readonly Filter[]) => void;
  readonly onDrag: (resized: { readonly name: string; readonly width: number } | null) => void;
  /** Tells screen readers what has happened. */
  readonly announce: (text: string) => void;
  readonly rows: readonly TableRow[];
  readonly selection: Selection;
}

/**
 * The column headers. Clicks sort ascending, descending, and then by newest again. It is memoized, because the table is
 * rendered at each step of a scroll.
 */
export const TableHead = memo(function TableHead(props: TableHeadProps) {
  const { columns, placed, schema, sort, onSort, onDrag, announce, filters, onFilters } = props;
  const { name: type } = schema;
  const name = schema.properties.find((property) => property.name === nameProperty(type));
  const sorting = { type, sort, onSort };
  const currency = objectType(type).money?.currency ?? "";
  const currencies = props.rows.map(({ properties }) => properties[currency]);
  const sortNote = (field: Field) => noteOfSort(type, sortProperty(field), currencies);
  return (
    <thead>
      <tr aria-rowindex={1}>
        <th scope="col" {...headAttributes(name, sort)}>
          <SelectLoaded {...props} />
          <SortButton {...sorting} label={typeNames(type).singular} field={name} />
        </th>
        {placed.map((column, place) => (
          <ColumnHead
            key={column.field.name}
            {...{ column, place, columns, onDrag, announce }}
            attributes={headAttributes(column.field, sort)}
            onSort={makeSorter(column.field, onSort)}
            note={sortNote(column.field)}
            filtered={(content) => <Filtered {...props} field={column.field} content={content} />}
          >
            <SortButton
              {...sorting}
              label={column.field.label}
              field={column.field}
              note={sortNote(column.field)}
            />
          </ColumnHead>
        ))}
      </tr>
      {filters && <FilterRow {...{ schema, placed, filters }} onChange={onFilters} />}
    </thead>
  );
});

function makeSorter(field: Field, onSort: TableHeadProps["onSort"]) {
  const property = sortProperty(field);
  if (property === null) return undefined;
  return (direction: Sort["direction"]) => onSort({ property, direction });
}

interface FilteredProps extends Pick<TableHeadProps, "schema" | "onFilter"> {
  readonly field: Field;
  readonly content: (openFilter?: () => void) => ReactElement;
}

/** The head of a column, below which its menu opens the form of a filter. */
function Filtered({ schema, field, content, onFilter }: FilteredProps) {
  const [operator] = listOperators(field, schema);
  const isKnown = filterFields(schema).some(({ name }) => name === field.name);
  if (!isKnown || operator === undefined || onFilter === undefined) return content();
  return (
    <FilterEditor
      schema={schema}
      pipeline={undefined}
      filter={{ property: field.name, operator }}
      onSave={onFilter}
      withRoles={false}
      // The menu gives the focus back to its button when it closes.
      target={(toggle) => content(() => setTimeout(toggle, AFTER_MENU_MS))}
    />
  );
}

const AFTER_MENU_MS = 200;

function headAttributes(field: Field | undefined, sort: Sort) {
  const property = sortProperty(field);
  const isSorted = property !== null && sort.property === property;
  return {
    ...(isSorted ? { "aria-sort": `${sort.direction}ending` as "ascending" | "descending" } : {}),
    "data-number": field?.type === "number" && field.name !== ID.name,
  };
}

interface SortButtonProps extends Pick<TableHeadProps, "sort" | "onSort"> {
  readonly type: string;
  readonly label: string;
  readonly field: Field | undefined;
  /** What to know about the order. */
  readonly note?: string | undefined;
}

function SortButton({ type, label, field, sort, onSort, note }: SortButtonProps) {
  const property = sortProperty(field);
  if (property === null) return <Unsorted type={type} label={label} field={field} />;
  const direction = sort.property === property ? sort.direction : null;
  return (
    <UnstyledButton
      className={classes.sort}
      draggable={false}
      title={note}
      onClick={() => onSort(next(property, direction))}
    >
      <span className={headClasses.text}>{label}</span>
      <Arrow direction={direction} />
      {direction !== null && note !== undefined && <IconAlertTriangle size={13} aria-hidden />}
    </UnstyledButton>
  );
}

/** The box that selects all rows that are loaded; hidden for read-only admins. */
function SelectLoaded({ schema, rows, selection }: TableHeadProps) {
  if (!useMay("admin")) return null;
  const count = rows.filter(({ id }) => selection.isSelected(id)).length;
  return (
    <Checkbox
      className={classes.selectLoaded}
      size="xs"
      aria-label={`Select all loaded ${typeNames(schema.name).label.toLowerCase()}`}
      checked={count > 0 && count === rows.length}
      indeterminate={count > 0 && count < rows.length}
      onChange={selection.toggleLoaded}
    />
  );
}

/** Returns the property that a column sorts by. Ids are in order of creation. */
function sortProperty(field: Field | undefined): string | null {
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
  readonly type: string;
  readonly label: string;
  readonly field: Field | undefined;
}) {
  if (field === undefined || field.indexed) return <span className={classes.label}>{label}</span>;
  return (
    <Popover width={280} shadow="md" trapFocus returnFocus>
      <Popover.Target>
        <UnstyledButton className={classes.sort}>
          <span className={headClasses.text}>{label}</span>
        </UnstyledButton>
      </Popover.Target>
      <Popover.Dropdown>
        <NotIndexed type={type} label={field.label} />
      </Popover.Dropdown>
    </Popover>
  );
}

interface NotIndexedProps {
  readonly type: string;
  readonly label: string;
}

/** Says why records cannot be sorted by a property, and how to change that. */
function NotIndexed({ type, label }: NotIndexedProps) {
  const projectId = String(useProjectId());
  return (
    <Text>
      “{label}” is not indexed, so records cannot be sorted by it.{" "}
      <AnchorLink
        to="/p/$projectId/schema/$plural"
        params={{ projectId, plural: typeNames(type).plural }}
        inherit
        underline="always"
      >
        Switch on “Indexed” for it in the schema
      </AnchorLink>
      .
    </Text>
  );
}
