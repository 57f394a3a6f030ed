import { homeReports } from "@rapport/db";
import type { ReportName } from "@rapport/model";
import type { Deps } from "../deps.ts";
import { actorOf, type Principal } from "../principal.ts";

/** A report on the Home page. */
export interface Pin {
  readonly report: ReportName;
  /** What it shows, as in the address of its page. */
  readonly settings: Readonly<Record<string, string>>;
}

/** Reports that an admin has on the Home page of a project at most. */
export const MAX_PINS = 12;

/** What Home shows until an admin chooses. */
const DEFAULT: readonly Pin[] = [
  { report: "funnel", settings: {} },
  { report: "created", settings: {} },
  { report: "outcomes", settings: {} },
  { report: "forecast", settings: {} },
  { report: "usage", settings: {} },
];

/** Lists the reports on the admin's Home page of the project, in their order. */
export async function listPins(
  deps: Pick<Deps, "db">,
  principal: Principal,
): Promise<readonly Pin[]> {
  const content = await homeReports.findReports(deps.db, principal, actorOf(principal));
  return content === undefined ? DEFAULT : (JSON.parse(content) as readonly Pin[]);
}

/** Saves the reports on the admin's Home page of the project. */
export async function setPins(
  deps: Pick<Deps, "db">,
  principal: Principal,
  pins: readonly Pin[],
): Promise<void> {
  const [admin, at] = [actorOf(principal), new Date().toISOString()];
  await homeReports.saveReports(deps.db, principal, { admin, content: JSON.stringify(pins), at });
}
