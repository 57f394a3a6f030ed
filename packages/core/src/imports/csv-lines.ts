import { setImmediate as nextTurn } from "node:timers/promises";
import { formulaText } from "../csv.ts";
import { fileFault, MAX_REFUSED_ROW_BYTES, MAX_ROW_BYTES } from "./files.ts";
import { REASON_COLUMN } from "./settings.ts";

/** Bytes that are parsed at a time. Between two pieces, other requests are served. */
const PIECE_BYTES = 16 * 1024;

/** A line of CSV; a line break within quotes is part of its cell. */
export interface CsvLine {
  readonly cells: readonly string[];
  /** Position after the line, in bytes. */
  readonly end: number;
  /** The first and the last of its lines, as an editor counts them from 1. */
  readonly line: number;
  readonly lastLine: number;
  /** The cell with the most line ends; undefined if none has any. */
  readonly longest?: LongCell;
}

/** A cell of several lines. */
interface LongCell {
  readonly index: number;
  /** The line on which its quote opens. */
  readonly line: number;
  readonly lineEnds: number;
}

/**
 * Parses CSV as a stream (RFC 4180). A quote within a cell without quotes is text, and so is what follows the closing
 * quote of a cell. Skips empty lines.
 *
 * @param options.header the names of the columns; null if the first line has them
 * @param options.before lines before the source
 * @throws CrmError INVALID_INPUT if a line is too long, or a quote is not closed
 */
export async function* csvLines(
  source: AsyncIterable<Buffer>,
  delimiter: string,
  { header = null, before = 0 }: { header?: readonly string[] | null; before?: number } = {},
): AsyncGenerator<CsvLine> {
  const parser = new Parser(delimiter.charCodeAt(0), header, before);
  for await (const bytes of source) {
    for (let at = 0; at < bytes.length; at += PIECE_BYTES) {
      yield* parser.parse(bytes.subarray(at, at + PIECE_BYTES));
      await nextTurn();
    }
  }
  yield* parser.end();
}

const QUOTE = 0x22;
const LF = 0x0a;
const CR = 0x0d;
const ONE_QUOTE = Buffer.from('"');
const NOTHING = Buffer.alloc(0);

/** Where in a cell the next byte is. After a quote within a quoted cell, it says whether that has closed the cell. */
type State = "start" | "plain" | "quoted" | "afterQuote";

class Parser {
  readonly #delimiter: number;
  #maxBytes: number;
  #isHeader: boolean;
  #state: State = "start";
  /** Position of the next byte. */
  #position = 0;
  /** Line ends so far. CR LF is one. */
  #lines: number;
  #isAfterCr = false;

  /** Position and line of the first byte of the current line. */
  #start = 0;
  #line: number;
  #cells: string[] = [];
  #longest: LongCell | undefined;
  /** True if the current line has ended with CR, and LF may follow. */
  #hasEnded = false;

  /** Bytes of the current cell in earlier pieces, and before its last quote. */
  #held: Buffer[] = [];
  /** The line of the quote that opened the current cell; 0 if none did. */
  #quoteLine = 0;

  constructor(delimiter: number, header: readonly string[] | null, before: number) {
    this.#delimiter = delimiter;
    this.#isHeader = header === null;
    this.#maxBytes = maxLineBytes(header ?? []);
    this.#lines = before;
    this.#line = before + 1;
  }

