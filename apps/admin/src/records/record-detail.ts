import type { Outputs } from "../api.ts";
import { typeOf } from "../object-types.ts";
import { formatMoney, formatShortMoment } from "../ui/values/format.ts";

type NamedRecord = Outputs["records"]["search"][number];

/** Formats the second line of a record: a time in the reader's time zone, an amount in the reader's locale. */
export function detailOf({ type, detail }: Pick<NamedRecord, "type" | "detail">): string | null {
  if (detail === null) return null;
  if (typeOf(type).hasTimeAsDetail && INSTANT.test(detail)) return formatShortMoment(detail);
  const hasMoney = typeOf(type).money !== null;
  const [, amount, currency = null] = (hasMoney && AMOUNT.exec(detail)) || [];
  return amount === undefined ? detail : formatMoney(amount, currency);
}

const INSTANT = /^\d{4}-\d\d-\d\dT[\d:.]+Z$/;
const AMOUNT = /^(-?\d+(?:\.\d+)?)(?: (\S+))?$/;
