import { PassThrough } from "node:stream";
import { type Inspected, readCsv, readNdjson } from "./read-columns.ts";

/**
 * Forwards a file and reads all of its rows on the way, so that an unreadable file is refused at once and not halfway
 * through the import.
 *
 * @param onHeader checks the columns of CSV before the rest arrives
 * @param onEnd receives what was found
 * @throws CrmError INVALID_INPUT for the first fault, and what `onHeader` throws
 */
export async function* inspected(
  source: AsyncIterable<Buffer>,
  format: "csv" | "ndjson",
  onHeader: (columns: readonly string[]) => void,
  onEnd: (found: Inspected) => void,
): AsyncGenerator<Buffer> {
  const copy = new PassThrough();
  const reading = (format === "csv" ? readCsv(copy, onHeader) : readNdjson(copy)).catch((error) => {
    copy.destroy();
    throw error;
  });
  // The loop below reports it, after the piece with the fault.
  reading.catch(() => undefined);
  for await (const bytes of source) {
    if (bytes.length === 0) continue;
    yield bytes;
    if (!copy.destroyed && !copy.write(bytes)) await drained(copy);
    if (copy.destroyed) await reading;
  }
  copy.end();
  onEnd(await reading);
}

function drained(copy: PassThrough): Promise<void> {
  return new Promise((resolve) => {
    const go = () => {
      copy.off("drain", go).off("close", go);
      resolve();
    };
    copy.once("drain", go).once("close", go);
  });
}
