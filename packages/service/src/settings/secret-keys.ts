import { renameSync } from "node:fs";
import { resolve } from "node:path";
import { isPresent, parseSecretKey } from "@rapport/core";
import { createKeyFile, keptKeys, keyFile, makeDataDir, newKey, replaceKeys } from "./key-file.ts";
import { ConfigError, SECRET_KEY_RULE } from "./setting-types.ts";

import type { Settings } from "./settings.ts";

type KeySettings = Pick<Settings, "DATA_DIR" | "SECRET_KEY">;

/** Returns the path of the key file, or null if SECRET_KEY is set. */
export function findKeyFile({ DATA_DIR, SECRET_KEY }: KeySettings): string | null {
  return SECRET_KEY === undefined ? keyFile(DATA_DIR) : null;
}

/**
 * Returns a function that reads the current secret keys, newest first. It throws ConfigError if there is no key file.
 *
 * @throws ConfigError if the key file does not hold keys, or is missing and cannot be created; so does the returned function
 */
export function keysWithFile(settings: KeySettings): () => readonly Buffer[] {
  const file = findKeyFile(settings);
  if (file === null) return () => settings.SECRET_KEY ?? [];
  makeDataDir(settings.DATA_DIR);
  if (isPresent(file)) parseKeptKeys(file);
  return () => presentKeys(file);
}

/**
 * Returns a function that reads the current secret keys like `keysWithFile`, but changes nothing. If the key file is missing
 * at its first call, it returns a random key, which decrypts nothing.
 *
 * @param isKeyLost whether also a key file without keys counts as missing
 */
export function keysAsTheyAre(settings: KeySettings, isKeyLost: boolean): () => readonly Buffer[] {
  const file = findKeyFile(settings);
  if (file === null) return () => settings.SECRET_KEY ?? [];
  let read: (() => readonly Buffer[]) | undefined;
  return () => {
    read ??= (isKeyLost ? holdsKeys(file) : isPresent(file))
      ? () => presentKeys(file)
      : randomKey();
    return read();
  };
}

/** Returns a function that returns a random key. */
function randomKey(): () => readonly Buffer[] {
  const keys = [parseSecretKey(newKey())];
  return () => keys;
}

/** Returns whether a key file exists and holds keys. @throws CrmError if it cannot be read */
function holdsKeys(file: string): boolean {
  if (!isPresent(file)) return false;
  try {
    return parseKeptKeys(file).length > 0;
  } catch (error) {
    if (error instanceof ConfigError) return false;
    throw error;
  }
}

function presentKeys(file: string): readonly Buffer[] {
  if (!isPresent(file)) throw new ConfigError(noSecretKey(file));
  return parseKeptKeys(file);
}

function parseKeptKeys(file: string): readonly Buffer[] {
  const keys = keptKeys(file);
  try {
    return keys.map(parseSecretKey);
  } catch {
    throw new ConfigError(`SECRET_KEY (stored in ${file}) ${SECRET_KEY_RULE}. ${LOST}`);
  }
}

const LOST =
  'If it is lost, run "rapport secrets reset --i-lost-the-key"; docs/secret-key.md says what that gives up';

/** Returns the message for a key file that is missing. */
export function noSecretKey(file: string): string {
  return `There is no secret key in ${file}; put the file back, or set SECRET_KEY or DATA_DIR to those of the server. ${LOST}`;
}

/** Returns the message for a key that did not encrypt the secrets of the database. */
export function otherSecretKey(file: string | null): string {
  return `The secret key in ${file ?? "SECRET_KEY"} is not the one that encrypted the secrets of the database; use that one. ${LOST}`;
}

/**
 * Returns the two steps of a key rotation: `add` puts a new key first in the key file, `dropOld` removes the others. If
 * SECRET_KEY holds the new and the old key, both do nothing.
 *
 * @throws ConfigError if SECRET_KEY holds one key, because the program cannot change the environment; `dropOld`, if another
 *   rotation has begun meanwhile
 */
export function keyRing(env: NodeJS.ProcessEnv): { add(): void; dropOld(): number } {
  if (env.SECRET_KEY) {
    if (env.SECRET_KEY.includes(",")) return { add: () => undefined, dropOld: () => 0 };
    throw new ConfigError(
      "SECRET_KEY is set in the environment: set it to the new key, a comma and the old key, restart all processes, then rotate again",
    );
  }
  const file = keyFile(readDataDir(env));
  const added = newKey();
  return {
    add() {
      replaceKeys(file, [added, ...keptKeys(file)]);
    },
    dropOld() {
      const [current, ...old] = keptKeys(file);
      if (current !== added) {
        throw new ConfigError(
          `another rotation has added a key to ${file}; it will remove the old`,
        );
      }
      replaceKeys(file, [added]);
      return old.length;
    },
  };
}

/**
 * Makes a key file if there is none, or none with keys, which is then kept under another name. Does nothing if SECRET_KEY is
 * set.
 */
export function replaceLostKey(env: NodeJS.ProcessEnv): void {
  if (env.SECRET_KEY) return;
  const file = keyFile(readDataDir(env));
  if (isPresent(file) && !holdsKeys(file)) {
    renameSync(file, `${file}.unreadable-${new Date().toISOString().slice(0, 19)}`);
  }
  createKeyFile(file);
}

function readDataDir(env: NodeJS.ProcessEnv): string {
  return resolve(env.DATA_DIR || "./data");
}
