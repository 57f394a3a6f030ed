import { Text } from "@mantine/core";
import { memo, type ReactNode } from "react";
import { formatMoney } from "../../ui/values/format.ts";
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
        <span className={classes.amount}>
          {card.amount != null && formatMoney(card.amount, card.currency ?? null)}
        </span>
        <Text span inherit c="dimmed">
          <Moment at={card.updatedAt} />
        </Text>
      </div>
    </>
  );
});
