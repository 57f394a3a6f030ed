import { useOs } from "@mantine/hooks";

/** Returns the name of the modifier key on the reader's keyboard. */
export function useModKey(): string {
  return useOs({ getValueInEffect: false }) === "macos" ? "⌘" : "Ctrl";
}
