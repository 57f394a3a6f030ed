import { Badge, Button, Group, Kbd, Text } from "@mantine/core";
import { useHotkeys } from "@mantine/hooks";
import { useEffect, useRef, useState } from "react";
import { useMay } from "../../session.ts";
import { MergeDialog } from "../merge/merge-dialog.tsx";
import type { Candidate } from "./candidate.ts";
import { Named } from "./named.tsx";
import classes from "./queue.module.css";
import { useDismiss } from "./use-dismiss.tsx";
import { useFocusInQueue } from "./use-focus-in-queue.ts";

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
          <Button size="compact-sm" onClick={onMerge} aria-label={`Compare ${both}`}>
            Compare
          </Button>
          <Button
            size="compact-sm"
            variant="default"
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

const REASONS: Readonly<Record<Candidate["reasons"][number], string>> = {
  email: "Same email",
  phone: "Same phone number",
  name: "Same name",
  domain: "Same domain",
};
