import { associations, type Db, records } from "@rapport/db";
import type { Deps } from "../deps.ts";
import { CrmError } from "../errors.ts";
import { raiseEvents } from "../events/raise.ts";
import { actorOf, type Principal } from "../principal.ts";
import { associate, type Target } from "./record-associations.ts";
import { associationView } from "./record-change.ts";
import { notFound } from "./records.ts";
import { associationLabel } from "./types.ts";

/**
 * Associates two live records, once however often it is asked.
 *
 * @throws CrmError NOT_FOUND when either is not a live record of its type; INVALID_INPUT for two of one type
 */
export function addAssociation(
  deps: Pick<Deps, "db">,
  principal: Principal,
  one: Target,
  other: Target,
): Promise<void> {
  if (associationLabel(one.type, other.type) === null) {
    throw new CrmError(
      "INVALID_INPUT",
      `A ${one.type} cannot be associated with another ${other.type}.`,
    );
  }
  return change(deps, principal, one, other, "association.created", async (tx, at) => {
    const already = await associations.findAssociated(tx, principal, one.id, [other.type]);
    if (already.some((row) => row.id === other.id)) return false;
    await associate(tx, principal, one, [other], at);
    return true;
  });
}

/**
 * Takes two records apart.
 *
 * @throws CrmError NOT_FOUND when either is not a live record of its type
 */
export function removeAssociation(
  deps: Pick<Deps, "db">,
  principal: Principal,
  one: Target,
  other: Target,
): Promise<void> {
  return change(deps, principal, one, other, "association.deleted", (tx) =>
    associations.deleteAssociation(tx, principal, one.id, other.id),
  );
}

async function change(
  deps: Pick<Deps, "db">,
  principal: Principal,
  one: Target,
  other: Target,
  type: "association.created" | "association.deleted",
  write: (tx: Db, at: string) => Promise<boolean>,
): Promise<void> {
  await deps.db.transaction(async (tx) => {
    for (const { type: wanted, id } of [one, other]) {
      if ((await records.lockRecord(tx, principal, wanted, id)) === undefined) {
        throw notFound(wanted, id);
      }
    }
    const at = new Date().toISOString();
    if (!(await write(tx, at))) return;
    const action = type === "association.created" ? "associated" : "dissociated";
    const entry = (from: Target, to: Target) => [
      principal.projectId,
      from.id,
      action,
      JSON.stringify({ [to.type]: [null, String(to.id)] }),
      actorOf(principal),
      at,
    ];
    await records.insertHistory(tx, [entry(one, other), entry(other, one)]);
    await raiseEvents(tx, principal, [{ type, data: associationView(one, other) }], at);
  });
}
