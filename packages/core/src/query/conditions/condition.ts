import type { recordScan, recordsById } from "@rapport/db";
import type { PropertyDefinition } from "@rapport/model";
import type { AssociationKind } from "../../records/associations/kinds.ts";
import { PropertyWords } from "../../words/property-words.ts";
import type { WordQuery } from "../../words/query.ts";

/** A record as a search examines it. */
export type Row = recordsById.ScannedRecord;

/** A record as a search reads it together with others: a large one without its properties. */
export type ScannedRow = recordsById.Light<Row>;

/** A record that is examined. Its keys and words are made once for all conditions, and each condition is asked once. */
export class Examined {
  readonly row: Row;
  /** Roughly, bytes that the conditions have looked at. */
  bytes = 0;
  readonly #keys = new Map<string, readonly string[]>();
  readonly #words = new Map<string, PropertyWords>();
  readonly #answers = new Map<string, boolean>();

  constructor(row: Row) {
    this.row = row;
  }

  readKeys(field: {
    readonly name: string;
    readKeys(row: Row): readonly string[];
  }): readonly string[] {
    let keys = this.#keys.get(field.name);
    if (keys === undefined) {
      keys = field.readKeys(this.row);
      this.#keys.set(field.name, keys);
      for (const key of keys) this.bytes += key.length;
    }
    return keys;
  }

  wordsIn(definition: PropertyDefinition): PropertyWords {
    const { name } = definition;
    let words = this.#words.get(name);
    if (words === undefined) {
      words = new PropertyWords(definition, this.row.properties[name] ?? null);
      this.#words.set(name, words);
      // Splitting a text into words takes longer than reading it.
      for (const text of words.texts) this.bytes += 2 * text.length;
    }
    return words;
  }

  meets(condition: RowCondition): boolean {
    let answer = this.#answers.get(condition.key);
    if (answer === undefined) {
      answer = condition.matches(this);
      this.bytes += ASKED_BYTES;
      this.#answers.set(condition.key, answer);
    }
    return answer;
  }

  /** Returns what `note` was told about a condition, which the database answers. */
  known({ key }: AssociationCondition): boolean | undefined {
    return this.#answers.get(key);
  }

  note({ key }: AssociationCondition, answer: boolean): void {
    this.#answers.set(key, answer);
  }
}

/** Bytes that it takes as long to look at as to ask one condition. */
const ASKED_BYTES = 16;

/**
 * A way to find records without examining all of them. It finds every record that meets the condition. If it
 * is exact, it finds each of them once, and no other.
 */
export type Lookup =
  | { readonly by: "ids"; readonly ids: readonly number[] }
  | {
      readonly by: "keys";
      readonly ranges: readonly recordScan.KeyRange[];
      readonly isExact: boolean;
    }
  | { readonly by: "words"; readonly query: WordQuery }
  | {
      readonly by: "associated";
      readonly association: AssociationKind;
      readonly ids: readonly number[];
    };

/** A condition that a record's own row answers. Its answers are the same on both databases. */
export interface RowCondition {
  readonly kind: "row";
  /** Two conditions have the same key if, and only if, they are equal. */
  readonly key: string;
  /** Name in the request. */
  readonly name: string;
  readonly lookup: Lookup | null;
  /** Range of ids that can match. */
  readonly ids?: recordScan.IdRange;
  /** For a condition on the creation time: the time, and the side on which the records are. */
  readonly created?: { readonly side: "after" | "before"; readonly moment: string };
  /** Whether it asks for records that have no value. */
  readonly isAbsence?: boolean;
  matches(record: Examined): boolean;
}

/** A condition on a record's associations. The database answers it for many records at once. */
export interface AssociationCondition {
  readonly kind: "association";
  /** As in `RowCondition`. */
  readonly key: string;
  /** Kind of the associations, seen from the records. */
  readonly association: AssociationKind;
  /** Type of the associated records. */
  readonly other: string;
  /** Ids of which one must be associated; any will do if null. */
  readonly targets: readonly number[] | null;
  /** Whether it asks for records without such an association. */
  readonly isAbsence: boolean;
  readonly lookup: Lookup | null;
}

export type Condition = RowCondition | AssociationCondition;

/** Conditions that a record meets all of. */
export type Group = readonly Condition[];

/**
 * Returns the groups without conditions and groups that are there already, and without groups whose conditions include all
 * of another one, because a record that meets it meets the other one too.
 */
export function simplified(groups: readonly Group[]): readonly Group[] {
  const conditions = new Map<string, Condition>();
  const unique = groups.map(
    (group) =>
      new Map(
        group.map((condition) => {
          const first = conditions.get(condition.key) ?? condition;
          conditions.set(condition.key, first);
          return [condition.key, first];
        }),
      ),
  );
  const isNeedless = (group: ReadonlyMap<string, Condition>, at: number) =>
    unique.some(
      (other, i) =>
        i !== at &&
        (other.size < group.size || (other.size === group.size && i < at)) &&
        [...other.keys()].every((key) => group.has(key)),
    );
  return unique.filter((group, i) => !isNeedless(group, i)).map((group) => [...group.values()]);
}

/** Operators of a search (docs/search.md). */
export const OPERATORS = [
  "EQ",
  "NEQ",
  "LT",
  "LTE",
  "GT",
  "GTE",
  "BETWEEN",
  "IN",
  "NOT_IN",
  "HAS_PROPERTY",
  "NOT_HAS_PROPERTY",
  "CONTAINS_TOKEN",
  "NOT_CONTAINS_TOKEN",
] as const;

/** `STARTS_WITH` is for the tables of the admin app. The API does not offer it. */
export type Operator = (typeof OPERATORS)[number] | "STARTS_WITH";

type OperandName = "value" | "highValue" | "values";

const BY_ORDER: ReadonlySet<Operator> = new Set(["LT", "LTE", "GT", "GTE", "BETWEEN"]);
const BY_TEXT: ReadonlySet<Operator> = new Set([
  "CONTAINS_TOKEN",
  "NOT_CONTAINS_TOKEN",
  "STARTS_WITH",
]);

export function isOperator(value: unknown): value is Operator {
  return value === "STARTS_WITH" || OPERATORS.includes(value as (typeof OPERATORS)[number]);
}

/** Returns the members that a filter with this operator has besides its name and operator. */
export function operandNames(operator: Operator): readonly OperandName[] {
  switch (operator) {
    case "HAS_PROPERTY":
    case "NOT_HAS_PROPERTY":
      return [];
    case "IN":
    case "NOT_IN":
      return ["values"];
    case "BETWEEN":
      return ["value", "highValue"];
    default:
      return ["value"];
  }
}

export function comparesOrder(operator: Operator): boolean {
  return BY_ORDER.has(operator);
}

export function comparesText(operator: Operator): boolean {
  return BY_TEXT.has(operator);
}
