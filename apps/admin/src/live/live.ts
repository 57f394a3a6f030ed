import { useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { api } from "../api.ts";
import { noteChanged } from "./changed.ts";
import { type LiveChanges, refetching } from "./live-refetch.ts";

const EVERYTHING: LiveChanges = { subjects: [], ids: [], isMany: true, isMissed: true };
/** The admin's role has changed. */
const ACCESS: LiveChanges = { subjects: ["access"], ids: [], isMany: false };

/** Pause before a stream that was refused is opened again. */
const RETRY_MS = 10_000;

/**
 * Keeps the page up to date: refetches what it shows when somebody changes it. The tabs of a browser share one stream,
 * because a browser opens only six connections to a server. Hidden tabs have none: they refetch when they are looked
 * at again.
 *
 * @param projectId undefined on pages of the installation
 */
export function useLiveChanges(projectId: number | undefined): void {
  const queryClient = useQueryClient();
  useEffect(() => {
    if (projectId === undefined) return;
    const ending = new AbortController();
    const refetch = refetching(queryClient, ending.signal);
    const receive = (changes: LiveChanges) => {
      if (changes.subjects.length === 0 && !changes.isMany) return;
      noteChanged(changes.ids);
      refetch(changes);
    };
    const name = `rapport-live-${projectId}`;
    const others = new BroadcastChannel(name);
    others.onmessage = ({ data }) => receive(data as LiveChanges);
    const tell = (changes: LiveChanges) => {
      receive(changes);
      others.postMessage(changes);
    };
    const refused = () =>
      void queryClient.invalidateQueries({ queryKey: api.tenants.list.pathKey() });
    whileVisible(ending.signal, (signal) =>
      holdStream(name, signal, () => openStream(projectId, tell, refused, signal)),
    );
    return () => {
      ending.abort();
      others.close();
    };
  }, [projectId, queryClient]);
}

/** Calls a function whenever the page becomes visible. Aborts its signal when the page is hidden. */
function whileVisible(ending: AbortSignal, follow: (signal: AbortSignal) => Promise<void>): void {
  let hidden: AbortController | undefined;
  function update(): void {
    if (document.hidden) hidden?.abort();
    if (document.hidden || hidden?.signal.aborted === false) return;
    hidden = new AbortController();
    void follow(AbortSignal.any([ending, hidden.signal]));
  }
  update();
  document.addEventListener("visibilitychange", update, { signal: ending });
}

/** Opens the stream in one tab at a time. Locks exist only in a secure context; without them each tab has its own. */
async function holdStream(
  name: string,
  signal: AbortSignal,
  open: () => Promise<void>,
): Promise<void> {
  if (navigator.locks === undefined) return open();
  await navigator.locks.request(name, { signal }, open).catch(() => undefined);
}

/**
 * Follows the project's changes until the signal is aborted.
 *
 * @param refused called if the server refuses the stream: the admin may have lost the role in the tenant
 */
function openStream(
  projectId: number,
  receive: (changes: LiveChanges) => void,
  refused: () => void,
  signal: AbortSignal,
): Promise<void> {
  return new Promise((resolve) => {
    let source: EventSource;
    let timer: ReturnType<typeof setTimeout> | undefined;
    function open(isAgain: boolean): void {
      source = new EventSource(`/live/${projectId}?usage=1`);
      source.onmessage = ({ data }) => receive(JSON.parse(data));
      source.addEventListener("access", () => receive(ACCESS));
      // A new source does not know what the old one has received.
      source.onopen = () => {
        if (isAgain) receive(EVERYTHING);
        isAgain = false;
      };
      source.onerror = () => {
        // The browser reconnects by itself after a broken connection, but not after an error status.
        if (source.readyState !== EventSource.CLOSED) return;
        timer = setTimeout(open, RETRY_MS, true);
        refused();
      };
    }
    open(false);
    signal.addEventListener(
      "abort",
      () => {
        clearTimeout(timer);
        source.close();
        resolve();
      },
      { once: true },
    );
  });
}
