import { VisuallyHidden } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import { Fragment, type ReactNode } from "react";
import { typeNames } from "../../../object-types.ts";
import { propertyChoices } from "../../../property/choices.ts";
import { PropertyValue } from "../../../property/property-value.tsx";
import type { Schema, Values } from "../../../property/use-schema.ts";
import { associatedType, CREATED, type Field, ID, UPDATED } from "../../../records/fields.ts";
import { isTime } from "../../../records/filters/operators.ts";
import type { TableRow } from "../../../records/use-table.ts";
import { useProjectId } from "../../../shell/use-project.ts";
import taskClasses from "../../../tasks/task-row.module.css";
import { isOverdue } from "../../../tasks/task-row.tsx";
import { ShortDay } from "../../../ui/values/moment.tsx";
import classes from "../table/record-table.module.css";

interface CellValueProps {
  readonly row: TableRow;
  readonly field: Field;
  readonly schema: Schema;
  /** True if emails, phones and web addresses are links. */
  readonly links: boolean;
}

/** What a cell shows of a record. */
export function CellValue({ field, row, schema, links }: CellValueProps): ReactNode {
  if (field === CREATED) return <ShortDay at={row.createdAt} />;
  if (field === UPDATED) return <ShortDay at={row.updatedAt} />;
  if (field === ID) return row.id;
  const other = associatedType(field);
  if (other !== null) return <Associated type={other} found={row.associated[other]} />;
  const { properties } = row;
  const value = valueIn(field, properties, schema);
  // Empty cells have no dash, because a table of dashes is hard to read.
  if (value === null) return null;
  if (isTime(field) && !field.multi && typeof value === "string") {
    const isLate = field.name === "due_at" && properties.status === "open" && isOverdue(value);
    return (
      <span {...(isLate ? { className: taskClasses.late } : {})}>
        {isLate && <VisuallyHidden>Overdue: </VisuallyHidden>}
        <ShortDay at={value} hasTime />
      </span>
    );
  }
  const pipeline = typeof properties.pipeline === "string" ? properties.pipeline : undefined;
  const choices = propertyChoices(field, schema, pipeline);
  const { currency } = properties;
  return (
    <PropertyValue
      definition={field}
      value={value}
      links={links}
      currency={field.name === "amount" && typeof currency === "string" ? currency : null}
      {...(choices === null ? {} : { choices })}
    />
  );
}

interface AssociatedProps {
  readonly type: string;
  readonly found: TableRow["associated"][string];
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
            params={{ projectId, plural: typeNames(type).plural, recordId: String(id) }}
            className={classes.link}
            tabIndex={-1}
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
