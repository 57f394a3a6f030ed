import { Button, Checkbox, Popover, ScrollArea, Stack, Text, TextInput } from "@mantine/core";
import { IconColumns3, IconSearch } from "@tabler/icons-react";
import { useState } from "react";
import type { Columns } from "./use-columns.ts";

/** Chooses the columns of the table. */
export function ColumnMenu({ columns }: { readonly columns: Columns }) {
  return (
    <Popover position="bottom-end" width={260} trapFocus returnFocus shadow="md">
      <Popover.Target>
        <Button variant="default" leftSection={<IconColumns3 size={16} aria-hidden />}>
          Columns
        </Button>
      </Popover.Target>
      <Popover.Dropdown p="xs">
        <Choice columns={columns} />
      </Popover.Dropdown>
    </Popover>
  );
}

function Choice({ columns: { all, shown, toggle, reset } }: { readonly columns: Columns }) {
  const [text, setText] = useState("");
  const wanted = text.trim().toLowerCase();
  const found = all.filter(({ label }) => label.toLowerCase().includes(wanted));
  return (
    <Stack gap="xs">
      <TextInput
        aria-label="Find a column"
        placeholder="Find a column"
        leftSection={<IconSearch size={15} aria-hidden />}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
      />
      <ScrollArea.Autosize mah={300} type="auto" viewportProps={{ tabIndex: -1 }}>
        <Stack gap={0} role="group" aria-label="Columns">
          {found.map(({ name, label }) => (
            <Checkbox
              key={name}
              py={5}
              px={4}
              size="xs"
              label={label}
              checked={shown.some((field) => field.name === name)}
              onChange={() => toggle(name)}
            />
          ))}
          {found.length === 0 && (
            <Text c="dimmed" p={4}>
              No column matches.
            </Text>
          )}
        </Stack>
      </ScrollArea.Autosize>
      <Button variant="subtle" size="compact-sm" onClick={reset}>
        Reset columns
      </Button>
    </Stack>
  );
}
