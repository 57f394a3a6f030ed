import { useLocalStorage } from "@mantine/hooks";

const KEY = "rapport.hints.known";

/**
 * Returns whether a hint is still needed, and a function that notes that the admin has done what it explains. The browser
 * remembers that.
 */
export function useHint(name: "edit" | "move" | "queue"): [isNeeded: boolean, note: () => void] {
  const [stored, store] = useLocalStorage<readonly string[]>({
    key: KEY,
    defaultValue: [],
    getInitialValueInEffect: false,
  });
  // The storage may hold anything.
  const known = Array.isArray(stored) ? stored : [];
  const isNeeded = !known.includes(name);
  return [isNeeded, () => isNeeded && store([...known, name])];
}
