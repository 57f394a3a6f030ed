import { MAX_COLUMNS } from "./size-limits.ts";

/** Bytes in which the delimiter is looked for. */
const SAMPLE_BYTES = 64 * 1024;
const SAMPLE_LINES = 20;

const DELIMITERS = [",", ";", "\t", "|"] as const;

/** The first line of a file for Excel, which names the delimiter: `sep=;`. Some programs write it with quotes. */
const NAMED = /^"?sep=([^\w\s"]|\t)"?(?:\r\n|\n|\r)/i;

/** Where the table of a file begins, and what separates its cells. */
export interface Delimiter {
  readonly delimiter: string;
  /** Bytes of the line that names the delimiter; 0 if there is none. */
  readonly skipped: number;
}

/**
 * Finds the delimiter of a CSV file: the one that its first line names, or that most lines have as often as the header.
 *
 * @param head the beginning of the file
 */
export function findDelimiter(head: Buffer): Delimiter {
  const text = head.subarray(0, SAMPLE_BYTES).toString();
  const [line, named] = NAMED.exec(text) ?? [];
  // Only ASCII can be told from the bytes of other characters.
  if (line !== undefined && named !== undefined && named < "\u0080") {
    return { delimiter: named, skipped: line.length };
  }
  return { delimiter: mostRegular(text), skipped: 0 };
}

function mostRegular(text: string): string {
  const lines: Record<string, number>[] = [{}];
  let isQuoted = false;
  for (const character of text.replaceAll(/\r\n?/g, "\n").replace(/^\n+/, "")) {
    if (character === '"') isQuoted = !isQuoted;
    else if (isQuoted) continue;
    else if (character === "\n") {
      if (lines.length === SAMPLE_LINES) break;
      lines.push({});
    } else if ((DELIMITERS as readonly string[]).includes(character)) {
      const line = lines.at(-1) as Record<string, number>;
      line[character] = (line[character] ?? 0) + 1;
    }
  }
  const score = (delimiter: string): number => {
    const inHeader = lines[0]?.[delimiter] ?? 0;
    const same = lines.filter((line) => line[delimiter] === inHeader).length;
    return inHeader === 0 ? 0 : same * MAX_COLUMNS + inHeader;
  };
  return DELIMITERS.toSorted((a, b) => score(b) - score(a))[0] ?? ",";
}
