import { useDroppable } from "@dnd-kit/core";
import { Badge, Text, Title, VisuallyHidden } from "@mantine/core";
import { IconLock } from "@tabler/icons-react";
import { formatMoney, formatNumber } from "../../ui/format.ts";
import { LoadMore } from "../../ui/load-more.tsx";
import classes from "./board.module.css";
import { BoardCard } from "./card.tsx";
import type { Column } from "./moves.ts";

interface ColumnProps {
  readonly stage: Column;
  readonly isLoadingMore: boolean;
  readonly onMore: () => void;
}

/** A stage with its cards. */
export function BoardColumn({ stage, isLoadingMore, onMore }: ColumnProps) {
  const { setNodeRef, isOver } = useDroppable({ id: stage.key, data: { stage } });
  const more = {
    hasNextPage: stage.nextCursor !== null,
    isFetchingNextPage: isLoadingMore,
    fetchNextPage: onMore,
  };
  return (
    <section
      ref={setNodeRef}
      className={classes.column}
      aria-label={stage.label}
      data-over={isOver}
      data-closed={stage.closed}
    >
      <ColumnHead stage={stage} />
      <div className={classes.body}>
        {stage.cards.length === 0 ? (
          <Text c="dimmed" className={classes.none}>
            Empty
          </Text>
        ) : (
          <ul className={classes.cards}>
            {stage.cards.map((card) => (
              <BoardCard key={card.id} card={card} stage={stage} />
            ))}
          </ul>
        )}
        <LoadMore query={more} />
      </div>
    </section>
  );
}

function ColumnHead({ stage }: { readonly stage: Column }) {
  const amounts = (stage.amounts ?? []).filter(({ amount }) => /[1-9]/.test(amount));
  return (
    <header className={classes.head}>
      <div className={classes.label}>
        <Title order={2} fz="sm">
          {stage.label}
        </Title>
        <Text span fz="sm" c="dimmed" className="tabular">
          {formatNumber(stage.count)}
          <VisuallyHidden> in this stage</VisuallyHidden>
        </Text>
        {stage.closed && (
          <Badge
            className={classes.closed}
            size="sm"
            variant="default"
            leftSection={<IconLock size={10} aria-hidden />}
          >
            Closed
          </Badge>
        )}
      </div>
      {amounts.map(({ currency, amount }) => (
        <Text key={currency} fz="xs" c="dimmed" className="tabular">
          {formatMoney(amount, currency)}
        </Text>
      ))}
    </header>
  );
}
