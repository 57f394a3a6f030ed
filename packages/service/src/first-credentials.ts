import { closeSync, openSync, statSync, unlinkSync, writeSync } from "node:fs";
import { join } from "node:path";
import { styleText } from "node:util";
import { makeFolder } from "@rapport/core";
import { ConfigError } from "./settings/setting-types.ts";

/** File in DATA_DIR with the first credentials, if they were made without a terminal. */
const FILE = "first-credentials.txt";

/**
 * Makes the first credentials and returns the lines to print: the credentials on a terminal. Otherwise, where output ends
 * up in a log, they are added to a file that only its owner can read, and the lines have its path.
 *
 * @param dataDir folder of the file
 * @param make makes credentials and returns the lines that show them; null if none are needed
 * @throws ConfigError if the file cannot be written; then no credentials are made
 */
export async function showFirstCredentials(
  dataDir: string,
  make: () => Promise<readonly string[] | null>,
): Promise<readonly string[]> {
  if (process.stdout.isTTY) return (await make()) ?? [];
  const path = join(dataDir, FILE);
  const file = openPrivate(dataDir, path);
  try {
    const lines = await make();
    if (lines === null) return [];
    writeSync(file, `${lines.join("\n")}\n`);
    return [note(`The first credentials are in ${path}. Delete it when you have them.`), ""];
  } finally {
    closeSync(file);
    if (statSync(path).size === 0) unlinkSync(path);
  }
}

function openPrivate(dataDir: string, path: string): number {
  try {
    makeFolder(dataDir);
    return openSync(path, "a", 0o600);
  } catch (error) {
    throw new ConfigError(
      `DATA_DIR ${dataDir} cannot hold ${FILE}, for the first credentials: ${(error as Error).message}`,
    );
  }
}

/*
 * The parts of the texts that servers print at their start. On a terminal they have colors, unless NO_COLOR is set.
 */

export const heading = (text: string) => `  ${styleText("bold", text)}`;

export const row = (label: string, value: string) =>
  `  ${styleText("dim", label.padEnd(17))}${value}`;

export const link = (url: string) => styleText("cyan", url);

export const secret = (text: string) => styleText("yellow", text);

/** Returns a text beside commands and values, so that those stand out. */
export const note = (text: string) => `  ${styleText("dim", text)}`;
