import { type Database, health } from "@rapport/db";
import { type Finding, failed, ok, warning } from "./finding.ts";

const MAX_SKEW_MS = 5_000;

/**
 * Compares this machine's clock with the database's.
 *
 * @returns by how many milliseconds this machine's clock is at least ahead; negative if it is behind
 */
export async function readClockSkew(db: Database): Promise<number> {
  const asked = Date.now();
  const clock = await health.readClock.first(db, {});
  const now = Date.now();
  // The database read its clock at some time between the two.
  const theirs = clock === undefined ? now : Date.parse(clock.now);
  if (asked > theirs) return asked - theirs;
  return theirs > now ? now - theirs : 0;
}

/** Compares this machine's clock with the database's clock and with the newest stored times. */
export async function checkClock(db: Database): Promise<Finding> {
  const skew = Math.abs(await readClockSkew(db));
  if (skew > MAX_SKEW_MS) {
    return failed(
      "clock",
      `This machine's clock and the database's are ${Math.round(skew / 1_000)} seconds apart; synchronize both with NTP.`,
    );
  }
  const newest = await health.readNewest.first(db, {});
  const last = newest?.at ?? null;
  if (last !== null && Date.parse(last) > Date.now() + MAX_SKEW_MS) {
    return warning(
      "clock",
      `The newest change is dated ${last}, which is in the future; synchronize the clock of the machine that wrote it with NTP.`,
    );
  }
  return ok("clock", "This machine's clock and the database's agree.");
}
