import { createReadStream } from "node:fs";
import { createInterface } from "node:readline";
import { Readable, type Writable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { KeptLine } from "@rapport/core";
import type { Command } from "commander";
import { type Output, verb } from "../command.ts";
import { writeNewFile } from "../new-file.ts";
import { type ProcessIo, print, withDeps } from "../session.ts";
import { existingFile, fileToReplace } from "../values.ts";

/** Adds `rapport erasures`, which writes the list of erasures, and `rapport erase`, which repeats one. */
export function addErase(program: Command, io: ProcessIo): void {
  verb(program, "erasures", {
    summary: "write the list of erased records into a file",
    description:
      "Writes which records were erased, by whom and when, one JSON object a line. The list has no values.",
    details:
      "An existing file is replaced once the new list is complete. Keep the newest list apart from the backups. After the restore of a backup, `rapport erase` repeats it.",
    examples: ["rapport erasures --out ./erasures.ndjson"],
  })
    .helpGroup("Operate:")
    .requiredOption("--out <file>", "the file to write", fileToReplace)
    .action(async ({ out: file, ...out }: { out: string } & Output) => {
      const erasures = await withDeps(io, (deps, { listErasures }) =>
        writeNewFile(file, (target) => writeLines(target, listErasures(deps)), { replaces: true }),
      );
      print(io, { file, erasures }, out);
    });
  verb(program, "erase", {
    summary: "erase the records of a list again, after a restore",
    description:
      "Erases the records of a list that `rapport erasures` wrote. Run it on a restored database, before it serves.",
    details: `A record is erased only if it has the creation time of the list. Records that are erased already, or that the
database does not have, are counted. The whole file is checked before anything is erased.`,
    examples: ["rapport erase --from ./erasures-2027-01-31.ndjson"],
  })
    .helpGroup("Operate:")
    .requiredOption("--from <file>", "a file that `rapport erasures` wrote", existingFile)
    .action(async ({ from, ...out }: { from: string } & Output) => {
      for await (const _ of readLines(from)) {
        // Reading the line has checked it.
      }
      const counts = await withDeps(io, (deps, { repeatErasures }) =>
        repeatErasures(deps, readLines(from)),
      );
      print(io, { ...counts }, out);
    });
}

/** @returns the number of lines */
async function writeLines(target: Writable, lines: AsyncIterable<KeptLine>): Promise<number> {
  let count = 0;
  async function* text(): AsyncGenerator<string> {
    for await (const line of lines) {
      count++;
      yield `${JSON.stringify(line)}\n`;
    }
  }
  await pipeline(Readable.from(text()), target);
  return count;
}

async function* readLines(file: string): AsyncGenerator<KeptLine> {
  const { parseKeptErasure } = await import("@rapport/core");
  let number = 0;
  for await (const line of createInterface({ input: createReadStream(file) })) {
    number++;
    if (line.trim() !== "") yield parseKeptErasure(line, number);
  }
}
