import { CloseButton, Kbd, TextInput } from "@mantine/core";
import { useDebouncedCallback, useHotkeys } from "@mantine/hooks";
import { IconSearch } from "@tabler/icons-react";
import { useEffect, useRef, useState } from "react";

interface SearchBoxProps {
  readonly label: string;
  /** What is looked through, such as “Last name, email or phone”. */
  readonly placeholder: string;
  readonly value: string | undefined;
  readonly onChange: (text: string | undefined) => void;
}

/** Milliseconds without a key after which it is searched. */
const PAUSE = 250;

/** Searches while one types; “/” leads here from anywhere on the page. */
export function SearchBox({ label, placeholder, value = "", onChange }: SearchBoxProps) {
  const input = useRef<HTMLInputElement>(null);
  const [text, setText] = useState(value);
  const told = useRef(value);
  const tell = useDebouncedCallback((next: string) => {
    told.current = next;
    onChange(next === "" ? undefined : next);
  }, PAUSE);
  const write = (next: string) => {
    setText(next);
    tell(next.trim());
  };
  useHotkeys([["/", () => input.current?.focus()]]);
  // The address may change without this box: by a link, or the way back.
  useEffect(() => {
    if (value !== told.current) setText(value);
    told.current = value;
  }, [value]);
  return (
    <TextInput
      ref={input}
      type="search"
      aria-label={label}
      placeholder={placeholder}
      maxLength={255}
      w={{ base: "100%", xs: 290 }}
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
    />
  );
}
