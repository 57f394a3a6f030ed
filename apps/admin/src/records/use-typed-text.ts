import { useDebouncedCallback } from "@mantine/hooks";
import { useEffect, useRef, useState } from "react";

const DEBOUNCE_MS = 250;

/**
 * Keeps a text while it is typed, and reports it a moment later.
 *
 * @param value the reported text, which a link or the Back button may change; undefined if it is empty
 */
export function useTypedText(
  value: string | undefined,
  onChange: (text: string | undefined) => void,
) {
  const given = value ?? "";
  const [text, setText] = useState(given);
  const reported = useRef(given);
  const report = useDebouncedCallback((next: string) => {
    reported.current = next;
    onChange(next === "" ? undefined : next);
  }, DEBOUNCE_MS);
  useEffect(() => {
    if (given !== reported.current) setText(given);
    reported.current = given;
  }, [given]);
  const write = (next: string) => {
    setText(next);
    report(next.trim());
  };
  return { text, write };
}
