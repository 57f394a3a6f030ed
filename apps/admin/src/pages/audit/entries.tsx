import { ActionIcon, Text, Title } from "@mantine/core";
import { IconChevronDown, IconPlug, IconUser } from "@tabler/icons-react";
import { useId } from "react";
import { SURFACES } from "../../surfaces.ts";
import { formatDay, formatMoment } from "../../ui/values/format.ts";
import classes from "./audit.module.css";
import { EntryDetails } from "./entry-details.tsx";
import { RunEntries } from "./run-entries.tsx";
import type { Entry } from "./search.ts";
import { Sentence } from "./sentence.tsx";
import type { Labels } from "./use-labels.ts";

interface EntriesProps {
  readonly entries: readonly Entry[];
  /** The project that links lead to. */
  readonly projectId: number;
  /** Project names by id, if the entries are from several projects. */
  readonly projectNames: ReadonlyMap<number, string> | null;
  readonly labels: Labels;
  /** Id of the open entry. */
  readonly opened: string | undefined;
  readonly onToggle: (id: string) => void;
}

/** The entries grouped by day, newest first. */
export function Entries(props: EntriesProps) {
  return byDay(props.entries).map(([day, entries]) => (
    <section key={day} className={classes.day} aria-label={formatDay(day)}>
      <Title order={2} className={classes.heading}>
        {formatDay(day)}
      </Title>
      <ol className={classes.entries}>
        {entries.map((entry) => (
          <EntryLine key={entry.id} entry={entry} {...props} />
        ))}
      </ol>
    </section>
  ));
}

function EntryLine({ entry, opened, onToggle, ...props }: EntriesProps & { entry: Entry }) {
  const id = useId();
  const key = entry.run === null ? entry.id : `run:${entry.id}`;
  const isOpen = opened === key;
  const isPerson = entry.actor.kind === "admin";
  const projectId = entry.projectId ?? props.projectId;
  const projectName = props.projectNames?.get(entry.projectId ?? 0);
  return (
    <li className={classes.entry} data-open={isOpen} data-person={isPerson}>
      <div className={classes.line}>
        <time dateTime={entry.at} title={formatMoment(entry.at)} className={classes.time}>
          {entry.run === null ? timeOf(entry.at) : periodOf(entry.run.since, entry.at)}
        </time>
        {isPerson ? (
          <IconUser size={15} aria-hidden className={classes.person} />
        ) : (
          <IconPlug size={15} aria-hidden className={classes.program} />
        )}
        <p id={`${id}-what`} className={classes.sentence}>
          <Sentence entry={entry} projectId={projectId} labels={props.labels} />
        </p>
        <Text span fz="xs" c="dimmed" className={classes.surface}>
          {projectName === undefined ? "" : `${projectName} · `}
          {SURFACES[entry.surface]}
        </Text>
        <ActionIcon
          variant="subtle"
          color="gray"
          aria-label="Details"
          aria-describedby={`${id}-what`}
          aria-expanded={isOpen}
          {...(isOpen ? { "aria-controls": `${id}-details` } : {})}
          onClick={() => onToggle(key)}
        >
          <IconChevronDown size={16} aria-hidden className={classes.chevron} />
        </ActionIcon>
      </div>
      {isOpen && (
        <div id={`${id}-details`}>
          {entry.run === null ? (
            <EntryDetails entry={entry} labels={props.labels} />
          ) : (
            <RunEntries entry={entry} since={entry.run.since} projectId={projectId}>
              {(one, inner, toggle) => (
                <EntryLine key={one.id} {...props} entry={one} opened={inner} onToggle={toggle} />
              )}
            </RunEntries>
          )}
        </div>
      )}
    </li>
  );
}

const TIME = new Intl.DateTimeFormat(undefined, { timeStyle: "short" });

function timeOf(at: string): string {
  return TIME.format(new Date(at));
}

function periodOf(from: string, to: string): string {
  const [first, last] = [timeOf(from), timeOf(to)];
  return first === last ? last : `${first}–${last}`;
}

/** Groups entries by day in the reader's time zone, in their order. */
function byDay(entries: readonly Entry[]): readonly (readonly [string, readonly Entry[]])[] {
  return [...Map.groupBy(entries, ({ at }) => dayOf(new Date(at)))];
}

function dayOf(at: Date): string {
  const parts = [at.getFullYear(), at.getMonth() + 1, at.getDate()];
  return parts.map((part) => String(part).padStart(2, "0")).join("-");
}
