import { Alert, Group, Progress, Stack, Text } from "@mantine/core";
import type { LinkProps } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { AnchorLink } from "../ui/links.tsx";
import { formatMinute } from "../ui/values/format.ts";
import { Mark, type Tone } from "../ui/values/mark.tsx";
import classes from "./job-line.module.css";

/** A job that changes many records, as far as its page does not depend on its kind. */
interface ShownJob {
  readonly state: string;
  readonly failure: string | null;
  readonly refused: number;
  readonly canUndo: boolean;
  readonly keptUntil: string | null;
  readonly undo: { readonly state: string } | null;
}

export interface JobMark {
  readonly tone: Tone;
  readonly text: string;
}

interface JobContentProps {
  readonly job: ShownJob;
  /** What the page calls the job, its inputs, and what it does with them. */
  readonly words: {
    readonly job: "import" | "change";
    readonly inputs: "rows" | "records";
    readonly done: "imported" | "changed";
  };
  readonly mark: JobMark;
  /** How far it is, while it runs. */
  readonly progress: { readonly percent: number; readonly text: string; readonly label: string };
  /** Its result, and that of its undo. */
  readonly children: ReactNode;
}

/** The page of an import or a bulk change: its state and progress, its result, and until when it can be undone. */
export function JobContent({ job, words, mark, progress, children }: JobContentProps) {
  return (
    <Stack gap="lg">
      <div role="status">
        <Mark tone={mark.tone}>{mark.text}</Mark>
      </div>
      {job.state === "running" && (
        <Stack gap={4}>
          <Text fz="sm">{progress.text}</Text>
          <Progress value={progress.percent} aria-label={progress.label} />
          <Text fz="xs" c="dimmed">
            You can leave this page. The {words.job} continues.
          </Text>
        </Stack>
      )}
      {job.failure !== null && (
        <Alert color="red" variant="light">
          {job.failure} What was {words.done} before stays.
        </Alert>
      )}
      {children}
      <KeptUntil job={job} words={words} />
    </Stack>
  );
}

/** Returns whether the files of a job that has ended are still kept. */
export function isKept({ keptUntil }: Pick<ShownJob, "keptUntil">): boolean {
  return keptUntil !== null && Date.parse(keptUntil) > Date.now();
}

/** Says until when a job can be undone and what it refused can be downloaded; nothing if neither is possible. */
function KeptUntil({ job, words }: Pick<JobContentProps, "job" | "words">) {
  const { canUndo, refused, keptUntil } = job;
  const what = [
    ...(canUndo ? [`The ${words.job} can be undone`] : []),
    ...(refused > 0 ? [`${canUndo ? "its" : "The"} refused ${words.inputs} are kept`] : []),
  ];
  if (keptUntil === null || !isKept(job) || what.length === 0) return null;
  return (
    <Text fz="xs" c="dimmed">
      {what.join(", and ")} until {formatMinute(keptUntil)}.
    </Text>
  );
}

/**
 * Returns the state of a job in words.
 *
 * @param words.refused how many inputs it refused, such as `3 rows`
 * @param words.undone what to say of a job that was undone
 * @param words.waiting what to say of a job that waits
 */
export function jobMark(
  { state, refused, undo }: Pick<ShownJob, "state" | "refused" | "undo">,
  words: { readonly refused: string; readonly undone: string; readonly waiting?: string },
): JobMark {
  if (undo?.state === "running") return { tone: "busy", text: undoTitle(undo.state) };
  if (undo?.state === "failed") return { tone: "bad", text: undoTitle(undo.state) };
  switch (state) {
    case "waiting":
      return { tone: "idle", text: words.waiting ?? "Waits" };
    case "running":
      return { tone: "busy", text: "Running" };
    case "done":
      return refused > 0
        ? { tone: "warn", text: `Done, ${words.refused} refused` }
        : { tone: "good", text: "Done" };
    case "cancelled":
      return { tone: "idle", text: "Cancelled" };
    case "failed":
      return { tone: "bad", text: "Failed" };
    default:
      return { tone: "idle", text: words.undone };
  }
}

interface JobLineProps {
  readonly title: string;
  /** The page of the job. */
  readonly to: Pick<LinkProps, "to" | "params">;
  /** How far it is, or its result. */
  readonly text: string;
  /** Undefined if the job does not run or its progress is unknown. */
  readonly percent: number | undefined;
  readonly actions?: ReactNode;
}

/** An import or a bulk change above a table: its progress or result, and what can be done about it. */
export function JobLine({ title, to, text, percent, actions }: JobLineProps) {
  return (
    <Group component="section" aria-label={title} gap="sm" className={classes.line}>
      <Text fz="sm" fw={500}>
        <AnchorLink inherit c="inherit" {...to}>
          {title}
        </AnchorLink>
      </Text>
      <Text fz="sm" role="status" className="tabular">
        {text}
      </Text>
      {percent !== undefined && (
        <Progress value={percent} className={classes.progress} aria-label={title} />
      )}
      {actions && (
        <Group gap="xs" ml="auto">
          {actions}
        </Group>
      )}
    </Group>
  );
}

/** Returns the state of an undo in words. */
export function undoTitle(state: string): string {
  switch (state) {
    case "done":
      return "Undone";
    case "failed":
      return "Undo failed";
    case "cancelled":
      return "Undo cancelled";
    default:
      return "Being undone";
  }
}
