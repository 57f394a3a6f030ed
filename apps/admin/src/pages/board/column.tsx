import { useDroppable } from "@dnd-kit/core";
import { ActionIcon, Badge, Text, Title, VisuallyHidden } from "@mantine/core";
import {
  IconLayoutSidebarLeftCollapse,
  IconLayoutSidebarLeftExpand,
  IconLock,
} from "@tabler/icons-react";
import { LoadMore } from "../../ui/tables/load-more.tsx";
import { formatNumber } from "../../ui/values/format.ts";
import classes from "./board.module.css";
import { BoardCard } from "./card.tsx";
import type { Column } from "./moves.ts";
import { StageSum } from "./stage-sum.tsx";
import { weightedAmounts } from "./weighted.ts";

interface ColumnProps {
  readonly stage: Column;
  readonly isCollapsed: boolean;
  readonly onToggle: () => void;
  readonly isLoadingMore: boolean;
  readonly onMore: () => void;
}

/** A stage with its cards. */
export function BoardColumn(props: ColumnProps) {
  const { stage, isCollapsed, onToggle, isLoadingMore, onMore } = props;
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
      data-collapsed={isCollapsed}
    >
      <ColumnHead stage={stage} isCollapsed={isCollapsed} onToggle={onToggle} />
      <div className={classes.body} hidden={isCollapsed}>
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

type HeadProps = Pick<ColumnProps, "stage" | "isCollapsed" | "onToggle">;

function ColumnHead({ stage, isCollapsed, onToggle }: HeadProps) {
  const isSome = ({ amount }: { readonly amount: string }) => /[1-9]/.test(amount);
  const amounts = (stage.amounts ?? []).filter(isSome);
  const weighted = (weightedAmounts([stage]) ?? []).filter(isSome);
  const Icon = isCollapsed ? IconLayoutSidebarLeftExpand : IconLayoutSidebarLeftCollapse;
  return (
    <header className={classes.head}>
      <div className={classes.label}>
        <ActionIcon
          className={classes.collapse}
          variant="subtle"
          color="gray"
          size={22}
          aria-label={`${isCollapsed ? "Expand" : "Collapse"} ${stage.label}`}
          aria-expanded={!isCollapsed}
          onClick={onToggle}
        >
          <Icon size={15} aria-hidden />
        </ActionIcon>
        <Title order={2} fz="sm">
          {stage.label}
        </Title>
        <Text span fz="sm" c="dimmed" className="tabular">
          {formatNumber(stage.count)}
          {stage.relation === "gte" && "+"}
          <VisuallyHidden> in this stage</VisuallyHidden>
        </Text>
        {stage.closed && !isCollapsed && (
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
      {!isCollapsed &&
        amounts.map((sum) => (
          <StageSum
            key={sum.currency}
            sum={sum}
            weighted={weighted.find(({ currency }) => currency === sum.currency)}
          />
        ))}
      {!isCollapsed && stage.isPartial && (
        <Text fz="xs" c="dimmed">
          Sum of the first 1,000
        </Text>
      )}
    </header>
  );
}
