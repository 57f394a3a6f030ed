import { useDroppable } from "@dnd-kit/core";
import { ActionIcon, Text, Title, VisuallyHidden } from "@mantine/core";
import { stageColor } from "@rapport/model";
import {
  IconLayoutSidebarLeftCollapse,
  IconLayoutSidebarLeftExpand,
  IconLock,
  IconPlus,
} from "@tabler/icons-react";
import { LoadMore } from "../../ui/tables/load-more.tsx";
import { Chip } from "../../ui/values/chip.tsx";
import { formatNumber } from "../../ui/values/format.ts";
import classes from "./board.module.css";
import { useBoardContext } from "./board-context.ts";
import { BoardCard } from "./card.tsx";
import type { Column } from "./moves.ts";
import { stageSum } from "./sums.ts";

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
  const { hasCards } = useBoardContext();
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
          // Above an empty board it is said once.
          hasCards && (
            <Text c="dimmed" className={classes.none}>
              Empty
            </Text>
          )
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

/** A stage of this name says so already. */
const CLOSED = "Closed";

type HeadProps = Pick<ColumnProps, "stage" | "isCollapsed" | "onToggle">;

function ColumnHead({ stage, isCollapsed, onToggle }: HeadProps) {
  const { create, noun } = useBoardContext();
  const Icon = isCollapsed ? IconLayoutSidebarLeftExpand : IconLayoutSidebarLeftCollapse;
  return (
    <header className={classes.head}>
      <div className={classes.label}>
        <ActionIcon
          className={`${classes.headButton} ${classes.collapse}`}
          variant="subtle"
          color="gray"
          size={22}
          aria-label={`${isCollapsed ? "Expand" : "Collapse"} ${stage.label}`}
          aria-expanded={!isCollapsed}
          onClick={onToggle}
        >
          <Icon size={15} aria-hidden />
        </ActionIcon>
        <Title order={2} fz="sm" title={stage.label}>
          <Chip color={stageColor(stage)}>{stage.label}</Chip>
        </Title>
        <Text span fz="sm" c="dimmed" className="tabular">
          {formatNumber(stage.count)}
          {stage.relation === "gte" && "+"}
          <VisuallyHidden> in this stage</VisuallyHidden>
        </Text>
        {stage.closed && !isCollapsed && (
          <span className={classes.closed} title={CLOSED}>
            <IconLock size={12} aria-hidden />
            {stage.label !== CLOSED && <span className={classes.closedWord}>{CLOSED}</span>}
          </span>
        )}
        {create !== null && !isCollapsed && (
          <ActionIcon
            className={`${classes.headButton} ${classes.add}`}
            variant="subtle"
            color="gray"
            size={22}
            aria-label={`Create ${noun} in ${stage.label}`}
            title={`Create ${noun}`}
            onClick={() => create(stage.key)}
          >
            <IconPlus size={15} aria-hidden />
          </ActionIcon>
        )}
      </div>
      {!isCollapsed && <StageAmounts stage={stage} />}
    </header>
  );
}

/**
 * The sum of a stage. Its title and screen readers have the exact ones. Without a sum the line stays, so that the cards of
 * all stages begin at one height.
 */
function StageAmounts({ stage }: { readonly stage: Column }) {
  const { areSumsShort: isShort, hasSums, reporting } = useBoardContext();
  if (!hasSums) return null;
  const sum = stageSum(stage, reporting);
  return (
    <Text fz="xs" c="dimmed" component="div" className={`tabular ${classes.stageSum}`}>
      {sum && (
        <span title={sum.lines.join("\n")}>
          <span aria-hidden>{sum.text(isShort)}</span>
          <VisuallyHidden>{sum.lines.join(", ")}</VisuallyHidden>
        </span>
      )}
    </Text>
  );
}

interface SumTextProps {
  /** The text with shortened or with exact amounts. */
  readonly text: (isShort: boolean) => string;
  readonly isShort: boolean;
}

/** Text with sums. If they are shortened, screen readers and the title have the exact ones. */
export function SumText({ text, isShort }: SumTextProps) {
  const exact = text(false);
  const shown = text(isShort);
  if (shown === exact) return exact;
  return (
    <span title={exact}>
      <span aria-hidden>{shown}</span>
      <VisuallyHidden>{exact}</VisuallyHidden>
    </span>
  );
}
