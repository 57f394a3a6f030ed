import { RapportError } from "./errors.ts";
import {
  type Call,
  fetchData,
  type List,
  listPages,
  type Open,
  type PostOptions,
  post,
  segment,
} from "./operations.ts";
import type { ObjectType } from "./record-types.ts";
import { pause, waitBefore } from "./retry.ts";
import type { Search } from "./search-types.ts";
import type { CallOptions } from "./transport.ts";

/** What an export has: the records of a search, and what of each. */
export interface ExportDefinition
  extends Pick<Search, "filterGroups" | "query" | "sorts" | "properties" | "associations"> {
  readonly object: ObjectType;
  /** `csv` if omitted. */
  readonly format?: "csv" | "ndjson";
  readonly gzip?: boolean;
  /** Whether a CSV file has labels and names of associated records instead of keys and ids. */
  readonly labels?: boolean;
  /** What separates the cells of a CSV file; a comma if omitted. */
  readonly delimiter?: "," | ";" | "\t" | "|";
  /** Of a CSV file; `utf-8` if omitted, and with `labels` `utf-8-bom`, which has a byte order mark. */
  readonly encoding?: ExportEncoding;
  /** Whether text that a spreadsheet would run as a formula gets a `'` in front; true if omitted. */
  readonly protectFormulas?: boolean;
}

export type ExportEncoding =
  | "utf-8"
  | "utf-8-bom"
  | "utf-16le"
  | "windows-1250"
  | "windows-1251"
  | "windows-1252";

export interface Export {
  id: number;
  object: ObjectType;
  format: "csv" | "ndjson";
  gzip: boolean;
  labels: boolean;
  /** Null for NDJSON. */
  delimiter: string | null;
  encoding: ExportEncoding;
  state: "waiting" | "running" | "done" | "failed" | "cancelled" | "expired";
  /** Records in the file so far. */
  rows: number;
  /** Bytes of the file so far. */
  bytes: number;
  /** Why it failed. */
  failure: string | null;
  createdAt: string;
  startedAt: string | null;
  endedAt: string | null;
  /** When the file is deleted. */
  expiresAt: string | null;
}

/** Files with all records that a search finds. */
export interface Exports {
  create(definition: ExportDefinition, options?: PostOptions): Promise<Export>;
  read(id: number | string, options?: CallOptions): Promise<Export>;
  /** Lists the exports of the types that the client may read, newest first. */
  list(page?: { readonly limit?: number | undefined }, options?: CallOptions): List<Export>;
  /** Cancels an export that waits or runs, and deletes its file. One that has ended is a `CONFLICT`. */
  cancel(id: number | string, options?: PostOptions): Promise<Export>;
  /** Deletes an export that has ended, and its file. */
  delete(id: number | string, options?: CallOptions): Promise<void>;
  /** Waits until an export has ended. Returns it also if it failed or was cancelled. */
  wait(
    id: number | string,
    options?: CallOptions & { readonly everyMs?: number | undefined },
  ): Promise<Export>;
  /** Downloads the file of an export that is done. If the connection breaks, it resumes there. */
  file(
    id: number | string,
    options?: Pick<CallOptions, "signal">,
  ): AsyncGenerator<Uint8Array, void>;
}

/** Milliseconds between two reads of an export while waiting for it. */
const EVERY_MS = 1_000;
/** Connections that may break in a row without a byte. */
const MAX_BROKEN = 5;

const PATH = "/api/crm/exports";

/** Creates the methods of exports. */
export function makeExports(call: Call, open: Open): Exports {
  const read: Exports["read"] = (id, options) =>
    fetchData(call, { method: "GET", path: `${PATH}/${segment(id)}` }, options);
  return {
    create: (definition, options) => post(call, PATH, definition, options),
    read,
    list: ({ limit } = {}, options) => listPages(call, PATH, { limit }, options),
    cancel: (id, options) => post(call, `${PATH}/${segment(id)}/cancel`, undefined, options),
    async delete(id, options) {
      await fetchData(call, { method: "DELETE", path: `${PATH}/${segment(id)}` }, options);
    },
    async wait(id, { everyMs = EVERY_MS, ...options } = {}) {
      const signal = options.signal ?? new AbortController().signal;
      for (;;) {
        const found = await read(id, options);
        if (found.state !== "waiting" && found.state !== "running") return found;
        await pause(everyMs, signal).catch((cause) => {
          throw new RapportError("ABORTED", "The wait was aborted.", { cause });
        });
      }
    },
    file: (id, options) => download(open, `${PATH}/${segment(id)}/file`, options?.signal),
  };
}

async function* download(
  open: Open,
  path: string,
  signal: AbortSignal = new AbortController().signal,
): AsyncGenerator<Uint8Array, void> {
  let received = 0;
  let tag: string | undefined;
  for (let broken = 0; ; ) {
    try {
      const rest: Record<string, string> =
        tag === undefined ? {} : { range: `bytes=${received}-`, "if-range": tag };
      const answer = await open(path, {}, signal, { accept: "*/*", ...rest });
      // The server sends the whole file instead of the rest only if the file has changed.
      if (received > 0 && answer.status !== 206) throw changed(answer.status);
      tag ??= answer.headers.get("etag") ?? undefined;
      for await (const bytes of answer.body) {
        broken = 0;
        received += bytes.length;
        yield bytes;
      }
      return;
    } catch (error) {
      if (signal.aborted) throw new RapportError("ABORTED", "The download was aborted.");
      if (!isTemporary(error) || ++broken > MAX_BROKEN) throw asOurs(error);
      await pause(waitBefore(broken, retryAfterIn(error)) ?? EVERY_MS, signal).catch((cause) => {
        throw new RapportError("ABORTED", "The download was aborted.", { cause });
      });
    }
  }
}

/** A broken connection and a busy server are temporary. */
function isTemporary(error: unknown): boolean {
  if (!(error instanceof RapportError)) return true;
  return error.status === 429 || error.status === 503 || error.code === "CONNECTION_FAILED";
}

function retryAfterIn(error: unknown): number | undefined {
  return error instanceof RapportError ? error.retryAfter : undefined;
}

function asOurs(error: unknown): unknown {
  if (error instanceof RapportError) return error;
  return new RapportError("CONNECTION_FAILED", "The download broke off.", { cause: error });
}

function changed(status: number): RapportError {
  return new RapportError("UNEXPECTED_ANSWER", "The file changed during the download.", { status });
}
