import { VisuallyHidden } from "@mantine/core";
import { choicesOf } from "../../property/choices.ts";
import { PropertyValue } from "../../property/property-value.tsx";
import type { Schema } from "../../property/use-schema.ts";
import { formatShortTime } from "../../ui/values/format.ts";
import { associatedType, type Field } from "../records/fields.ts";
import classes from "./board.module.css";
import type { Card } from "./moves.ts";

interface CardFieldsProps {
  readonly card: Card;
  readonly fields: readonly Field[];
  readonly schema: Schema;
}

/** The properties that the admin chose for cards. Those without a value are left out. */
export function CardFields({ card, fields, schema }: CardFieldsProps) {
  const shown = fields.flatMap((field) => {
    const value = shownValue(card, field, schema);
    return value === null ? [] : [{ field, value }];
  });
  if (shown.length === 0) return null;
  return (
    <dl className={classes.fields}>
      {shown.map(({ field, value }) => (
        <div key={field.name} title={field.label}>
          <VisuallyHidden component="dt">{field.label}</VisuallyHidden>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

function shownValue(card: Card, field: Field, schema: Schema) {
  const other = associatedType(field);
  if (other !== null) {
    const found = card.associated[other];
    if (found === undefined || found.records.length === 0) return null;
    return `${found.records.map(({ name }) => name).join(", ")}${found.isMore ? " …" : ""}`;
  }
  const value = card.values[field.name];
  if (value === undefined || value === null) return null;
  if (field.type === "datetime" && typeof value === "string") return formatShortTime(value);
  const choices = choicesOf(field, schema);
  return (
    <PropertyValue
      definition={field}
      value={value}
      links={false}
      {...(choices === null ? {} : { choices })}
    />
  );
}
