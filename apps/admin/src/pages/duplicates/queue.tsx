import { Badge, Button, Group, Kbd, Text } from "@mantine/core";
import { useHotkeys } from "@mantine/hooks";
import { type RefObject, useEffect, useRef, useState } from "react";
import { api, type Outputs } from "../../api.ts";
import { MergeDialog } from "../../merge/merge-dialog.tsx";
import { formatDetail, RecordLink } from "../../records/record-link.tsx";
import { useMay } from "../../session.ts";
import { useProjectId } from "../../shell/use-project.ts";
import { useChange } from "../../ui/forms/use-change.ts";
import { offerUndo } from "../../ui/notices.tsx";
import { focusHeadingIfLost, hasNoFocus } from "../../ui/pages/heading-focus.ts";
import { Address } from "../../ui/values/address.tsx";
import classes from "./queue.module.css";

interface QueueProps {
  readonly type: string;
  readonly candidates: readonly Candidate[];
}

/** The candidates as a queue: the keyboard moves through it. */
export function Queue({ type, candidates }: QueueProps) {
  const may = useMay("admin");
  const [place, setPlace] = useState(0);
  const [isMerging, setIsMerging] = useState(false);
  const current = Math.min(place, candidates.length - 1);
  const candidate = candidates[current];
  const { dismiss, isPending } = useDismiss();
  const list = useRef<HTMLOListElement>(null);
  useFocusInQueue(list, current);
  const merge = (at: number) => {
    setPlace(at);
    setIsMerging(true);
  };
  const moved: [string, () => void][] = [
    ["j", () => setPlace(Math.min(current + 1, candidates.length - 1))],
    ["k", () => setPlace(Math.max(current - 1, 0))],
  ];
  const changes: [string, () => void][] = [
    ["m", () => merge(current)],
    ["d", () => candidate && !isPending && dismiss(candidate)],
  ];
  useHotkeys(isMerging ? [] : may ? [...moved, ...changes] : moved);
  return (
    <>
      <Text c="dimmed" fz="xs" mb="xs" className={classes.hint}>
        <Kbd size="xs">j</Kbd> <Kbd size="xs">k</Kbd> move
        {may && (
          <>
            , <Kbd size="xs">m</Kbd> compare and merge, <Kbd size="xs">d</Kbd> not a duplicate
          </>
        )}
      </Text>
      <ol ref={list} className={classes.queue} aria-label="Possible duplicates">
        {candidates.map((one, i) => (
          <Row
            key={`${one.one.id}-${one.other.id}`}
            candidate={one}
            isCurrent={i === current}
            may={may}
            onMerge={() => merge(i)}
            onDismiss={() => {
              setPlace(i);
              dismiss(one);
            }}
          />
        ))}
      </ol>
      <MergeDialog
        type={type}
        ids={isMerging && candidate ? [candidate.one.id, candidate.other.id] : null}
        onClose={() => setIsMerging(false)}
      />
    </>
  );
}

/**
 * Focuses the current candidate when a focused one leaves the queue, or the page's heading after the last one. Without
 * a focus in the queue, its keys work everywhere on the page, and nothing is focused.
 */
function useFocusInQueue(list: RefObject<HTMLElement | null>, current: number): void {
  const focused = useRef<Element | null>(null);
  useEffect(() => {
    const note = ({ target }: FocusEvent) => {
      if (list.current?.contains(target as Node)) focused.current = target as Element;
    };
    // A click on an empty place takes the focus away.
    const forget = () => {
      if (document.activeElement === document.body && focused.current?.isConnected === true)
        focused.current = null;
    };
    document.addEventListener("focusin", note);
    document.addEventListener("pointerup", forget);
    return () => {
      document.removeEventListener("focusin", note);
      document.removeEventListener("pointerup", forget);
    };
  }, [list]);
  useEffect(() => {
    if (focused.current === null || focused.current.isConnected) return;
    focused.current = null;
    if (!hasNoFocus()) return;
    const row = list.current?.children[current];
    // An admin who may not merge has no buttons.
    (row?.querySelector("button") ?? row?.querySelector("a"))?.focus();
  });
  useEffect(
    () => () => {
      if (focused.current !== null) focusHeadingIfLost();
    },
    [],
  );
}

/** Marks two records as different, and offers to undo it. */
function useDismiss() {
  const projectId = useProjectId();
  const reopening = useChange(api.duplicates.dismiss, {
    failed: "The records are still marked as different",
  });
  const dismissing = useChange(api.duplicates.dismiss, {
    failed: "The records were not marked as different",
  });
  const dismiss = ({ one, other }: Candidate) => {
    const pair = { projectId, oneId: one.id, otherId: other.id };
    dismissing.mutate(
      { ...pair, isDifferent: true },
      {
        onSuccess: () =>
          offerUndo({
            id: `different ${one.id} ${other.id}`,
            text: `Marked #${one.id} and #${other.id} as different.`,
            undo: () => reopening.mutateAsync({ ...pair, isDifferent: false }),
            isLong: true,
          }),
      },
    );
  };
  return { dismiss, isPending: dismissing.isPending };
}

interface RowProps {
  readonly candidate: Candidate;
  readonly isCurrent: boolean;
  readonly may: boolean;
  readonly onMerge: () => void;
  readonly onDismiss: () => void;
}

function Row({ candidate, isCurrent, may, onMerge, onDismiss }: RowProps) {
  const { one, other, reasons } = candidate;
  const both = `${one.name} #${one.id} and ${other.name} #${other.id}`;
  const item = useRef<HTMLLIElement>(null);
  useEffect(() => {
    if (isCurrent) item.current?.scrollIntoView({ block: "nearest" });
  }, [isCurrent]);
  return (
    <li ref={item} className={classes.row} aria-current={isCurrent}>
      <Named record={one} />
      <Named record={other} />
      <Group gap={4} className={classes.reasons}>
        {reasons.map((reason) => (
          <Badge key={reason} variant="default" tt="none" fw={500} radius="sm">
            {REASONS[reason]}
          </Badge>
        ))}
      </Group>
      {may && (
        <Group gap="xs" className={classes.actions}>
          <Button
            size="compact-sm"
            variant="default"
            onClick={onMerge}
            aria-label={`Compare ${both}`}
          >
            Compare
          </Button>
          <Button
            size="compact-sm"
            variant="subtle"
            color="gray"
            onClick={onDismiss}
            aria-label={`Not a duplicate: ${both}`}
          >
            Not a duplicate
          </Button>
        </Group>
      )}
    </li>
  );
}

function Named({ record }: { readonly record: Candidate["one"] }) {
  return (
    <div className={classes.record}>
      <RecordLink type={record.type} id={record.id} c="inherit" fw={500}>
        {record.name}
      </RecordLink>
      <Text c="dimmed" fz="xs">
        <Address>{[formatDetail(record), `#${record.id}`].filter(Boolean).join(" · ")}</Address>
      </Text>
    </div>
  );
}

const REASONS: Readonly<Record<Candidate["reasons"][number], string>> = {
  email: "Same email",
  phone: "Same phone number",
  name: "Same name",
  domain: "Same domain",
};

/** Two records that may be the same. */
type Candidate = Outputs["duplicates"]["list"]["candidates"][number];
