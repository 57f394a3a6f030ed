import { useOs } from "@mantine/hooks";

/** The key that makes a command of a letter, as it is called on the reader's keyboard. */
export function useModKey(): string {
  return useOs({ getValueInEffect: false }) === "macos" ? "⌘" : "Ctrl";
}
