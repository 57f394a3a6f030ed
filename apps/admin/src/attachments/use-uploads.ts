import { MAX_ATTACHMENT_BYTES } from "@rapport/model";
import { useEffect, useRef, useState } from "react";
import type { RecordKey } from "../conflict/questions.ts";
import { sendFile } from "../files.ts";
import { refetch } from "../invalidation.ts";
import { failureMessage } from "../ui/pages/error-notice.tsx";

/** A file that is to be attached, is being sent, or was refused. */
export interface Upload {
  readonly key: number;
  readonly file: File;
  readonly state: "waiting" | "sending" | "refused";
  /** Share that was sent, from 0 to 1. */
  readonly share: number;
  /** Why it was refused. */
  readonly message?: string;
  /** Whether another try may help. */
  readonly isFinal?: boolean;
}

export type Uploads = ReturnType<typeof useUploads>;

let made = 0;

/**
 * Holds files that are to be attached to a record, and sends them one after another.
 *
 * @param target the record; undefined while it is not created. Then the files wait for `send`
 */
export function useUploads(target?: RecordKey) {
  const [items, setItems] = useState<readonly Upload[]>([]);
  const latest = useRef(items);
  latest.current = items;
  /** What stops each file that was not removed. */
  const stops = useRef(new Map<number, AbortController>());
  useEffect(() => {
    const all = stops.current;
    return () => {
      for (const stop of all.values()) stop.abort();
    };
  }, []);

  function change(key: number, changes: Partial<Upload>): void {
    setItems((all) => all.map((one) => (one.key === key ? { ...one, ...changes } : one)));
  }

  function remove(key: number): void {
    stops.current.get(key)?.abort();
    stops.current.delete(key);
    setItems((all) => all.filter((one) => one.key !== key));
  }

  /** Sends files. @returns whether all that were not removed meanwhile are attached */
  async function send(to: RecordKey, files: readonly Upload[]): Promise<boolean> {
    for (const { key } of files) change(key, { state: "waiting", share: 0 });
    let isWhole = true;
    for (const { key, file } of files) {
      if (!stops.current.has(key)) continue;
      const stop = new AbortController();
      stops.current.set(key, stop);
      change(key, { state: "sending" });
      const query = new URLSearchParams({ name: file.name });
      const path = `/uploads/attachments/${to.projectId}/${to.type}/${to.id}?${query}`;
      try {
        await sendFile(path, file, (share) => change(key, { share }), stop.signal);
        await refetch("records");
        remove(key);
      } catch (error) {
        if (stop.signal.aborted) continue;
        isWhole = false;
        change(key, { state: "refused", message: failureMessage(error) });
      }
    }
    return isWhole;
  }

  return {
    items,
    isSending: items.some(({ state }) => state === "sending"),
    isRefused: items.some(({ state }) => state === "refused"),
    add(files: readonly File[]): void {
      const added = files.map((file) => upload(file));
      for (const { key } of added) stops.current.set(key, new AbortController());
      setItems((all) => [...all, ...added]);
      const fitting = added.filter(({ state }) => state === "waiting");
      if (target !== undefined) void send(target, fitting);
    },
    remove,
    /** Undefined while the record is not created. */
    retry: target && ((one: Upload) => void send(target, [one])),
    /** Sends all files that may be sent to a record. @returns whether all are attached */
    async sendTo(to: RecordKey): Promise<boolean> {
      const all = latest.current;
      const fitting = all.filter(({ isFinal }) => !isFinal);
      const isWhole = await send(to, fitting);
      return isWhole && all.every(({ key, isFinal }) => !isFinal || !stops.current.has(key));
    },
  };
}

function upload(file: File): Upload {
  const one = { key: ++made, file, share: 0 };
  if (file.size <= MAX_ATTACHMENT_BYTES) return { ...one, state: "waiting" };
  const message = "The file is larger than 25 MiB. Attach a smaller one, or a link to it.";
  return { ...one, state: "refused", message, isFinal: true };
}
