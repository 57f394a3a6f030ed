import { recordsById } from "@rapport/db";
import type { Deps } from "../../deps.ts";
import { OWN_LABELS } from "../../exports/columns.ts";
import type { Principal } from "../../principal.ts";
import { share } from "../match/look.ts";
import type { SampledColumn } from "../match/match-columns.ts";

/** Share of the ids that must be those of records, so that a few deleted ones do not hide the column. */
const MIN_SHARE = 0.8;

/** Returns whether a column has the name that exports give to ids. Other systems write it in another way. */
export function isIdName(column: string): boolean {
  return column === "id" || column === OWN_LABELS.id;
}

/**
 * Finds the column with the ids of an export of this project. The ids of another system are not those of records here.
 *
 * @returns its name; undefined if there is none
 */
export async function findIdColumn(
  { db }: Pick<Deps, "db">,
  principal: Principal,
  type: string,
  columns: readonly SampledColumn[],
): Promise<string | undefined> {
  const column = columns.find(({ name }) => isIdName(name));
  const texts = (column?.samples ?? []).map((text) => text.trim()).filter((text) => text !== "");
  if (!texts.every((text) => /^[1-9]\d{0,14}$/.test(text))) return undefined;
  const found = await recordsById.findMany(db, principal, [...new Set(texts.map(Number))]);
  const isRecord = (text: string) => found.get(Number(text))?.type === type;
  return share(texts, isRecord) >= MIN_SHARE ? column?.name : undefined;
}
