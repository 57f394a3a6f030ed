import { CloseButton, Stack } from "@mantine/core";
import { useSessionStorage } from "@mantine/hooks";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { refetch } from "../invalidation.ts";
import { noteJobEnd } from "../live/waiting-rows.ts";
import { useMay, useMe } from "../session.ts";
import { useProject, useProjectId } from "../shell/use-project.ts";
import { formatNumber } from "../ui/values/format.ts";
import {
  CancelButton,
  type Change,
  Csv,
  changeProgress,
  changeResult,
  changeTitle,
  earlyEnd,
  isBusy,
  UndoButton,
} from "./changes.tsx";
import { JobLine } from "./job-content.tsx";

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
 * Returns the ids of undone changes that were shown before this visit. A change that left records is not included, because
 * its line has a link to their file.
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

/** Number of changes to read: more than can be open. */
const LATEST = 10;

/** Fetches the latest bulk changes of the project, also those of other admins. Refetches records when one ends. */
function useLatestChanges(): readonly Change[] {
  const project = useProject();
  const { data } = useQuery(project.changes.list.queryOptions({ limit: LATEST }));
  const changes = data?.jobs ?? [];
  useRefreshAtEnd(changes.filter(isBusy).map(({ id }) => id));
  return changes;
}

/** Refetches records when a job that changes many of them has ended. @param busy ids of the jobs that run */
export function useRefreshAtEnd(busy: readonly number[]): void {
  const client = useQueryClient();
  const before = useRef<readonly number[]>([]);
  const key = busy.join();
  useEffect(() => {
    const hasEnded = before.current.some((id) => !busy.includes(id));
    before.current = busy;
    if (!hasEnded) return;
    noteJobEnd();
    void refetch("records");
  }, [key, client]);
}

interface ChangeLineProps {
  readonly change: Change;
  /** Hides the line; not offered while the change runs. */
  readonly onClose: () => void;
}

/** A bulk change above a table: its progress, then its result with what can be done about it. */
function ChangeLine({ change, onClose }: ChangeLineProps) {
  const projectId = useProjectId();
  const mayChange = useMay("admin");
  const { id, state, refused, undo, canUndo } = change;
  const params = { projectId: String(projectId), changeId: String(id) };
  return (
    <JobLine
      title={changeTitle(change)}
      to={{ to: "/p/$projectId/changes/$changeId", params }}
      text={changeLine(change)}
      percent={state === "running" ? changeProgress(change).percent : undefined}
      actions={
        <>
          {refused > 0 && state !== "undone" && <Csv id={id} part="refused" count={refused} />}
          {undo !== null && undo.left > 0 && <Csv id={id} part="left" count={undo.left} />}
          {mayChange && state === "running" && <CancelButton change={change} />}
          {mayChange && canUndo && <UndoButton change={change} />}
          {!isBusy(change) && <CloseButton size="sm" aria-label="Hide" onClick={onClose} />}
        </>
      }
    />
  );
}

function changeLine(change: Change): string {
  const { state, failure, undo } = change;
  if (undo?.state === "running") return `Being undone: ${formatNumber(undo.undone)} so far`;
  if (undo?.state === "done") {
    const end = earlyEnd(change);
    const before = end === null ? "" : `${end} after ${changeProgress(change).text}. `;
    const left = undo.left === 0 ? "" : `, ${formatNumber(undo.left)} left as they are`;
    return `${before}Undone: ${formatNumber(undo.undone)} as before${left}`;
  }
  if (state === "running") return changeProgress(change).text;
  if (state === "failed") return `Failed after ${changeResult(change)}. ${failure}`;
  if (state === "cancelled")
    return `Cancelled after ${changeProgress(change).text}: ${changeResult(change)}`;
  return changeResult(change);
}
