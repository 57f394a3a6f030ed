import { isDay, NOW, type PropertyDefinition, type RecordRules, withArticle } from "@rapport/model";
import type { Issue } from "../errors.ts";
import type { ObjectSchema } from "../object-schema.ts";
import type { StoredValue } from "../values/parse-value.ts";

type Values = ReadonlyMap<string, StoredValue>;
export type RuleIssue = Omit<Issue, "path"> & {
  readonly property: string;
  /** Which of several values is at fault. */
  readonly entry?: number;
};

/** A change that the rules of its type are applied to. */
interface Change {
  readonly object: ObjectSchema;
  /** Whether the record is new. */
  readonly isNew: boolean;
  readonly given: Values;
  /** Returns a value of the record as the change leaves it. */
  readonly resulting: (name: string) => StoredValue;
  readonly at: string;
}

/**
 * Applies the rules that the model states for a type (`RecordRules`).
 *
 * @returns values to write besides the given ones, and an issue for each rule that the change breaks
 */
export function applyTypeRules(change: Change): {
  readonly values: Values;
  readonly issues: readonly RuleIssue[];
} {
  const rules = change.object.rules;
  const values = new Map(change.isNew ? initialValues(change) : []);
  const resulting = (name: string) => values.get(name) ?? change.resulting(name);
  const after = { ...change, resulting };
  const completed = complete(rules, after);
  for (const [name, value] of completed.values) values.set(name, value);
  return {
    values,
    issues: [...missing(rules, after), ...reversed(rules, after), ...completed.issues],
  };
}

/** Returns the values of a new record that are not given: the defaults of the project go before those of its type. */
function initialValues({ object, resulting, at }: Change): Values {
  const { initial = {} } = object.rules;
  const values = Object.entries(initial).map(([name, value]): [string, StoredValue] => [
    name,
    value === NOW ? at : value,
  ]);
  const all = new Map([...values, ...defaultValues(object.properties)]);
  return new Map([...all].filter(([name]) => resulting(name) === null));
}

type Definitions = ReadonlyMap<string, PropertyDefinition>;
const DEFAULTS = new WeakMap<Definitions, Values>();

/** Returns the defaults of properties. Most types have none, so they are looked for once. */
function defaultValues(definitions: Definitions): Values {
  const known = DEFAULTS.get(definitions);
  if (known !== undefined) return known;
  const found = new Map<string, StoredValue>();
  for (const { name, default: value } of definitions.values()) {
    if (value !== undefined) found.set(name, value as StoredValue);
  }
  DEFAULTS.set(definitions, found);
  return found;
}

function missing({ required = [] }: RecordRules, change: Change): readonly RuleIssue[] {
  const { object, isNew, given, resulting } = change;
  return required.flatMap((names): readonly RuleIssue[] => {
    const isTouched = isNew || names.some((name) => given.has(name));
    if (!isTouched || names.some((name) => resulting(name) !== null)) return [];
    const property = names.find((name) => given.has(name)) ?? (names[0] as string);
    const wanted = names
      .map((name) => `${/^[aeiou]/.test(name) ? "an" : "a"} ${name}`)
      .join(" or ");
    const advice = names.length > 1 ? "Give at least one of them." : "Give it a value.";
    const code = `${names.join("_or_")}_required`;
    const message = `${capitalized(withArticle(object))} needs ${wanted}. ${advice}`;
    return [{ property, code, message }];
  });
}

function reversed({ periods = [] }: RecordRules, change: Change): readonly RuleIssue[] {
  return periods.flatMap(([first, last]): readonly RuleIssue[] => {
    const [start, end] = [change.resulting(first), change.resulting(last)];
    if (typeof start !== "string" || typeof end !== "string" || !isReversed(start, end)) return [];
    // Without the times, because the caller may not read the one of the record.
    const message = `\`${last}\` must not be before \`${first}\`.`;
    const property = change.given.has(last) ? last : first;
    return [{ property, code: "end_before_start", message }];
  });
}

const HOUR_MS = 60 * 60 * 1000;

/** A day without a time lasts from its start in the first time zone to its end in the last one. */
function isReversed(start: string, end: string): boolean {
  if (isDay(start) === isDay(end)) return end < start;
  return isDay(start)
    ? Date.parse(end) < Date.parse(start) - 14 * HOUR_MS
    : Date.parse(end) + 36 * HOUR_MS <= Date.parse(start);
}

/** A time of completion is set with the value that makes the record done, and cleared with any other. */
function complete(
  { completion }: RecordRules,
  { object, given, resulting, at }: Change,
): { readonly values: Values; readonly issues: readonly RuleIssue[] } {
  if (completion === undefined) return { values: new Map(), issues: [] };
  const { property, value, time } = completion;
  const completedAt = resulting(time);
  if (resulting(property) === value) {
    return { values: new Map(completedAt === null ? [[time, at]] : []), issues: [] };
  }
  if (completedAt === null) return { values: new Map(), issues: [] };
  if (!given.has(time)) return { values: new Map([[time, null]]), issues: [] };
  const message = `Only ${withArticle(object)} whose \`${property}\` is ${value} has \`${time}\`. Set \`${property}\` too.`;
  return { values: new Map(), issues: [{ property: time, code: "not_completed", message }] };
}

function capitalized(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}`;
}
