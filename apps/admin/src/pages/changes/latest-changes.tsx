import { Stack } from "@mantine/core";
import { useSessionStorage } from "@mantine/hooks";
import { useEffect, useState } from "react";
import { useMe } from "../../session.ts";
import { ChangeLine } from "./change-line.tsx";
import { useLatestChanges } from "./use-changes.ts";
import { type Change, isBusy } from "./words.ts";

/** Time for which an admin's own change is shown after its end. */
const SHOWN_MS = 10 * 60 * 1000;

interface LatestChangesProps {
  /** Only changes of this type. */
  readonly type?: string;
  /** Only changes that do one of these. */
  readonly actions?: readonly Change["action"][];
}

/** The running bulk changes, and those that the admin has just made. */
export function LatestChanges({ type, actions }: LatestChangesProps) {
  const me = useMe();
  const changes = useLatestChanges();
  const [hidden, setHidden] = useSessionStorage<readonly number[]>({
    key: "rapport-hidden-changes",
    defaultValue: [],
    getInitialValueInEffect: false,
  });
  const seen = useSeenUndone(changes);
  const isShown = (change: Change) => {
    if (type !== undefined && change.object !== type) return false;
    if (actions !== undefined && !actions.includes(change.action)) return false;
    if (isBusy(change)) return true;
    const isOwn = change.actor.kind === "admin" && change.actor.id === String(me.id);
    const isRecent = Date.parse(change.endedAt ?? "") > Date.now() - SHOWN_MS;
    return isOwn && isRecent && !hidden.includes(change.id) && !seen.includes(change.id);
  };
  const shown = changes.filter(isShown);
  if (shown.length === 0) return null;
  return (
    <Stack gap={6} mb="sm">
      {shown.map((change) => (
        <ChangeLine
          key={change.id}
          change={change}
          onClose={() => setHidden((before) => [...before, change.id])}
        />
      ))}
    </Stack>
  );
}

/**
 * Returns the undone changes that an earlier visit of this page or another one has shown. A change of which records were left
 * is not among them, because its line has their file.
 */
function useSeenUndone(changes: readonly Change[]): readonly number[] {
  const [seen, setSeen] = useSessionStorage<readonly number[]>({
    key: "rapport-seen-undone",
    defaultValue: [],
    getInitialValueInEffect: false,
  });
  const [seenBefore] = useState(seen);
  useEffect(() => {
    const undone = changes.filter(({ undo }) => undo?.state === "done" && undo.left === 0);
    const added = undone.map(({ id }) => id).filter((id) => !seen.includes(id));
    if (added.length > 0) setSeen([...seen, ...added]);
  }, [changes, seen, setSeen]);
  return seenBefore;
}
