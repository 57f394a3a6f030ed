import { existsSync } from "node:fs";
import {
  type CopyResult,
  type CopyStep,
  copyDatabase,
  type Database,
  isMigrated,
} from "@rapport/db";
import { secretBox } from "../access/secret-box.ts";
import { CrmError } from "../errors.ts";
import { fileOf, nameOf, reach } from "./addresses.ts";
import { trySecrets } from "./sealed-secrets.ts";

export interface InstallationCopy extends CopyResult {
  /** Stored secrets, each of which the secret key at hand opens. */
  readonly secrets: number;
}

/**
 * Copies a whole installation from one database into another, of the same kind or the other. Its secrets
 * stay sealed, so the target is of use only with the secret key of the source.
 *
 * @param options.from address of the source, as DATABASE_URL takes it
 * @param options.to address of the target: new, or holding an unfinished copy of the same source
 * @param options.secretKeys the keys that the target will be run with
 * @param options.onStep told of each batch, and of the end of each table
 * @throws CrmError INVALID_INPUT for addresses that are none, are the same, or cannot be reached, and when
 *   the keys do not open the source's secrets; CopyRefused as `copyDatabase` does
 */
export async function copyInstallation(options: {
  from: string;
  to: string;
  secretKeys: readonly Buffer[];
  onStep?: (step: CopyStep) => void;
}): Promise<InstallationCopy> {
  const [from, to] = [nameOf(options.from, "--from"), nameOf(options.to, "--to")];
  if (from === to) {
    throw new CrmError("INVALID_INPUT", "--from and --to name the same database.");
  }
  checkFile(options.from);
  const source = await reach(options.from, "--from");
  try {
    const target = await reach(options.to, "--to");
    try {
      const secrets = await countSecrets(source, options.secretKeys);
      const copy = await copyDatabase({ db: source, name: from }, target, options.onStep);
      return { ...copy, secrets };
    } finally {
      await target.close();
    }
  } finally {
    await source.close();
  }
}

function checkFile(url: string): void {
  const file = fileOf(url);
  if (file === undefined || existsSync(file)) return;
  throw new CrmError("INVALID_INPUT", `--from: there is no file ${file}.`);
}

async function countSecrets(source: Database, keys: readonly Buffer[]): Promise<number> {
  // One that was never migrated is refused by the copy, which says what to do.
  if (!(await isMigrated(source))) return 0;
  const { count, shut } = await trySecrets(source, secretBox(keys));
  if (shut.length === 0) return count;
  throw new CrmError(
    "INVALID_INPUT",
    `The secret key at hand does not open the source's secrets (${shut.join(", ")}). Run this with the source's SECRET_KEY, or with the DATA_DIR whose file secret-key it uses; the target needs the same one.`,
  );
}
