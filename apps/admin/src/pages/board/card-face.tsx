import { Text, VisuallyHidden } from "@mantine/core";
import { memo, type ReactNode } from "react";
import { propertyChoices } from "../../property/choices.ts";
import { PropertyValue } from "../../property/property-value.tsx";
import type { Schema } from "../../property/use-schema.ts";
import { associatedType, type Field } from "../../records/fields.ts";
import { LongAmount } from "../../ui/values/address.tsx";
import { AdminAvatar } from "../../ui/values/avatar.tsx";
import { Chip } from "../../ui/values/chip.tsx";
import { formatMoney } from "../../ui/values/format.ts";
import { Moment, ShortDay } from "../../ui/values/moment.tsx";
import classes from "./board.module.css";
import { useBoardContext } from "./board-context.ts";
import type { Card } from "./moves.ts";

/** The content of a card. */
export const CardFace = memo(function CardFace(props: {
  readonly card: Card;
  /** The name, as a link except while the card is dragged. */
  readonly name: ReactNode;
}) {
  const { card, name } = props;
  const { fields, schema } = useBoardContext();
  const { owner_id: owner } = card.values;
  return (
    <>
      <div className={classes.name}>{name}</div>
      <CardFields {...{ card, fields, schema }} />
      <div className={classes.facts}>
        <span className={classes.amount}>
          {card.amount != null && (
            <LongAmount>{formatMoney(card.amount, card.currency ?? null)}</LongAmount>
          )}
        </span>
        {typeof owner === "string" ? (
          <span title={owner}>
            <AdminAvatar email={owner} />
            <VisuallyHidden>Owner {owner}</VisuallyHidden>
          </span>
        ) : (
          <Text span inherit c="dimmed">
            <Moment at={card.updatedAt} />
          </Text>
        )}
      </div>
    </>
  );
});

interface CardFieldsProps {
  readonly card: Card;
  readonly fields: readonly Field[];
  readonly schema: Schema;
}

/** The properties that the admin chose for cards. Those without a value are left out. */
function CardFields({ card, fields, schema }: CardFieldsProps) {
  const shown = fields.flatMap((field) => {
    const value = shownValue(card, field, schema);
    return value === null ? [] : [{ field, value }];
  });
  if (shown.length === 0) return null;
  return (
    <dl className={classes.fields}>
      {shown.map(({ field, value }) => (
        <div key={field.name} title={field.label} data-chip={isChip(field, schema) || undefined}>
          <VisuallyHidden component="dt">{field.label}</VisuallyHidden>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

/** Choices and days are short, so they share a line as chips. */
function isChip(field: Field, schema: Schema): boolean {
  if (associatedType(field) !== null || field.multi) return false;
  return (
    field.type === "date" || field.type === "datetime" || propertyChoices(field, schema) !== null
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
  if ((field.type === "datetime" || field.type === "date") && typeof value === "string") {
    return (
      <Chip color={undefined}>
        <ShortDay at={value} />
      </Chip>
    );
  }
  const choices = propertyChoices(field, schema);
  const shown = (
    <PropertyValue
      definition={field}
      value={value}
      links={false}
      {...(choices === null ? {} : { choices })}
    />
  );
  return field.type === "boolean" ? <Chip color={undefined}>{shown}</Chip> : shown;
}
