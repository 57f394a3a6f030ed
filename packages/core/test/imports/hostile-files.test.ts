import { buffer } from "node:stream/consumers";
import { constants, gzipSync } from "node:zlib";
import { describe, expect, it, vi } from "vitest";
import { csvLines } from "../../src/imports/csv-lines.ts";
import { toText } from "../../src/imports/to-text.ts";

describe("a file that is made to keep the server busy", () => {
  it("is refused soon if its gzip unpacks to more than 100 times its size", async () => {
    const rows = Buffer.from("ada@example.com,Ada\n".repeat(50_000));
    const member = gzipSync(rows, { level: constants.Z_BEST_COMPRESSION });
    let sent = 0;
    async function* bomb(): AsyncGenerator<Buffer> {
      for (; sent < 400; sent++) yield member;
    }
    const refused = buffer(toText(bomb(), { isGzip: true }, () => undefined));
    await expect(refused).rejects.toMatchObject({
      ...{ code: "PAYLOAD_TOO_LARGE", message: expect.stringContaining("Send it unpacked.") },
    });
    expect(sent).toBeLessThan(200);
  });

  it("costs no error for each row that is shorter or longer than the header", async () => {
    const traced = vi.spyOn(Error, "captureStackTrace");
    const lengths: number[] = [];
    for await (const { cells, end } of csvLines(once("a,b\nx\n1,2,3\n\ny,z\n"), ",")) {
      lengths.push(cells.length, end);
    }
    expect(lengths).toEqual([2, 4, 1, 6, 3, 12, 2, 17]);
    expect(traced).not.toHaveBeenCalled();
    traced.mockRestore();
  });

  it("lets other work run while a piece of it is read", async () => {
    let turns = 0;
    let isReading = true;
    const count = () => {
      turns++;
      if (isReading) setImmediate(count);
    };
    setImmediate(count);
    for await (const _ of csvLines(once("x\n".repeat(512 * 1024)), ","));
    isReading = false;
    expect(turns).toBeGreaterThan(60);
  });
});

async function* once(text: string): AsyncGenerator<Buffer> {
  yield Buffer.from(text);
}