  *parse(bytes: Buffer): Generator<CsvLine> {
    const base = this.#position;
    const delimiter = this.#delimiter;
    /** The first byte of the current cell that is not held. */
    let from = 0;
    for (let i = 0; i < bytes.length; i++) {
      const byte = bytes[i];
      const isPair = byte === LF && this.#isAfterCr;
      this.#isAfterCr = byte === CR;
      if (this.#state === "quoted") {
        if (byte === QUOTE) {
          this.#hold(bytes, from, i);
          from = i + 1;
          this.#state = "afterQuote";
        } else if (byte === CR || (byte === LF && !isPair)) this.#lines++;
        continue;
      }
      if (this.#hasEnded) {
        yield this.#take(base + i + (isPair ? 1 : 0));
        from = i;
      }
      if (isPair) {
        from = i + 1;
        continue;
      }
      if (byte === delimiter) {
        this.#endCell(bytes, from, i);
        from = i + 1;
      } else if (byte === LF || byte === CR) {
        if (!this.#isEmpty(i - from)) {
          this.#endCell(bytes, from, i);
          this.#hasEnded = true;
        }
        from = i + 1;
        this.#lines++;
        if (!this.#hasEnded) this.#begin(base + from);
        else if (byte === LF) yield this.#take(base + from);
      } else if (byte === QUOTE && this.#state === "start") {
        this.#state = "quoted";
        this.#quoteLine = this.#lines + 1;
        from = i + 1;
      } else if (byte === QUOTE && this.#state === "afterQuote") {
        // Two quotes are one.
        this.#state = "quoted";
        from = i;
      } else if (this.#state !== "plain") {
        // The quotes of "Ann" Lee belong to its text.
        if (this.#state === "afterQuote") this.#held = [ONE_QUOTE, ...this.#held, ONE_QUOTE];
        this.#state = "plain";
      }
    }
    this.#hold(bytes, from, bytes.length);
    this.#position = base + bytes.length;
    this.#checkSize(this.#position);
  }

  /** Ends the last line, which needs no line end. */
  *end(): Generator<CsvLine> {
    if (this.#state === "quoted") {
      const message = `The cell that begins with " on line ${this.#quoteLine} has no closing quote. Add it.`;
      throw fileFault("quote_not_closed", message);
    }
    if (!this.#hasEnded) {
      if (this.#isEmpty(0)) return;
      this.#endCell(NOTHING, 0, 0);
      this.#lines++;
    }
    yield this.#take(this.#position);
  }

  /**
   * Returns true if the current line is still empty.
   *
   * @param bytes bytes of the line that were read but not stored yet
   */
  #isEmpty(bytes: number): boolean {
    const isOfCell = this.#state === "start" && this.#held.length === 0 && bytes === 0;
    return isOfCell && this.#cells.length === 0;
  }

  #hold(bytes: Buffer, from: number, to: number): void {
    if (to > from) this.#held.push(bytes.subarray(from, to));
  }

  #endCell(bytes: Buffer, from: number, to: number): void {
    let text: string;
    if (this.#held.length === 0) text = bytes.toString("utf8", from, to);
    else {
      this.#hold(bytes, from, to);
      text = Buffer.concat(this.#held).toString("utf8");
      this.#held = [];
    }
    this.#cells.push(formulaText(text) ?? text);
    this.#state = "start";
    if (this.#quoteLine === 0) return;
    const lineEnds = this.#lines + 1 - this.#quoteLine;
    if (lineEnds > (this.#longest?.lineEnds ?? 0)) {
      this.#longest = { index: this.#cells.length - 1, line: this.#quoteLine, lineEnds };
    }
    this.#quoteLine = 0;
  }

  /** Returns the current line, which ends before a position, and begins the next one. */
  #take(end: number): CsvLine {
    const cells = this.#cells;
    if (this.#isHeader) this.#maxBytes = maxLineBytes(cells);
    this.#isHeader = false;
    this.#checkSize(end);
    const longest = this.#longest;
    const line = { cells, end, line: this.#line, lastLine: this.#lines };
    this.#begin(end);
    return longest === undefined ? line : { ...line, longest };
  }

  #begin(position: number): void {
    this.#start = position;
    this.#line = this.#lines + 1;
    this.#cells = [];
    this.#longest = undefined;
    this.#hasEnded = false;
  }

  #checkSize(position: number): void {
    if (position - this.#start <= this.#maxBytes) return;
    const quote = this.#quoteLine;
    const or = quote === 0 ? "" : `, or close the quote that opens on line ${quote}`;
    const message = `The row at line ${this.#line} is larger than ${this.#maxBytes / 1024 ** 2} MiB. Shorten it${or}.`;
    throw fileFault("row_too_large", message);
  }
}

/** A refused row is longer than it was sent: it has reasons, more quotes, and protects its formulas. */
function maxLineBytes(header: readonly string[]): number {
  const isOfRefused = header.some((name) => name.trim() === REASON_COLUMN);
  return isOfRefused ? MAX_REFUSED_ROW_BYTES : MAX_ROW_BYTES;
}
