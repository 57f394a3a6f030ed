import { type Db, homeReports, users } from "@rapport/db";
import { MAX_PINS, type ReportName } from "@rapport/model";
import type { Call } from "../call.ts";
import type { Deps } from "../deps.ts";
import { CrmError } from "../errors.ts";
import { type Principal, storedActor } from "../principal.ts";

/** A report on the Home page. */
export interface Pin {
  readonly report: ReportName;
  /** What it shows, as in the address of its page. */
  readonly settings: Readonly<Record<string, string>>;
  /** True if it takes a whole row. */
  readonly isWide?: boolean | undefined;
}

/** What Home shows until an admin chooses. */
const DEFAULT: readonly Pin[] = [
  { report: "funnel", settings: {} },
  { report: "created", settings: {} },
  { report: "outcomes", settings: {} },
  { report: "forecast", settings: {} },
  { report: "usage", settings: {} },
];

/** Lists the reports on the admin's Home page of the project, in their order. */
export async function listPins({
  deps,
  principal,
}: Call<Pick<Deps, "db">>): Promise<readonly Pin[]> {
  return savedPins(deps.db, principal);
}

async function savedPins(db: Db, principal: Principal): Promise<readonly Pin[]> {
  const content = await homeReports.findReports(db, principal, storedActor(principal));
  return content === undefined ? DEFAULT : (JSON.parse(content) as readonly Pin[]);
}

/**
 * Saves the reports on the admin's Home page of the project.
 *
 * @param change.seen the reports that the page of the admin showed: what another page has pinned or removed since then
 *   stays so. Pages of version 0.3 do not send it, and replace everything
 * @throws CrmError INVALID_INPUT if there are too many, together with those of other pages
 */
export async function setPins(
  { deps, principal }: Call<Pick<Deps, "db">>,
  { pins, seen }: { readonly pins: readonly Pin[]; readonly seen?: readonly Pin[] | undefined },
): Promise<void> {
  const [admin, at] = [storedActor(principal), new Date().toISOString()];
  await deps.db.transaction(async (tx) => {
    // There may be no row of pins to lock yet.
    await users.lockUser.first(tx, { id: Number(principal.id) });
    const saved = await savedPins(tx, principal);
    const all = seen === undefined ? pins : mergePins(pins, seen, saved);
    if (all.length > MAX_PINS) {
      const message = `Home has room for ${MAX_PINS} reports. Remove one first.`;
      throw new CrmError("INVALID_INPUT", message);
    }
    await homeReports.saveReports(tx, principal, { admin, content: JSON.stringify(all), at });
  });
}

/** Returns the wanted pins without those that others removed, and then those that others added. */
function mergePins(
  wanted: readonly Pin[],
  seen: readonly Pin[],
  saved: readonly Pin[],
): readonly Pin[] {
  const added = without(wanted, seen);
  return [...without(wanted, without(seen, saved)), ...without(saved, [...seen, ...added])];
}

/** Removes each of some pins once. */
function without(pins: readonly Pin[], removed: readonly Pin[]): readonly Pin[] {
  const left = removed.map(pinText);
  return pins.filter((pin) => {
    const at = left.indexOf(pinText(pin));
    if (at >= 0) left.splice(at, 1);
    return at < 0;
  });
}

function pinText({ report, settings }: Pin): string {
  return JSON.stringify([report, Object.entries(settings).toSorted()]);
}
