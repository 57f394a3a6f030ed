import { type Database, health } from "@rapport/db";
import { type Finding, failed, ok, warning } from "./finding.ts";

/** How far the clocks may be apart, in milliseconds. */
const MOST_SKEW = 5_000;

/** Compares this machine's clock with the database's, and with the newest of what is stored. */
export async function checkClock(db: Database): Promise<Finding> {
  const asked = Date.now();
  const clock = await health.readClock.first(db, {});
  const now = Date.now();
  // The database read its clock somewhere between the two.
  const theirs = clock === undefined ? now : Date.parse(clock.now);
  const skew = Math.max(asked - theirs, theirs - now, 0);
  if (skew > MOST_SKEW) {
    return failed(
      "clock",
      `This machine's clock and the database's are ${Math.round(skew / 1_000)} seconds apart; keep both by NTP.`,
    );
  }
  const newest = await health.readNewest.first(db, {});
  const latest = [newest?.change, newest?.event].filter((at) => typeof at === "string").toSorted();
  const last = latest.at(-1);
  if (last !== undefined && Date.parse(last) > now + MOST_SKEW) {
    return warning(
      "clock",
      `The newest change is dated ${last}, which is yet to come; set the clock of the machine that wrote it by NTP.`,
    );
  }
  return ok("clock", "This machine's clock and the database's agree.");
}
