import { Modal, ScrollArea, Text, TextInput } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { IconListSearch, IconSearch } from "@tabler/icons-react";
import { keepPreviousData, skipToken, useQuery } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { type KeyboardEvent, useEffect, useId, useLayoutEffect, useRef, useState } from "react";
import { api } from "../api.ts";
import { typeNames } from "../object-types.ts";
import { formatDetail } from "../records/record-link.tsx";
import { useMe } from "../session.ts";
import { ABOVE_FORMS } from "../ui/dialogs/dialog.tsx";
import { failureMessage } from "../ui/pages/error-notice.tsx";
import { focusNextHeading } from "../ui/pages/heading-focus.ts";
import classes from "./command-palette.module.css";
import { type Destination, listPages } from "./destinations.ts";
import { useActions } from "./use-actions.ts";
import { useCurrentProject } from "./use-project.ts";

interface CommandPaletteProps {
  readonly opened: boolean;
  readonly onClose: () => void;
  /** Shows all keys. */
  readonly onKeys: () => void;
}

/** Ctrl K: finds pages and actions by parts of their words in any order, and records by the words in them. */
export function CommandPalette({ opened, onClose, onKeys }: CommandPaletteProps) {
  return (
    <Modal.Root
      opened={opened}
      onClose={onClose}
      size={600}
      yOffset={80}
      centered={false}
      zIndex={ABOVE_FORMS}
      // Opens without a delay, so that keys typed right after Ctrl K go into it.
      transitionProps={{ duration: 0 }}
    >
      <Modal.Overlay />
      <Modal.Content aria-label="Go to a page or record, or do something">
        <Modal.Body p={0}>{opened && <Palette onClose={onClose} onKeys={onKeys} />}</Modal.Body>
      </Modal.Content>
    </Modal.Root>
  );
}

function Palette({ onClose, onKeys }: Omit<CommandPaletteProps, "opened">) {
  const [query, setQuery] = useState("");
  const [chosen, setChosen] = useState(0);
  const listId = useId();
  const input = useFocusAtOnce();
  const navigate = useNavigate();
  const { groups, message } = useDestinations(query.trim(), onKeys);
  const all = groups.flatMap(({ destinations }) => destinations);
  // The new result may be shorter than the old one.
  const at = Math.min(chosen, all.length - 1);
  const go = ({ to, search = {}, run }: Destination) => {
    onClose();
    if (run !== undefined) return run();
    focusNextHeading();
    void navigate({ to, search });
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const step = STEPS[event.key];
    const destination = all[at];
    if (destination === undefined) return;
    if (step !== undefined) setChosen((at + step + all.length) % all.length);
    else if (event.key === "Enter") go(destination);
    else return;
    event.preventDefault();
  };
  return (
    <>
      <TextInput
        ref={input}
        data-autofocus
        size="lg"
        role="combobox"
        aria-expanded={all.length > 0}
        aria-controls={listId}
        aria-autocomplete="list"
        aria-activedescendant={all.length > 0 ? `${listId}-${at}` : undefined}
        aria-label="Page, action or record"
        autoComplete="off"
        placeholder="Page, record or action"
        leftSection={<IconSearch size={18} aria-hidden />}
        classNames={{ input: classes.input }}
        value={query}
        onKeyDown={onKeyDown}
        onChange={(event) => {
          setQuery(event.currentTarget.value);
          setChosen(0);
        }}
      />
      <Text role="status" className={classes.message}>
        {message}
      </Text>
      <ScrollArea.Autosize mah="min(420px, 60vh)" viewportProps={{ tabIndex: -1 }}>
        <DestinationList id={listId} groups={groups} chosen={at} onGo={go} />
      </ScrollArea.Autosize>
    </>
  );
}

interface DestinationListProps {
  readonly id: string;
  readonly groups: readonly {
    readonly label: string;
    readonly destinations: readonly Destination[];
  }[];
  /** Index of the destination that Enter opens. */
  readonly chosen: number;
  readonly onGo: (destination: Destination) => void;
}

/** The palette's results as a list box. The focus stays in the input. */
function DestinationList({ id, groups, chosen, onGo }: DestinationListProps) {
  const order = groups.flatMap(({ destinations }) => destinations);
  return (
    <div role="listbox" id={id} aria-label="Pages, actions and records" className={classes.options}>
      {groups.map(({ label, destinations }) => (
        // biome-ignore lint/a11y/useSemanticElements: the options of a list box are grouped by this role
        <div key={label} role="group" aria-label={label}>
          <div className={classes.group} aria-hidden>
            {label}
          </div>
          {destinations.map((destination) => {
            const at = order.indexOf(destination);
            return (
              <Option
                key={`${destination.to} ${destination.label}`}
                id={`${id}-${at}`}
                destination={destination}
                isChosen={at === chosen}
                onGo={onGo}
              />
            );
          })}
        </div>
      ))}
    </div>
  );
}

