import { type ScaledOut, ScaleOutRefused, scaleOut } from "@rapport/db";
import { CrmError } from "../errors.ts";
import { databaseName, reach } from "./addresses.ts";

/**
 * Spreads an installation over the nodes of a Citus cluster; see `scaleOut`.
 *
 * @param options.url address of the coordinator, in the form of DATABASE_URL
 * @throws CrmError INVALID_INPUT if the address is malformed or cannot be reached; CONFLICT with the reason if the
 *   installation cannot be spread now
 */
export async function scaleOutInstallation(options: {
  url: string;
  shards: number;
  onTable?: (table: string) => void;
}): Promise<ScaledOut> {
  databaseName(options.url, "DATABASE_URL");
  const db = await reach(options.url, "DATABASE_URL");
  try {
    return await scaleOut(db, options.shards, options.onTable);
  } catch (error) {
    if (error instanceof ScaleOutRefused) throw new CrmError("CONFLICT", error.message);
    throw error;
  } finally {
    await db.close();
  }
}
