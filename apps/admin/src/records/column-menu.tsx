import { Button, Checkbox, Popover, ScrollArea, Stack, Text, TextInput } from "@mantine/core";
import { IconColumns3, IconSearch } from "@tabler/icons-react";
import { useState } from "react";
import { startingFirst } from "../ui/forms/suggestions.tsx";
import classes from "./toolbar.module.css";
import type { Columns } from "./use-columns.ts";

const FIND = { Columns: "Find a column", Cards: "Find a property" } as const;

interface Chosen extends Pick<Columns, "all" | "shown" | "toggle" | "reset"> {
  /** How many can be chosen; undefined without a limit. */
  readonly max?: number;
}

interface ColumnMenuProps {
  readonly columns: Chosen;
  /** What is chosen: columns, or what cards show. */
  readonly label?: "Columns" | "Cards";
}

/** Chooses the columns of the table, or the properties on the cards of a board. */
export function ColumnMenu({ columns, label = "Columns" }: ColumnMenuProps) {
  return (
    <Popover position="bottom-end" width={260} trapFocus returnFocus shadow="md">
      <Popover.Target>
        <Button
          variant="default"
          leftSection={<IconColumns3 size={16} aria-hidden />}
          classNames={{ root: classes.button ?? "", section: classes.icon ?? "" }}
        >
          <span className={classes.label}>{label}</span>
        </Button>
      </Popover.Target>
      <Popover.Dropdown p="xs">
        <Choice columns={columns} label={label} />
      </Popover.Dropdown>
    </Popover>
  );
}

function Choice({ columns, label }: Required<ColumnMenuProps>) {
  const { all, shown, toggle, reset, max = Number.POSITIVE_INFINITY } = columns;
  const [text, setText] = useState("");
  // The order stays while the list is open, so that what is clicked does not move.
  const [first] = useState(() => shown.map(({ name }) => name));
  const wanted = text.trim().toLowerCase();
  const found = startingFirst(
    chosenFirst(all, first).filter(({ label }) => label.toLowerCase().includes(wanted)),
    wanted,
  );
  const isChosen = (name: string) => shown.some((field) => field.name === name);
  const isFull = shown.length >= max;
  return (
    <Stack gap="xs">
      <TextInput
        aria-label={FIND[label]}
        placeholder={FIND[label]}
        leftSection={<IconSearch size={15} aria-hidden />}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
        onKeyDown={(event) => {
          const [first] = found;
          if (event.key !== "Enter" || wanted === "") return;
          if (first !== undefined && (!isFull || isChosen(first.name))) toggle(first.name);
          // The next text replaces this one.
          event.currentTarget.select();
        }}
      />
      <ScrollArea.Autosize
        mah={300}
        type="auto"
        // Scrolls far enough for the focus ring of a checkbox.
        viewportProps={{ tabIndex: -1, style: { scrollPaddingBlock: 8 } }}
      >
        <Stack gap={0} role="group" aria-label={label}>
          {found.map(({ name, label }) => (
            <Checkbox
              key={name}
              py={5}
              px={4}
              size="xs"
              label={label}
              checked={isChosen(name)}
              disabled={isFull && !isChosen(name)}
              onChange={() => toggle(name)}
            />
          ))}
          {found.length === 0 && (
            <Text c="dimmed" p={4}>
              Nothing matches.
            </Text>
          )}
        </Stack>
      </ScrollArea.Autosize>
      {isFull && (
        <Text role="status" fz="xs" c="dimmed">
          {label} show at most {max} properties. Clear one to choose another.
        </Text>
      )}
      <Button variant="subtle" size="compact-sm" onClick={reset}>
        Reset {label.toLowerCase()}
      </Button>
    </Stack>
  );
}

/** @param chosen names in the order of the columns */
function chosenFirst(all: Columns["all"], chosen: readonly string[]): Columns["all"] {
  const findField = (name: string) => all.find((field) => field.name === name);
  return [
    ...chosen.flatMap((name) => findField(name) ?? []),
    ...all.filter(({ name }) => !chosen.includes(name)),
  ];
}