interface OptionProps {
  readonly id: string;
  readonly destination: Destination;
  readonly isChosen: boolean;
  readonly onGo: (destination: Destination) => void;
}

function Option({ id, destination, isChosen, onGo }: OptionProps) {
  const { label, detail, icon: Icon } = destination;
  const ref = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (isChosen) ref.current?.scrollIntoView({ block: "nearest" });
  }, [isChosen]);
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the input has the focus and handles the keys
    <div
      ref={ref}
      id={id}
      role="option"
      tabIndex={-1}
      aria-selected={isChosen}
      className={classes.option}
      onClick={() => onGo(destination)}
    >
      <Icon size={18} stroke={1.7} className={classes.icon} aria-hidden />
      <span className={classes.label}>{label}</span>
      {detail && <span className={classes.detail}>{detail}</span>}
    </div>
  );
}

/** Focuses the input before the next key, and returns the focus on closing. */
function useFocusAtOnce() {
  const input = useRef<HTMLInputElement>(null);
  useLayoutEffect(() => {
    const before = document.activeElement;
    input.current?.focus();
    return () => {
      if (before instanceof HTMLElement) before.focus();
    };
  }, []);
  return input;
}

const STEPS: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1 };

/** Returns the pages, actions and records that match a text, and a message if there are none. */
function useDestinations(text: string, onKeys: () => void) {
  const project = useCurrentProject();
  const { records, isSearching, error } = useFoundRecords(project?.id, text);
  const words = text.toLowerCase().split(/\s+/);
  const pages = found(listPages(project?.id, useMe()), words);
  const actions = found(useActions(onKeys), words);
  const groups = [
    { label: "Pages", destinations: pages.byStart },
    { label: "Actions", destinations: actions.byStart },
    { label: "Records", destinations: records },
    // Records are found by the starts of words, so what is found within a word comes after them.
    { label: "Other pages and actions", destinations: [...pages.within, ...actions.within] },
  ].filter(({ destinations }) => destinations.length > 0);
  if (error) return { groups, message: failureMessage(error) };
  if (groups.length > 0) return { groups, message: "" };
  if (isSearching) return { groups, message: "Searching …" };
  const nothing =
    project === undefined
      ? "No page or action matches. Open a project to find its records."
      : "No page, action or record has this text.";
  return { groups, message: nothing };
}

/** Returns the destinations that have all words: those with each at the start of a word of theirs, and the others. */
function found(destinations: readonly Destination[], words: readonly string[]) {
  const byStart: Destination[] = [];
  const within: Destination[] = [];
  for (const destination of destinations) {
    const own = ` ${destination.label} ${destination.detail ?? ""}`.toLowerCase();
    if (words.every((word) => own.includes(` ${word}`))) byStart.push(destination);
    else if (words.every((word) => own.includes(word))) within.push(destination);
  }
  return { byStart, within };
}

const DEBOUNCE_MS = 150;
const MAX_RESULTS = 8;

interface FoundRecords {
  readonly records: readonly Destination[];
  readonly isSearching: boolean;
  readonly error: unknown;
}

/**
 * Finds records of a project by how their name starts, while the admin types.
 *
 * @param text trimmed; finds nothing if empty
 */
function useFoundRecords(projectId: number | undefined, text: string): FoundRecords {
  const [asked] = useDebouncedValue(text, DEBOUNCE_MS);
  const isWanted = projectId !== undefined && text !== "";
  const query = useQuery({
    ...api.records.search.queryOptions(
      isWanted && asked !== "" ? { projectId, text: asked, limit: MAX_RESULTS } : skipToken,
    ),
    placeholderData: keepPreviousData,
  });
  if (!isWanted) return { records: [], isSearching: false, error: null };
  const records = (query.data ?? []).map(({ type, id, name, detail, found }) => ({
    to: `/p/${projectId}/${typeNames(type).plural}/${id}`,
    label: name,
    detail: [
      typeNames(type).singular,
      formatDetail({ type, detail }) ?? [],
      found ? `${found.label}: ${found.value}` : [],
    ]
      .flat()
      .join(" · "),
    icon: typeNames(type).icon,
  }));
  const all = {
    to: `/p/${projectId}/search`,
    search: { q: text },
    label: "All results",
    icon: IconListSearch,
  };
  return {
    records: records.length === 0 ? [] : [...records, all],
    isSearching: asked !== text || query.isFetching,
    error: query.error,
  };
}
