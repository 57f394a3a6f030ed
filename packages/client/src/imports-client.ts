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
import { pause } from "./retry.ts";
import type { CallOptions, RawBody } from "./transport.ts";

/** The content of a file. */
export type ImportFile = RawBody;

/** A column whose values find records to associate with. */
export interface ImportAssociation {
  readonly column: string;
  readonly object: ObjectType;
  /** An indexed property of these records, or `id`. */
  readonly idProperty: string;
  /** Key of a label; the plain association if undefined. */
  readonly type?: string | undefined;
}

/** How to read a file, and what to do with its rows. */
export interface NewImport {
  readonly object: ObjectType;
  /** Whether rows create records, update those that `idProperty` finds, or do one or the other. */
  readonly mode: "create" | "update" | "upsert";
  /** The property that finds records to update; in the mode `update` also `id`. */
  readonly idProperty?: string | undefined;
  /** `csv` by default. */
  readonly format?: "csv" | "ndjson" | undefined;
  /** The property of each column; null to ignore it. Other columns go by the name or label of a property. */
  readonly mapping?: Readonly<Record<string, string | null>> | undefined;
  readonly associations?: readonly ImportAssociation[] | undefined;
  /** `YYYY-MM-DD` by default. ISO 8601 is always understood. */
  readonly dateFormat?:
    | "YYYY-MM-DD"
    | "YYYY/MM/DD"
    | "DD.MM.YYYY"
    | "DD/MM/YYYY"
    | "DD-MM-YYYY"
    | "MM/DD/YYYY"
    | "MM-DD-YYYY"
    | undefined;
  /** `.` by default; then numbers that can be read in two ways, such as `1.234`, are refused. */
  readonly decimalSeparator?: "." | "," | undefined;
  /** Separates the values of a cell; `;` by default. */
  readonly multiValueSeparator?: string | undefined;
  /** Whether an empty cell keeps the value of an existing record, which is the default, or clears it. */
  readonly emptyCells?: "keep" | "clear" | undefined;
  /** Texts that stand for an empty cell, such as `#N/A`. */
  readonly emptyValues?: readonly string[] | undefined;
  /** Whether a row with a cell of hundreds of lines is refused, which is the default: a quote may be missing. */
  readonly longCells?: "refuse" | "allow" | undefined;
  /** Encoding of the file, as the Encoding standard of WHATWG names it. Recognized by default. */
  readonly encoding?: string | undefined;
}

type State = "waiting" | "running" | "done" | "cancelled" | "failed" | "undone";

/** The undoing of an import. */
export interface ImportUndo {
  readonly state: State;
  readonly failure: string | null;
  /** Created records that were deleted. */
  readonly deleted: number;
  /** Updated records that got their values back. */
  readonly restored: number;
  /** Records that stay as they are, because something else changed them since. */
  readonly left: number;
}

/** An import, and how far it has come. */
export interface Import {
  readonly id: number;
  readonly object: ObjectType;
  readonly mode: NewImport["mode"];
  readonly idProperty: string | null;
  readonly format: "csv" | "ndjson";
  readonly fileName: string | null;
  readonly state: State;
  /** Why it failed. */
  readonly failure: string | null;
  /** Rows that were read. */
  readonly read: number;
  readonly created: number;
  readonly updated: number;
  readonly unchanged: number;
  readonly refused: number;
  /** Rows without a value; ignored, and counted nowhere else. */
  readonly blank: number;
  /** Rows of the file; null before the data has arrived. */
  readonly rows: number | null;
  readonly bytesRead: number;
  readonly bytes: number | null;
  readonly encoding: string | null;
  readonly delimiter: string | null;
  readonly undo: ImportUndo | null;
  readonly createdAt: string;
  readonly startedAt: string | null;
  readonly endedAt: string | null;
  /** Until then it can be undone, and its refused rows are kept. */
  readonly keptUntil: string | null;
}

export interface SendOptions extends CallOptions {
  /** Whether the file is gzip. A file that begins as gzip does is unpacked anyway. */
  readonly gzip?: boolean | undefined;
}

export interface WaitOptions {
  readonly signal?: AbortSignal | undefined;
  /** Called with each state of the import. */
  readonly onProgress?: ((one: Import) => void) | undefined;
}

/** Imports of files. */
export interface Imports {
  /** Creates an import that waits for its file. */
  create(settings: NewImport, options?: PostOptions): Promise<Import>;
  /**
   * Sends the file of an import, which then starts. Takes as long as it takes unless `timeoutMs` is given. After a
   * broken connection, send it again.
   */
  send(id: number | string, file: ImportFile, options?: SendOptions): Promise<Import>;
  read(id: number | string, options?: CallOptions): Promise<Import>;
  /** Waits until an import, and the undoing of it, have ended. */
  wait(id: number | string, options?: WaitOptions): Promise<Import>;
  list(filter?: { readonly limit?: number | undefined }, options?: CallOptions): List<Import>;
  /** Returns the refused rows so far as CSV, with a column that says why. It can be imported again. */
  refused(
    id: number | string,
    options?: { readonly signal?: AbortSignal | undefined },
  ): Promise<ReadableStream<Uint8Array>>;
  /** Cancels an import. What it has done stays. */
  cancel(id: number | string, options?: PostOptions): Promise<Import>;
  /** Begins to undo an import, within 7 days of its end. */
  undo(id: number | string, options?: PostOptions): Promise<Import>;
}

const PATH = "/api/crm/imports";

/** Milliseconds between two reads of an import: the first wait and the longest one. */
const FIRST_PAUSE_MS = 250;
const MAX_PAUSE_MS = 3_000;

/** Long enough for any file. */
const SEND_LIMIT_MS = 24 * 60 * 60 * 1000;

export function makeImports(call: Call, open: Open): Imports {
  const one = (id: number | string) => `${PATH}/${segment(id)}`;
  const read: Imports["read"] = (id, options) =>
    fetchData(call, { method: "GET", path: one(id) }, options);
  return {
    create: (settings, options) => post(call, PATH, settings, options),
    send: async (id, file, { gzip = false, ...options } = {}) => {
      const headers: Record<string, string> = {
        "content-type": "application/octet-stream",
        ...(gzip && { "content-encoding": "gzip" }),
      };
      // A stream cannot be sent again with a new token.
      if (file instanceof ReadableStream) await read(id, options);
      return fetchData(
        call,
        { method: "PUT", path: `${one(id)}/data`, raw: { body: file, headers } },
        { ...options, timeoutMs: options.timeoutMs ?? SEND_LIMIT_MS },
      );
    },
    read,
    wait: async (id, { signal = new AbortController().signal, onProgress } = {}) => {
      for (let ms = FIRST_PAUSE_MS; ; ms = Math.min(2 * ms, MAX_PAUSE_MS)) {
        const found = await read(id, { signal });
        onProgress?.(found);
        const isOpen = found.state === "waiting" || found.state === "running";
        if (!isOpen && found.undo?.state !== "running") return found;
        await pause(ms, signal).catch((cause) => {
          throw new RapportError("ABORTED", "The wait was aborted.", { cause });
        });
      }
    },
    list: ({ limit } = {}, options) => listPages(call, PATH, { limit }, options),
    refused: (id, { signal = new AbortController().signal } = {}) =>
      open(`${one(id)}/refused`, {}, signal, { accept: "text/csv" }).then(({ body }) => body),
    cancel: (id, options) => post(call, `${one(id)}/cancel`, undefined, options),
    undo: (id, options) => post(call, `${one(id)}/undo`, undefined, options),
  };
}
