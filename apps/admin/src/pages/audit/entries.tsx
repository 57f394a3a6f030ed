import { ActionIcon, Text, Title } from "@mantine/core";
import { IconChevronDown, IconPlug, IconUser } from "@tabler/icons-react";
import { useInfiniteQuery } from "@tanstack/react-query";
import { type ReactNode, useId, useState } from "react";
import { SURFACES } from "../../actors.ts";
import { api, NEXT_PAGE } from "../../api.ts";
import { Lines, Loaded } from "../../ui/pages/loaded.tsx";
import { LoadMore } from "../../ui/tables/load-more.tsx";
import { ENGLISH, formatDay, formatMoment, formatNumber } from "../../ui/values/format.ts";
import classes from "./audit.module.css";
import { EntryDetails } from "./entry-details.tsx";
import { isType } from "./links.tsx";
import { countEntries } from "./runs.ts";
import { type Entry, entryActor } from "./search.ts";
import { type Labels, Sentence } from "./sentence.tsx";

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
  return byDay(nestChanges(props.entries)).map(([day, lines]) => (
    <section key={day} className={classes.day} aria-label={formatDay(day)}>
      <Title order={2} className={classes.heading}>
        {formatDay(day)}
      </Title>
      <ol className={classes.entries}>
        {lines.map(({ entry, parts }) => (
          <EntryLine key={entry.id} entry={entry} parts={parts} {...props} />
        ))}
      </ol>
    </section>
  ));
}

interface EntryLineProps extends EntriesProps {
  readonly entry: Entry;
  readonly parts?: readonly Entry[];
}

function EntryLine({ entry, parts = [], opened, onToggle, ...props }: EntryLineProps) {
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
          {entry.run === null ? clockTime(entry.at) : formatPeriod(entry.run.since, entry.at)}
        </time>
        {isPerson ? (
          <IconUser size={15} aria-hidden className={classes.person} />
        ) : (
          <IconPlug size={15} aria-hidden className={classes.program} />
        )}
        <p id={`${id}-what`} className={classes.sentence}>
          <Sentence entry={entry} projectId={projectId} labels={props.labels} />
          {wordsOfParts(parts)}
        </p>
        <Text span fz="xs" c="dimmed" className={classes.surface} title={projectName}>
          {SURFACES[entry.surface]}
          {projectName === undefined ? "" : ` · ${projectName}`}
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
            <>
              <EntryDetails entry={entry} labels={props.labels} />
              {parts.length > 0 && <Parts {...props} entries={parts} />}
            </>
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

interface RunEntriesProps {
  readonly entry: Entry;
  readonly since: string;
  readonly projectId: number;
  readonly children: (
    entry: Entry,
    opened: string | undefined,
    onToggle: (id: string) => void,
  ) => ReactNode;
}

/** The entries of a run, one by one. */
function RunEntries({ entry, since, projectId, children }: RunEntriesProps) {
  const { action, at, subject } = entry;
  const [opened, setOpened] = useState<string>();
  const query = useInfiniteQuery(
    api.audit.list.infiniteQueryOptions(
      {
        projectId,
        actor: entryActor(entry),
        objectType: isType(subject.kind) ? subject.kind : undefined,
        action,
        from: since,
        to: at,
      },
      NEXT_PAGE,
    ),
  );
  const toggle = (id: string) => setOpened(id === opened ? undefined : id);
  const data = query.data?.pages.flatMap(({ entries }) => entries);
  return (
    <div className={classes.run}>
      <Loaded query={{ ...query, data }} skeleton={<Lines count={3} />}>
        {(entries) => (
          <ol className={classes.entries}>{entries.map((one) => children(one, opened, toggle))}</ol>
        )}
      </Loaded>
      <LoadMore query={query} label="Show more of these" mt="xs" />
    </div>
  );
}

/** The changes of records that belong to an entry. */
function Parts(props: Omit<EntriesProps, "opened" | "onToggle">) {
  const [opened, setOpened] = useState<string>();
  const toggle = (id: string) => setOpened(id === opened ? undefined : id);
  return (
    <div className={classes.run}>
      <ol className={classes.entries}>
        {props.entries.map((one) => (
          <EntryLine key={one.id} {...props} entry={one} opened={opened} onToggle={toggle} />
        ))}
      </ol>
    </div>
  );
}

const TIME = new Intl.DateTimeFormat(ENGLISH, { timeStyle: "short" });

function clockTime(at: string): string {
  return TIME.format(new Date(at));
}

function formatPeriod(from: string, to: string): string {
  // Names AM or PM once if both times have the same.
  return TIME.formatRange(new Date(from), new Date(to));
}

/** Groups lines by day in the reader's time zone, in their order. */
function byDay(lines: readonly LogLine[]): readonly (readonly [string, readonly LogLine[]])[] {
  return [...Map.groupBy(lines, ({ entry }) => dayKey(new Date(entry.at)))];
}

/** An entry with the changes of records that belong to it. */
interface LogLine {
  readonly entry: Entry;
  readonly parts: readonly Entry[];
}

/** The actors whose changes belong to an admin's action on a bulk change. */
const ACTORS: ReadonlyMap<string, string> = new Map([
  ["changes.start", "change"],
  ["changes.undo", "change_undo"],
]);

/**
 * Puts the changes of records that a bulk change or its undoing made into the entry of the admin who started it. They stay
 * on their own if that entry is not loaded, is filtered out or was left in another installation.
 *
 * @param entries newest first
 */
function nestChanges(entries: readonly Entry[]): readonly LogLine[] {
  const begun = new Map<string, Entry[]>();
  const lines: LogLine[] = [];
  for (const entry of entries.toReversed()) {
    const { action, actor, subject, projectId } = entry;
    const owner = begun.get(`${projectId} ${actor.id}`);
    if (actor.kind === "system" && owner !== undefined) {
      owner.unshift(entry);
      continue;
    }
    const parts: Entry[] = [];
    const prefix = ACTORS.get(action);
    if (prefix !== undefined) begun.set(`${projectId} ${prefix}:${subject.id}`, parts);
    lines.unshift({ entry, parts });
  }
  return lines;
}

/** Returns what to add to the sentence of an entry: `: 3,763 changes`. */
function wordsOfParts(parts: readonly Entry[]): string {
  const count = countEntries(parts);
  if (count === 0) return "";
  return `: ${formatNumber(count)} ${count === 1 ? "change" : "changes"}`;
}

function dayKey(at: Date): string {
  const parts = [at.getFullYear(), at.getMonth() + 1, at.getDate()];
  return parts.map((part) => String(part).padStart(2, "0")).join("-");
}
