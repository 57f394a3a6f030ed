import type { recordScan } from "@rapport/db";
import type { TimeSpan } from "../../days-in-zone.ts";
import { compareKeys } from "../../record-index/index-key.ts";
import {
  comparesOrder,
  type Examined,
  type Lookup,
  type Operator,
  operandNames,
  type RowCondition,
} from "./condition.ts";
import type { Field } from "./fields.ts";
import {
  HIGHEST_ID,
  isPoint,
  isWhole,
  LOWEST_ID,
  pointRange,
  prefixRange,
  rangeBetween,
  wholeIndex,
} from "./key-range.ts";
import { anyInSpans, operandSpans, rangesOfSpans } from "./times.ts";

/** The values of a filter as whole keys. Each list holds the keys that one value stands for. */
export interface Operands {
  readonly value: readonly string[];
  readonly highValue: readonly string[];
  readonly values: readonly string[];
}

/** Creates the condition of a filter that compares keys; for words see `word-conditions.ts`. */
export function keyCondition(field: Field, operator: Operator, operands: Operands): RowCondition {
  if (isTime(field) && operandNames(operator).length > 0)
    return timeCondition(field, operator, operands);
  const test = makeKeysTest(operator, operands);
  const { name } = field;
  const condition = {
    kind: "row",
    key: conditionKey(field, operator, operands),
    name,
    matches: (record: Examined) => test(record.readKeys(field)),
    isAbsence: operator === "NOT_HAS_PROPERTY",
  } as const;
  if (name === "id") return { ...condition, ...idLookup(operator, operands) };
  return {
    ...condition,
    lookup: field.index === null ? null : keyLookup(field, field.index, operator, operands),
  };
}

function isTime({ kind }: Field): boolean {
  return kind === "time" || kind === "moment";
}

/** Creates the condition of a filter that compares times. */
function timeCondition(field: Field, operator: Operator, operands: Operands): RowCondition {
  const { name, index } = field;
  const hasDays = field.kind === "time";
  const isNegated = operator === "NEQ" || operator === "NOT_IN";
  const { value, highValue, values } = operands;
  const spans = operandSpans(operator, [...value, ...highValue, ...values]);
  const ranges = index === null || isNegated ? null : rangesOfSpans(index, spans, hasDays);
  return {
    ...{ kind: "row", key: conditionKey(field, operator, operands), name, isAbsence: false },
    matches: (record: Examined) => anyInSpans(record.readKeys(field), spans, hasDays) !== isNegated,
    lookup: ranges && { by: "keys", ranges, isExact: findsOnce(field, ranges) },
    ...(name === "createdAt" ? createdSide(operator, spans) : {}),
  };
}

/** Returns what equal conditions have in common. The order of the values of a list does not matter. */
function conditionKey({ name }: Field, operator: Operator, { value, highValue, values }: Operands) {
  const lists = [value, highValue, values].map((keys) => keys.toSorted(compareKeys));
  return JSON.stringify([name, operator, lists]);
}

function makeKeysTest(
  operator: Operator,
  operands: Operands,
): (keys: readonly string[]) => boolean {
  const [value = ""] = operands.value;
  const [highValue = ""] = operands.highValue;
  const wanted = new Set(operator.endsWith("IN") ? operands.values : operands.value);
  const compares = (test: (difference: number) => boolean) => (keys: readonly string[]) =>
    keys.some((key) => test(compareKeys(key, value)));
  switch (operator) {
    case "EQ":
    case "IN":
      return (keys) => keys.some((key) => wanted.has(key));
    case "NEQ":
    case "NOT_IN":
      return (keys) => !keys.some((key) => wanted.has(key));
    case "LT":
      return compares((difference) => difference < 0);
    case "LTE":
      return compares((difference) => difference <= 0);
    case "GT":
      return compares((difference) => difference > 0);
    case "GTE":
      return compares((difference) => difference >= 0);
    case "BETWEEN":
      return (keys) =>
        keys.some((key) => compareKeys(key, value) >= 0 && compareKeys(key, highValue) <= 0);
    case "HAS_PROPERTY":
      return (keys) => keys.length > 0;
    case "NOT_HAS_PROPERTY":
      return (keys) => keys.length === 0;
    case "STARTS_WITH":
      return (keys) => keys.some((key) => key.startsWith(value));
    default:
      throw new Error(`${operator} compares words`);
  }
}

function keyLookup(
  field: Field,
  index: string,
  operator: Operator,
  operands: Operands,
): Lookup | null {
  const ranges = keyRanges(index, operator, operands);
  if (ranges === null) return null;
  const keys = [...operands.value, ...operands.highValue, ...operands.values];
  return { by: "keys", ranges, isExact: findsOnce(field, ranges) && keys.every(isWhole) };
}

/** A record with several values can be in a range several times. */
function findsOnce({ isMulti }: Field, ranges: readonly recordScan.KeyRange[]): boolean {
  return !isMulti || (ranges.length === 1 && ranges.every(isPoint));
}

function keyRanges(
  index: string,
  operator: Operator,
  { value: values, highValue: [to = ""], values: listed }: Operands,
): readonly recordScan.KeyRange[] | null {
  const [value = ""] = values;
  switch (operator) {
    case "EQ":
      return values.map((key) => pointRange(index, key));
    case "IN":
      return listed.map((key) => pointRange(index, key));
    case "LT":
      return [rangeBetween(index, { below: value })];
    case "LTE":
      return [rangeBetween(index, { to: value })];
    case "GT":
      return [rangeBetween(index, { above: value })];
    case "GTE":
      return [rangeBetween(index, { from: value })];
    case "BETWEEN":
      return [rangeBetween(index, { from: value, to })];
    case "HAS_PROPERTY":
      return [wholeIndex(index)];
    case "STARTS_WITH":
      return [prefixRange(index, value)];
    default:
      return null;
  }
}

/** An id is its own key: these conditions need no index. */
function idLookup(
  operator: Operator,
  { value, highValue, values }: Operands,
): Pick<RowCondition, "lookup" | "ids"> {
  const [id = LOWEST_ID] = value.map(Number);
  switch (operator) {
    case "EQ":
    case "IN":
      return { lookup: { by: "ids", ids: [...value, ...values].map(Number) } };
    case "LT":
      return { lookup: null, ids: { above: LOWEST_ID, below: id } };
    case "LTE":
      return { lookup: null, ids: { above: LOWEST_ID, below: id + 1 } };
    case "GT":
      return { lookup: null, ids: { above: id, below: HIGHEST_ID } };
    case "GTE":
      return { lookup: null, ids: { above: id - 1, below: HIGHEST_ID } };
    case "BETWEEN":
      return { lookup: null, ids: { above: id - 1, below: Number(highValue[0]) + 1 } };
    default:
      return { lookup: null };
  }
}

/** Returns the side on which the records of a condition on the creation time are. */
function createdSide(
  operator: Operator,
  [span]: readonly TimeSpan[],
): Pick<RowCondition, "created"> {
  if (!comparesOrder(operator) || span === undefined) return {};
  if (span.from !== null) return { created: { side: "after", moment: span.from.moment } };
  return span.until === null ? {} : { created: { side: "before", moment: span.until.moment } };
}
