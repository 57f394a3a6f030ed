import { setImmediate as nextTurn } from "node:timers/promises";
import { recordScan, recordsById } from "@rapport/db";
import type { PropertyDefinition } from "@rapport/model";
import { rulesBrokenBy } from "../values/broken-rules.ts";
import type { SchemaDeps } from "./change-schema.ts";

/** Live records whose values break the rules of a property. They keep the values until they get others. */
export interface RuleBreaches {
  readonly records: number;
  /** Whether counting stopped, so that there may be more. */
  readonly isMore: boolean;
}

/** Counting stops at this many records that break a rule. */
const MAX_COUNTED_RECORDS = 10_000;
/** Counting stops after this time, so that the answer comes soon. */
const MAX_COUNTING_MS = 2_000;
/** Records whose ids are read at once. */
const BATCH_RECORDS = 1_000;
/** Records whose values are checked before other requests get their turn. */
const RECORDS_PER_TURN = 64;

/**
 * Counts the live records of a type whose values break the rules of a property, newest first.
 *
 * @param object name of the type, singular or plural
 */
export async function countRuleBreaches(
  { db, schemas }: SchemaDeps,
  projectId: number,
  object: string,
  property: PropertyDefinition,
): Promise<RuleBreaches> {
  const { name: type } = await schemas.object(projectId, object);
  const { name } = property;
  const scope = { projectId };
  const until = performance.now() + MAX_COUNTING_MS;
  let records = 0;
  for (let below = Number.MAX_SAFE_INTEGER; ; ) {
    const range = { above: 0, below };
    const found = await recordScan.scanIds(
      db,
      scope,
      { type, range },
      { direction: "desc", limit: BATCH_RECORDS },
    );
    const ids = found.map(({ id }) => id);
    for (let at = 0; at < ids.length; at += RECORDS_PER_TURN) {
      const some = ids.slice(at, at + RECORDS_PER_TURN);
      for (const { value } of await recordsById.findValues(
        db,
        scope,
        { type, property: name },
        some,
      )) {
        if (rulesBrokenBy(property, value).length > 0) records++;
      }
      if (records >= MAX_COUNTED_RECORDS) return { records: MAX_COUNTED_RECORDS, isMore: true };
      if (performance.now() > until) return { records, isMore: true };
      await nextTurn();
    }
    if (ids.length < BATCH_RECORDS) return { records, isMore: false };
    below = ids.at(-1) ?? below;
  }
}

/** Returns the sentences that say how many records break the rules, after a space; empty if none does. */
export function breachesText({ records, isMore }: RuleBreaches): string {
  if (records === 0 && !isMore) return "";
  if (records === 1 && !isMore) {
    return " 1 record has a value that breaks its rules. It stays until it is written.";
  }
  const count = `${isMore ? "At least " : ""}${records.toLocaleString("en")}`;
  return ` ${count} records have values that break its rules. They stay until they are written.`;
}
