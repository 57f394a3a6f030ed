import { useSyncExternalStore } from "react";

const CHECK_MS = 60_000;

/** Returns the start of the current day in the reader's time zone. The page renders again after midnight. */
export function useToday(): Date {
  const start = useSyncExternalStore(subscribe, startOfDay);
  return new Date(start);
}

function startOfDay(): number {
  return new Date().setHours(0, 0, 0, 0);
}

function subscribe(onChange: () => void): () => void {
  const timer = setInterval(onChange, CHECK_MS);
  addEventListener("focus", onChange);
  return () => {
    clearInterval(timer);
    removeEventListener("focus", onChange);
  };
}
