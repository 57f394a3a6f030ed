import { type Db, pipelines, schemaUsage } from "@rapport/db";
import type { Deps } from "../deps.ts";
import { CrmError } from "../errors.ts";
import type { Principal } from "../principal.ts";
import { quoted } from "./names.ts";
import type { Properties } from "./record-rules.ts";
import { OBJECT_TYPES, type ObjectType } from "./types.ts";

/**
 * Keeps the stage and the custom properties that a record is being given from being removed before
 * its change is committed: what a process remembers of the schema can be a moment old.
 *
 * @param written the values that are written; null clears
 * @throws CrmError CONFLICT when one of them has been removed
 */
export async function holdSchema(
  deps: Pick<Deps, "catalogue">,
  tx: Db,
  principal: Principal,
  type: ObjectType,
  written: Properties,
): Promise<void> {
  const { pipeline, stage } = written;
  if (OBJECT_TYPES[type].hasPipeline && typeof pipeline === "string" && typeof stage === "string") {
    const isThere = await pipelines.holdStage(tx, principal, { type, pipeline, stage });
    if (!isThere) throw removed(deps, `Stage ${quoted(stage)}`);
  }
  const custom = Object.keys(written).filter(
    (name) => written[name] !== null && !BUILT_IN[type].has(name),
  );
  if (custom.length === 0) return;
  const held = new Set(await schemaUsage.holdDefinitions(tx, principal, type, custom));
  const missing = custom.find((name) => !held.has(name));
  if (missing !== undefined) throw removed(deps, `Property ${quoted(missing)}`);
}

const BUILT_IN = Object.fromEntries(
  Object.entries(OBJECT_TYPES).map(([type, { properties }]) => [
    type,
    new Set(properties.map(({ name }) => name)),
  ]),
) as unknown as Readonly<Record<ObjectType, ReadonlySet<string>>>;

function removed(deps: Pick<Deps, "catalogue">, what: string): CrmError {
  deps.catalogue.clear();
  return new CrmError(
    "CONFLICT",
    `${what} has been removed by an admin; read the schema again and choose another.`,
  );
}
