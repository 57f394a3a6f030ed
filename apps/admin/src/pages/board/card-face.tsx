import { Text } from "@mantine/core";
import { memo, type ReactNode } from "react";
import { formatMoney, formatTime } from "../../ui/values/format.ts";
import { Moment } from "../../ui/values/moment.tsx";
import classes from "./board.module.css";
import { useBoardContext } from "./board-context.ts";
import { CardFields } from "./card-fields.tsx";
import type { Card } from "./moves.ts";

/** The content of a card. */
export const CardFace = memo(function CardFace(props: {
  readonly card: Card;
  /** The name, as a link except while the card is dragged. */
  readonly name: ReactNode;
}) {
  const { card, name } = props;
  const { fields, schema } = useBoardContext();
  return (
    <>
      <div className={classes.name}>{name}</div>
      <CardFields {...{ card, fields, schema }} />
      <div className={classes.facts}>
        <span className={classes.detail}>{detailOf(card)}</span>
        <Text span inherit c="dimmed">
          <Moment at={card.updatedAt} />
        </Text>
      </div>
    </>
  );
});

/** A deal's amount in the reader's way, an appointment's start in the reader's zone. */
function detailOf({ amount, currency, detail }: Card): string {
  if (amount != null) return formatMoney(amount, currency ?? null);
  return detail !== null && /^\d{4}-\d\d-\d\dT/.test(detail) ? formatTime(detail) : (detail ?? "");
}
