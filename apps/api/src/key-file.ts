import { randomBytes } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";
import { resolve } from "node:path";
import { makeFolder } from "@rapport/core";
import { ConfigError } from "./config-error.ts";

/** Returns the path of the key file in a data folder. */
export function keyFile(dataDir: string): string {
  return resolve(dataDir, "secret-key");
}

/**
 * Reads the key file, newest key first. Creates it with a new key if it is missing.
 *
 * @throws ConfigError if the folder cannot hold it
 */
export function keptKeys(dataDir: string): readonly string[] {
  const file = keyFile(dataDir);
  makeDataDir(dataDir);
  try {
    writeFileSync(file, `${newKey()}\n`, { mode: 0o600, flag: "wx" });
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    if (code !== "EEXIST") {
      throw new ConfigError(`DATA_DIR ${dataDir} cannot hold the secret key: ${message}`);
    }
  }
  return readFileSync(file, "utf8").trim().split("\n");
}

function makeDataDir(dataDir: string): void {
  try {
    makeFolder(dataDir);
  } catch (error) {
    throw new ConfigError(
      `DATA_DIR ${dataDir} cannot be used as a folder: ${(error as Error).message}`,
    );
  }
}

/** Returns 32 random bytes in base64. */
export function newKey(): string {
  return randomBytes(32).toString("base64");
}
