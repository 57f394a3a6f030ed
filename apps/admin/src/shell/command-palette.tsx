import { Modal, ScrollArea, Text, TextInput } from "@mantine/core";
import { IconSearch } from "@tabler/icons-react";
import { useNavigate } from "@tanstack/react-router";
import { type KeyboardEvent, useId, useLayoutEffect, useRef, useState } from "react";
import { useMe } from "../session.ts";
import { messageOf } from "../ui/pages/error-notice.tsx";
import { focusNextHeading } from "../ui/pages/heading-focus.ts";
import { ABOVE_FORMS } from "./above-forms.ts";
import classes from "./command-palette.module.css";
import { DestinationList } from "./destination-list.tsx";
import { type Destination, pagesOf } from "./destinations.ts";
import { useActions } from "./use-actions.ts";
import { useFoundRecords } from "./use-found-records.ts";
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
  const isFound = ({ label, detail = "" }: Destination) => {
    const own = `${label} ${detail}`.toLowerCase();
    return words.every((word) => own.includes(word));
  };
  const pages = pagesOf(project?.id, useMe().role !== null).filter(isFound);
  const actions = useActions(onKeys).filter(isFound);
  const groups = [
    { label: "Pages", destinations: pages },
    { label: "Actions", destinations: actions },
    { label: "Records", destinations: records },
  ].filter(({ destinations }) => destinations.length > 0);
  if (error) return { groups, message: messageOf(error) };
  if (groups.length > 0) return { groups, message: "" };
  if (isSearching) return { groups, message: "Searching …" };
  const nothing =
    project === undefined
      ? "No page or action matches. Open a project to find its records."
      : "No page, action or record has this text.";
  return { groups, message: nothing };
}
