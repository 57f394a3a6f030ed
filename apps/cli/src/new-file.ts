import { once } from "node:events";
import { createWriteStream, type WriteStream } from "node:fs";

/**
 * Writes a file that only its owner can read, and that is whole or does not exist.
 *
 * @param write writes and ends the stream that it gets
 * @param options.replaces whether the file may exist; then it is replaced in one step
 * @throws Error if the file already exists and may not, or the error of `write`
 */
export async function writeNewFile<T>(
  file: string,
  write: (target: WriteStream) => Promise<T>,
  options: { readonly replaces?: boolean } = {},
): Promise<T> {
  const { writeWholeFile } = await import("@rapport/core");
  const writeTo = async (partial: string) => {
    const target = createWriteStream(partial, { flags: "wx", mode: 0o600 });
    // Otherwise an early failure would remove the file before it is created.
    await once(target, "open");
    try {
      return await write(target);
    } finally {
      if (!target.closed) await once(target.destroy(), "close");
    }
  };
  return writeWholeFile(file, writeTo, options);
}
