import { renameSync, writeFileSync } from "node:fs";
import { resolve } from "node:path";
import { parseSecretKey } from "@rapport/core";
import { ConfigError } from "./config-error.ts";
import { keptKeys, keyFile, newKey } from "./key-file.ts";
import { SECRET_KEY_RULE } from "./setting-types.ts";
import type { Settings } from "./settings.ts";

type KeySettings = Pick<Settings, "DATA_DIR" | "SECRET_KEY">;

/** Returns the path of the key file, or null if SECRET_KEY is set. */
export function findKeyFile({ DATA_DIR, SECRET_KEY }: KeySettings): string | null {
  return SECRET_KEY === undefined ? keyFile(DATA_DIR) : null;
}

/**
 * Returns a function that reads the current secret keys, newest first. Creates the key file if it is needed and missing.
 *
 * @throws ConfigError if the key file cannot be created or does not hold keys; so does the returned function
 */
export function keysWithFile({ DATA_DIR, SECRET_KEY }: KeySettings): () => readonly Buffer[] {
  const read = () => SECRET_KEY ?? parseKeptKeys(DATA_DIR);
  read();
  return read;
}

/** Returns a function that returns a random key. */
export function randomKey(): () => readonly Buffer[] {
  const keys = [parseSecretKey(newKey())];
  return () => keys;
}

function parseKeptKeys(dataDir: string): readonly Buffer[] {
  const keys = keptKeys(dataDir);
  try {
    return keys.map((key) => parseSecretKey(key.trim()));
  } catch {
    throw new ConfigError(`SECRET_KEY (stored in ${keyFile(dataDir)}) ${SECRET_KEY_RULE}`);
  }
}

/**
 * Adds a new secret key to the key file as the current one, and keeps the older keys. Does nothing if SECRET_KEY already
 * holds several keys.
 *
 * @throws ConfigError if SECRET_KEY holds one key, because the program cannot change the environment
 */
export function addSecretKey(env: NodeJS.ProcessEnv): void {
  if (env.SECRET_KEY) {
    if (env.SECRET_KEY.includes(",")) return;
    throw new ConfigError(
      "SECRET_KEY is set in the environment: set it to the new key, a comma and the old key, then rotate again",
    );
  }
  const dataDir = resolve(env.DATA_DIR || "./data");
  const file = keyFile(dataDir);
  const content = [newKey(), ...keptKeys(dataDir)].join("\n");
  // `rename` is atomic: a server that reads the file sees either the old or the new content.
  writeFileSync(`${file}.new`, `${content}\n`, { mode: 0o600 });
  renameSync(`${file}.new`, file);
}
