import { useSyncExternalStore } from "react";

/** Returns a value outside of the components, which are rendered again when what they use of it changes. */
export function createStore<T>(first: T) {
  let value = first;
  const listeners = new Set<() => void>();
  const subscribe = (listener: () => void) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  };
  return {
    get: () => value,
    set(next: T): void {
      if (value === next) return;
      value = next;
      for (const listener of listeners) listener();
    },
    use: <Part>(part: (value: T) => Part) => useSyncExternalStore(subscribe, () => part(value)),
  };
}
