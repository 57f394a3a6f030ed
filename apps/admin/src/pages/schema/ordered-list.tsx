import {
  closestCenter,
  DndContext,
  type DragEndEvent,
  PointerSensor,
  useDraggable,
  useDroppable,
  useSensor,
  useSensors,
} from "@dnd-kit/core";
import { ActionIcon, VisuallyHidden } from "@mantine/core";
import { IconArrowDown, IconArrowUp, IconGripVertical } from "@tabler/icons-react";
import { type ReactNode, useEffect, useRef, useState } from "react";
import classes from "./ordered-list.module.css";

interface OrderedListProps<Item> {
  readonly label: string;
  /** What an item is, such as `stage`. */
  readonly noun: string;
  readonly items: readonly Item[];
  readonly itemKey: (item: Item) => string;
  readonly itemLabel: (item: Item) => string;
  readonly mayChange: boolean;
  /** Called with all keys in their new order. */
  readonly onOrder: (keys: readonly string[]) => void;
  readonly children: (item: Item) => ReactNode;
  /** Buttons after those that move the item. */
  readonly actions?: (item: Item) => ReactNode;
}

/** A list that is reordered by dragging or with buttons. */
export function OrderedList<Item>(props: OrderedListProps<Item>) {
  const { label, noun, items, itemKey, itemLabel, mayChange, onOrder, children, actions } = props;
  const list = useRef<HTMLOListElement>(null);
  const keepFocus = useKeptFocus(list);
  const [moved, setMoved] = useState("");
  const sensors = useSensors(useSensor(PointerSensor, { activationConstraint: { distance: 4 } }));
  const moveTo = (item: Item, to: number) => {
    const keys = items.map(itemKey).filter((one) => one !== itemKey(item));
    onOrder(keys.toSpliced(to, 0, itemKey(item)));
    setMoved(`${itemLabel(item)} is now ${noun} ${to + 1} of ${items.length}`);
  };
  const drop = ({ active, over }: DragEndEvent) => {
    const item = items.find((one) => itemKey(one) === active.id);
    if (item === undefined || over === null || over.id === active.id) return;
    const to = items.findIndex((one) => itemKey(one) === over.id);
    moveTo(item, to);
  };
  return (
    <DndContext sensors={sensors} collisionDetection={closestCenter} onDragEnd={drop}>
      <ol ref={list} className={classes.list} aria-label={label}>
        {items.map((item, index) => (
          <Row key={itemKey(item)} id={itemKey(item)} mayChange={mayChange}>
            {children(item)}
            {mayChange && (
              <span className={classes.actions}>
                {([-1, 1] as const).map((by) => (
                  <ActionIcon
                    key={by}
                    variant="subtle"
                    color="gray"
                    disabled={index + by < 0 || index + by >= items.length}
                    onClick={() => {
                      keepFocus(itemKey(item), by);
                      moveTo(item, index + by);
                    }}
                    aria-label={`Move ${itemLabel(item)} ${by < 0 ? "up" : "down"}`}
                    data-by={by}
                  >
                    {by < 0 ? <IconArrowUp size={16} /> : <IconArrowDown size={16} />}
                  </ActionIcon>
                ))}
                {actions?.(item)}
              </span>
            )}
          </Row>
        ))}
      </ol>
      <VisuallyHidden role="status">{moved}</VisuallyHidden>
    </DndContext>
  );
}

interface RowProps {
  readonly id: string;
  readonly mayChange: boolean;
  readonly children: ReactNode;
}

function Row({ id, mayChange, children }: RowProps) {
  const drag = useDraggable({ id, disabled: !mayChange });
  const drop = useDroppable({ id });
  const setRow = (node: HTMLElement | null) => {
    drag.setNodeRef(node);
    drop.setNodeRef(node);
  };
  return (
    <li
      ref={setRow}
      className={classes.row}
      data-key={id}
      data-dragging={drag.isDragging}
      data-over={drop.isOver && !drag.isDragging}
      style={drag.transform ? { transform: `translateY(${drag.transform.y}px)` } : {}}
    >
      {mayChange && (
        // Hidden, because keyboards and screen readers use the buttons.
        <span className={classes.handle} aria-hidden {...drag.listeners}>
          <IconGripVertical size={16} />
        </span>
      )}
      {children}
    </li>
  );
}

/** Returns a function that keeps the focus on a moved row, whose button the admin may press again. */
function useKeptFocus(list: { readonly current: HTMLOListElement | null }) {
  const focusNext = useRef<{ key: string; by: number } | null>(null);
  useEffect(() => {
    if (focusNext.current === null) return;
    const { key, by } = focusNext.current;
    focusNext.current = null;
    const row = list.current?.querySelector(`[data-key="${CSS.escape(key)}"]`);
    const buttons = [...(row?.querySelectorAll<HTMLButtonElement>("[data-by]") ?? [])];
    const usable = buttons.filter(({ disabled }) => !disabled);
    (usable.find(({ dataset }) => dataset.by === String(by)) ?? usable[0])?.focus();
  });
  return (key: string, by: number) => {
    focusNext.current = { key, by };
  };
}
