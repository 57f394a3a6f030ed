import { once } from "node:events";
import type { FileHandle } from "node:fs/promises";
import { Writable } from "node:stream";

const BLOCK = 512;

/** Writes the files of a tar archive (ustar, POSIX.1-1988) one after another, without knowing their sizes before. */
interface TarFile {
  /**
   * Adds a file.
   *
   * @param name at most 100 bytes
   * @param write writes and ends the stream that it gets
   */
  add<T>(name: string, write: (sink: Writable) => Promise<T>): Promise<T>;
  /** Ends the archive. */
  end(): Promise<void>;
}

/** @param target an empty file. The size of a file is written before it once it is known. */
export function tarFile(target: Pick<FileHandle, "write">, at: Date): TarFile {
  let end = 0;

  async function put(bytes: Uint8Array, position: number): Promise<void> {
    for (let done = 0; done < bytes.length; ) {
      const left = bytes.length - done;
      done += (await target.write(bytes, done, left, position + done)).bytesWritten;
    }
  }
  async function append(bytes: Uint8Array): Promise<void> {
    await put(bytes, end);
    end += bytes.length;
  }

  return {
    async add(name, write) {
      const start = end;
      end += BLOCK;
      const sink = new Writable({
        write: (chunk: Buffer, _, done) => void append(chunk).then(() => done(), done),
      });
      const result = await write(sink);
      if (!sink.writableFinished) await once(sink, "finish");
      const size = end - start - BLOCK;
      await append(new Uint8Array((BLOCK - (size % BLOCK)) % BLOCK));
      await put(header(name, size, at), start);
      return result;
    },
    end: () => append(new Uint8Array(2 * BLOCK)),
  };
}

function header(name: string, size: number, at: Date): Buffer {
  const block = Buffer.alloc(BLOCK);
  const octal = (value: number, digits: number) => `${value.toString(8).padStart(digits, "0")}\0`;
  block.write(name, 0, 100);
  block.write(octal(0o600, 7), 100);
  block.write(octal(0, 7), 108);
  block.write(octal(0, 7), 116);
  // From 8 GiB on, a number is binary (GNU and POSIX tar read both).
  if (size < 8 ** 11) block.write(octal(size, 11), 124);
  else {
    block[124] = 0x80;
    block.writeBigUInt64BE(BigInt(size), 128);
  }
  block.write(octal(Math.floor(at.getTime() / 1000), 11), 136);
  block.write("        0", 148);
  block.write("ustar\u000000", 257);
  const sum = block.reduce((total, byte) => total + byte, 0);
  block.write(`${sum.toString(8).padStart(6, "0")}\0 `, 148);
  return block;
}
