import { type Database, health } from "@rapport/db";
import { type Finding, listedIds, ok, warning } from "./finding.ts";

/** A delivery that has been due for longer than this is overdue. */
const OVERDUE_MS = 10 * 60 * 1_000;

/** Checks that a worker sends the deliveries that are due. */
export async function checkDeliveries(db: Database): Promise<Finding> {
  const before = new Date(Date.now() - OVERDUE_MS).toISOString();
  const overdue = await health.listOverdue.all(db, { before });
  const total = overdue.reduce((sum, one) => sum + Number(one.overdue), 0);
  if (total === 0) return ok("deliveries", "No delivery is overdue.");
  const abandoned = overdue.reduce((sum, one) => sum + Number(one.abandoned), 0);
  const taken = abandoned === 0 ? "" : ` ${abandoned} of them were taken by a worker that died.`;
  return warning(
    "deliveries",
    `${total} deliveries have been due for more than 10 minutes (endpoints ${listedIds(overdue.map((one) => one.endpoint_id))}).${taken} Start the server or "rapport worker", and check its log.`,
  );
}

/** Checks that the receivers of webhooks accept them. */
export async function checkEndpoints(db: Database): Promise<Finding> {
  const troubled = await health.listTroubled.all(db, {});
  const off = troubled.filter((one) => one.enabled === 0).map((one) => one.id);
  const failing = troubled.filter((one) => one.enabled === 1).map((one) => one.id);
  if (troubled.length === 0) return ok("endpoints", "Every webhook endpoint is enabled and works.");
  const parts = [
    off.length === 0
      ? []
      : [`Disabled: ${listedIds(off)}; fix the receivers and enable them again.`],
    failing.length === 0 ? [] : [`Failing now: ${listedIds(failing)}; see their deliveries.`],
  ];
  return warning("endpoints", parts.flat().join(" "));
}
