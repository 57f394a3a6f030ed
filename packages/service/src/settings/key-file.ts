import { randomBytes } from "node:crypto";
import {
  accessSync,
  chownSync,
  closeSync,
  constants,
  fsyncSync,
  openSync,
  readFileSync,
  renameSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { dirname, resolve } from "node:path";
import { isPresent, makeFolder, unreadable, whyUnusable } from "@rapport/core";
import { ConfigError } from "./setting-types.ts";

/** Returns the path of the key file in a data folder. */
export function keyFile(dataDir: string): string {
  return resolve(dataDir, "secret-key");
}

/** Reads the key file, newest key first. @throws CrmError if it cannot be read */
export function keptKeys(file: string): readonly string[] {
  let text: string;
  try {
    text = readFileSync(file, "utf8");
  } catch (error) {
    throw unreadable(file, error);
  }
  return text.trim().split(/\s*\n\s*/);
}

/**
 * Creates the data folder.
 *
 * @throws ConfigError if the folder cannot be created, or has no key file and cannot be written
 */
export function makeDataDir(dataDir: string): void {
  try {
    makeFolder(dataDir);
  } catch (error) {
    const isFile = (error as NodeJS.ErrnoException).code === "EEXIST";
    const why = isFile ? "it is a file" : whyUnusable(error);
    throw new ConfigError(`DATA_DIR ${dataDir} cannot be used as a folder: ${why}`);
  }
  if (isPresent(keyFile(dataDir))) return;
  try {
    accessSync(dataDir, constants.W_OK);
  } catch (error) {
    throw cannotHold(dataDir, error);
  }
}

/**
 * Creates the key file with a new key, unless another process has.
 *
 * @throws ConfigError if the folder cannot hold it
 */
export function createKeyFile(file: string): void {
  try {
    makeFolder(dirname(file));
    writeFileSync(file, `${newKey()}\n`, { mode: 0o600, flag: "wx", flush: true });
    giveTo(statSync(dirname(file)), file);
    flushFolder(dirname(file));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw cannotHold(dirname(file), error);
  }
}

/** Replaces the keys of a key file, and flushes them to disk, because the secrets are lost without them. */
export function replaceKeys(file: string, keys: readonly string[]): void {
  // `rename` is atomic: a process that reads the file sees either the old or the new content.
  writeFileSync(`${file}.new`, `${keys.join("\n")}\n`, { mode: 0o600, flush: true });
  giveTo(statSync(file), `${file}.new`);
  renameSync(`${file}.new`, file);
  flushFolder(dirname(file));
}

/** Gives a file to the user of the server, who reads it, if root made it. */
function giveTo({ uid, gid }: { uid: number; gid: number }, file: string): void {
  if (process.getuid?.() === 0) chownSync(file, uid, gid);
}

/** Makes the names of new files durable. */
function flushFolder(folder: string): void {
  const handle = openSync(folder, "r");
  fsyncSync(handle);
  closeSync(handle);
}

function cannotHold(folder: string, error: unknown): ConfigError {
  return new ConfigError(`DATA_DIR ${folder} cannot hold the secret key: ${whyUnusable(error)}`);
}

/** Returns 32 random bytes in base64. */
export function newKey(): string {
  return randomBytes(32).toString("base64");
}
