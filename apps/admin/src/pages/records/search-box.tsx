import { CloseButton, Kbd, TextInput } from "@mantine/core";
import { useDebouncedCallback } from "@mantine/hooks";
import { IconSearch } from "@tabler/icons-react";
import { useEffect, useRef, useState } from "react";
import { usePageKeys } from "../../ui/pages/use-page-keys.ts";
import { focusRows } from "./cells/use-cells.ts";

interface SearchBoxProps {
  readonly label: string;
  /** The searched properties, such as “Last name, email or phone”. */
  readonly placeholder: string;
  readonly value: string | undefined;
  readonly onChange: (text: string | undefined) => void;
}

const DEBOUNCE_MS = 250;

/** Searches while the admin types; “/” focuses it from anywhere on the page, and the arrow down goes on to the rows. */
export function SearchBox({ label, placeholder, value = "", onChange }: SearchBoxProps) {
  const input = useRef<HTMLInputElement>(null);
  const [text, setText] = useState(value);
  const reported = useRef(value);
  const report = useDebouncedCallback((next: string) => {
    reported.current = next;
    onChange(next === "" ? undefined : next);
  }, DEBOUNCE_MS);
  const write = (next: string) => {
    setText(next);
    report(next.trim());
  };
  usePageKeys([["/", () => input.current?.focus()]]);
  // A link or the Back button may change the value from outside.
  useEffect(() => {
    if (value !== reported.current) setText(value);
    reported.current = value;
  }, [value]);
  return (
    <TextInput
      ref={input}
      type="search"
      aria-label={label}
      placeholder={placeholder}
      maxLength={255}
      // Gives up some of its width before a filter wraps.
      flex={{ base: "0 0 100%", xs: "1 0 220px" }}
      maw={{ base: "100%", xs: 290 }}
      leftSection={<IconSearch size={16} aria-hidden />}
      rightSection={
        text === "" ? (
          <Kbd size="xs" aria-hidden visibleFrom="xs">
            /
          </Kbd>
        ) : (
          <CloseButton size="sm" aria-label="Clear the search" onClick={() => write("")} />
        )
      }
      value={text}
      onChange={(event) => write(event.currentTarget.value)}
      onKeyDown={(event) => {
        if (event.key === "ArrowDown" && focusRows()) event.preventDefault();
      }}
    />
  );
}
