import { createHash } from "node:crypto";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { createGunzip } from "node:zlib";
import { CrmError } from "../errors.ts";
import { type End, type Header, KINDS, type Line, parseLine } from "./format.ts";
import { mapIds } from "./ids.ts";
import { differences, startTally } from "./tally.ts";

/** Opens a project's file. It is read twice: to check it, and to write it. */
export type OpenFile = () => AsyncIterable<Buffer>;

/** A record with 1,000 properties of the longest texts fits. */
const MAX_LINE_BYTES = 256 * 1024 * 1024;

/** A file whose format, order, counts and digests are right. */
export interface CheckedFile {
  readonly header: Header;
  readonly end: End;
  /** Lines of content. */
  readonly lines: number;
  /** Records that are not deleted. */
  readonly liveRecords: number;
  /** The lowest and the highest id of a record that the file mentions; undefined if it mentions none. */
  readonly ids: { readonly first: number; readonly last: number } | undefined;
}

/**
 * Reads a whole file and checks it.
 *
 * @param onRead called with the lines so far
 * @throws CrmError INVALID_INPUT that says what is wrong
 */
export async function checkFile(
  open: OpenFile,
  onRead: (lines: number) => void = () => undefined,
): Promise<CheckedFile> {
  let header: Header | undefined;
  let end: End | undefined;
  let tally = startTally(null);
  let [lines, liveRecords, kind, lastId] = [0, 0, 0, 0];
  let [first, last] = [Number.POSITIVE_INFINITY, 0];
  for await (const { line, number, digest } of readLines(open())) {
    if (end !== undefined) throw refused(`Line ${number} is after the end of the project.`);
    if (header === undefined) {
      if (line.kind !== "project") throw notAProject();
      header = line;
      tally = startTally(line.firstId);
    } else if (line.kind === "end") {
      if (line.sha256 !== digest()) throw wasChanged("The SHA-256 of the content is wrong.");
      end = line;
    } else {
      if (line.kind === "project") throw refused(`Line ${number} is a second header.`);
      const at = KINDS.indexOf(line.kind);
      const isNext = line.kind !== "record" || line.id > lastId;
      if (at < kind || !isNext) throw refused(`Line ${number} is out of order.`);
      kind = at;
      if (line.kind === "record") lastId = line.id;
      // A filter may name a record that never existed.
      if (line.kind !== "view") {
        mapIds(line, (id) => {
          first = Math.min(first, id);
          last = Math.max(last, id);
          return id;
        });
      }
      liveRecords += countLiveRecords([line]);
      tally.add(line);
      onRead(++lines);
    }
  }
  if (header === undefined) throw notAProject();
  if (end === undefined) throw wasChanged("Its last line is missing, so it was cut off.");
  const [different] = differences(tally.end(), end);
  if (different !== undefined) throw wasChanged(`The digest of "${different}" lines is wrong.`);
  const span = last - first;
  if (span > MAX_SPAN || last > MAX_ID) throw refused("Its ids are too far apart, or too high.");
  return { header, end, lines, liveRecords, ids: last === 0 ? undefined : { first, last } };
}

export function countLiveRecords(lines: readonly Line[]): number {
  return lines.filter((line) => line.kind === "record" && line.deletedAt === null).length;
}

/** Bounds of ids, so that a file cannot use up those of an installation. */
const MAX_SPAN = 2 ** 40;
const MAX_ID = 2 ** 52;

/**
 * Reads the content of a checked file, in portions.
 *
 * @param skip lines to leave out
 * @throws CrmError INVALID_INPUT if it is no longer the checked file; after its last portion
 */
export async function* readContent(
  open: OpenFile,
  { end }: CheckedFile,
  skip: number,
): AsyncGenerator<readonly Line[]> {
  let portion: Line[] = [];
  let [bytes, seen] = [0, 0];
  for await (const { line, length, digest } of readLines(open())) {
    if (line.kind === "project") continue;
    if (line.kind === "end") {
      if (digest() !== end.sha256) throw wasChanged("It was replaced while it was imported.");
      break;
    }
    if (++seen <= skip) continue;
    portion.push(line);
    bytes += length;
    if (portion.length < PORTION_LINES && bytes < PORTION_BYTES) continue;
    yield portion;
    portion = [];
    bytes = 0;
  }
  if (portion.length > 0) yield portion;
}

/** What one transaction writes: few enough lines that no other writer waits long. */
const PORTION_LINES = 500;
const PORTION_BYTES = 1024 * 1024;

interface ReadLine {
  readonly line: Header | End | Line;
  readonly number: number;
  readonly length: number;
  /** Returns the SHA-256 of all bytes before this line. */
  digest(): string;
}

async function* readLines(file: AsyncIterable<Buffer>): AsyncGenerator<ReadLine> {
  const hash = createHash("sha256");
  let number = 0;
  for await (const bytes of splitLines(unzip(file))) {
    number++;
    const line = parseLine(bytes.toString("utf8"));
    if (line === undefined && number === 1) throw notAProject();
    if (line === undefined) {
      throw refused(
        `Line ${number} is not one of format version 1. The file was changed, or a newer version of Rapport wrote it.`,
      );
    }
    yield { line, number, length: bytes.length, digest: () => hash.copy().digest("hex") };
    hash.update(bytes);
  }
}

async function* unzip(file: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  const gunzip = createGunzip();
  // Its error also ends the loop below.
  const feeding = pipeline(Readable.from(file), gunzip).catch((error: unknown) => error);
  try {
    yield* gunzip as AsyncIterable<Buffer>;
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code ?? "";
    if (!code.startsWith("Z_")) throw error;
    throw code === "Z_BUF_ERROR" ? wasChanged("It was cut off.") : notAProject();
  } finally {
    gunzip.destroy();
    await feeding;
  }
}

/** Splits bytes into lines, each with its line feed. */
async function* splitLines(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let rest: Buffer[] = [];
  let length = 0;
  for await (const chunk of chunks) {
    let start = 0;
    for (let at = chunk.indexOf(10); at >= 0; at = chunk.indexOf(10, start)) {
      yield Buffer.concat([...rest, chunk.subarray(start, at + 1)]);
      rest = [];
      length = 0;
      start = at + 1;
    }
    if (start === chunk.length) continue;
    rest.push(chunk.subarray(start));
    length += chunk.length - start;
    if (length > MAX_LINE_BYTES) throw refused("A line has more than 256 MiB.");
  }
  if (rest.length > 0) yield Buffer.concat(rest);
}

function notAProject(): CrmError {
  return refused("Give a file that `rapport project export` wrote.");
}

function wasChanged(how: string): CrmError {
  return refused(`${how} Copy the file again, or export the project again.`);
}

function refused(why: string): CrmError {
  return new CrmError("INVALID_INPUT", `The file cannot be imported. ${why}`);
}
