import { Checkbox } from "@mantine/core";
import { Link, useNavigate } from "@tanstack/react-router";
import { Fragment, type MouseEvent, memo, type ReactNode } from "react";
import { useIsChanged } from "../../../changed.ts";
import { type ObjectType, TYPES } from "../../../object-types.ts";
import { choicesOf } from "../../../property/choices.ts";
import { PropertyValue } from "../../../property/property-value.tsx";
import type { Schema, Values } from "../../../property/use-schema.ts";
import { useMay } from "../../../session.ts";
import { useProjectId } from "../../../shell/use-project.ts";
import { formatMinute, formatMoment } from "../../../ui/format.ts";
import { associatedType, CREATED, type Field, ID, UPDATED } from "../fields.ts";
import type { TableRow } from "../use-table.ts";
import type { PlacedColumn } from "./place-columns.ts";
import classes from "./record-table.module.css";
import { RowMenu } from "./row-menu.tsx";

interface RecordRowProps {
  readonly type: ObjectType;
  readonly schema: Schema;
  readonly placed: readonly PlacedColumn[];
  readonly row: TableRow;
  /** Index in the table, from 0. */
  readonly index: number;
  readonly isSelected: boolean;
  readonly onSelect: (index: number, isRange: boolean) => void;
  readonly onEdit: (row: TableRow) => void;
  readonly onDelete: (row: TableRow) => void;
}

/** A row. A click anywhere on it opens the record. */
export const RecordRow = memo(function RecordRow(props: RecordRowProps) {
  const { type, schema, placed, row, index, isSelected, onSelect, onEdit, onDelete } = props;
  const maySelect = useMay("admin");
  const navigate = useNavigate();
  const to = {
    to: "/p/$projectId/$plural/$recordId",
    params: {
      projectId: String(useProjectId()),
      plural: TYPES[type].plural,
      recordId: String(row.id),
    },
  } as const;
  const open = (event: MouseEvent) => {
    const isOnControl =
      (event.target as HTMLElement).closest("a, button, input, [role=menu]") !== null;
    // Ctrl and Cmd clicks are for the link, and a click may end a text selection.
    if (isOnControl || event.metaKey || event.ctrlKey || getSelection()?.isCollapsed === false)
      return;
    void navigate(to);
  };
  return (
    <tr
      className={classes.row}
      aria-rowindex={index + 2}
      data-selected={isSelected}
      data-changed={useIsChanged(row.id)}
      onClick={open}
    >
      <th scope="row">
        <div className={classes.name}>
          {maySelect && (
            <Checkbox
              className={classes.select}
              size="xs"
              aria-label={`Select ${row.name}`}
              checked={isSelected}
              onChange={({ nativeEvent }) =>
                onSelect(index, nativeEvent instanceof MouseEvent && nativeEvent.shiftKey)
              }
            />
          )}
          <Link {...to} className={classes.link} data-row={index} title={row.name}>
            {row.name}
          </Link>
          <RowMenu row={row} onEdit={onEdit} onDelete={onDelete} />
        </div>
      </th>
      {placed.map(({ field, left }) => (
        <td
          key={field.name}
          data-number={field.type === "number" && field !== ID}
          data-pinned={left !== null}
          style={left === null ? {} : { left }}
        >
          <Cell field={field} row={row} schema={schema} />
        </td>
      ))}
    </tr>
  );
});

type CellProps = Pick<RecordRowProps, "row" | "schema"> & { readonly field: Field };

function Cell({ field, row, schema }: CellProps): ReactNode {
  if (field === CREATED) return formatMinute(row.createdAt);
  if (field === UPDATED) return formatMinute(row.updatedAt);
  if (field === ID) return row.id;
  const other = associatedType(field);
  if (other !== null) return <Associated type={other} found={row.associated[other]} />;
  const { properties } = row;
  const value = valueIn(field, properties, schema);
  // Empty cells have no dash, because a table of dashes is hard to read.
  if (value === null) return null;
  if (field.type === "datetime" && typeof value === "string") {
    return <span title={formatMoment(value)}>{formatMinute(value)}</span>;
  }
  const pipeline = typeof properties.pipeline === "string" ? properties.pipeline : undefined;
  const choices = choicesOf(field, schema, pipeline);
  const { currency } = properties;
  const shown = (
    <PropertyValue
      definition={field}
      value={value}
      currency={field.name === "amount" && typeof currency === "string" ? currency : null}
      {...(choices === null ? {} : { choices })}
    />
  );
  const isTag = choices !== null && field.type !== "boolean" && !field.multi;
  return isTag ? <span className={classes.tag}>{shown}</span> : shown;
}

interface AssociatedProps {
  readonly type: ObjectType;
  readonly found: TableRow["associated"][ObjectType];
}

/** Links to the first associated records. */
function Associated({ type, found }: AssociatedProps) {
  const projectId = String(useProjectId());
  if (found === undefined) return null;
  return (
    <>
      {found.records.map(({ id, name }, i) => (
        <Fragment key={id}>
          {i > 0 && ", "}
          <Link
            to="/p/$projectId/$plural/$recordId"
            params={{ projectId, plural: TYPES[type].plural, recordId: String(id) }}
            className={classes.link}
          >
            {name}
          </Link>
        </Fragment>
      ))}
      {found.isMore && " …"}
    </>
  );
}

/** Returns a record's value. The probability of a deal comes from its stage. */
function valueIn({ name, readOnly }: Field, values: Values, { pipelines }: Schema) {
  if (name !== "probability" || !readOnly) return values[name] ?? null;
  const pipeline = pipelines.find(({ key }) => key === values.pipeline);
  return pipeline?.stages.find(({ key }) => key === values.stage)?.probability ?? null;
}
