import { type Database, health } from "@rapport/db";
import { type Finding, ok, warning } from "./finding.ts";

/** A delivery that has been due for so long waits for nobody, in milliseconds. */
const LONG = 10 * 60 * 1_000;

/** Whether anybody delivers what is due. */
export async function checkDeliveries(db: Database): Promise<Finding> {
  const before = new Date(Date.now() - LONG).toISOString();
  const overdue = await health.listOverdue.all(db, { before });
  const total = overdue.reduce((sum, one) => sum + Number(one.overdue), 0);
  if (total === 0) return ok("deliveries", "None is overdue.");
  const abandoned = overdue.reduce((sum, one) => sum + Number(one.abandoned), 0);
  const taken = abandoned === 0 ? "" : ` ${abandoned} of them were taken by a worker that died.`;
  return warning(
    "deliveries",
    `${total} have been due for more than 10 minutes (endpoints ${listed(overdue.map((one) => one.endpoint_id))}).${taken} Start the server or "rapport worker", and look into its log.`,
  );
}

/** Whether the receivers of webhooks take them. */
export async function checkEndpoints(db: Database): Promise<Finding> {
  const troubled = await health.listTroubled.all(db, {});
  const off = troubled.filter((one) => one.enabled === 0).map((one) => one.id);
  const failing = troubled.filter((one) => one.enabled === 1).map((one) => one.id);
  if (troubled.length === 0) return ok("endpoints", "Every webhook endpoint is enabled and works.");
  const parts = [
    off.length === 0 ? [] : [`Disabled: ${listed(off)}; mend the receivers and enable them again.`],
    failing.length === 0
      ? []
      : [`Failing at the moment: ${listed(failing)}; see their deliveries.`],
  ];
  return warning("endpoints", parts.flat().join(" "));
}

/** At most so many ids are named. */
const NAMED = 10;

function listed(ids: readonly number[]): string {
  const rest = ids.length - NAMED;
  return `${ids.slice(0, NAMED).join(", ")}${rest > 0 ? ` and ${rest} more` : ""}`;
}
