import type { PropertyDefinition } from "@rapport/model";
import { z } from "zod";
import { CrmError, type Issue, quoted } from "../../errors.ts";
import type { ObjectSchema, ProjectSchema } from "../../object-schema.ts";
import type { Principal } from "../../principal.ts";
import { invalid } from "../../records/errors.ts";
import { readNamed } from "../../records/names.ts";
import { nearestName } from "../../schema/property-names.ts";
import { type Caller, operationsFor } from "../app.ts";
import { toIssues, unfoldUnions, withExample } from "../input-issues.ts";
import type { Answer } from "./answer.ts";
import { type Args, asList, MAX_ITEMS } from "./arguments.ts";

/** What a tool does with records. A token without a scope for it, of any type, does not see the tool. */
export type Access = "read" | "write" | "delete" | "feed" | "any";

/** A tool for agents: what a client lists, and what it does. Its texts are fixed, so no value of a record is in them. */
export interface Tool {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly access: Access;
  /** Whether a second call with the same arguments changes nothing more. */
  readonly isIdempotent: boolean;
  readonly input: z.ZodObject;
  readonly output: z.ZodObject;
  /** Names of the arguments, by the paths that the operations of the API report. */
  readonly paths?: readonly (readonly [RegExp, string])[];
  run(call: ToolCall): Promise<Answer>;
}

export interface ToolCall extends Caller {
  readonly args: Args;
  readonly schema: ProjectSchema;
  /** The type that `object` names; undefined if there is no such argument. */
  readonly object: ObjectSchema | undefined;
  /** Faults of the arguments that the operations cannot see. */
  readonly faults: readonly Issue[];
}

/** Returns the operations of the Public Object API for a tool. See `operationsFor` of ../app.ts. */
export function toolOperations(
  call: ToolCall,
  options: { key?: unknown; onReplay?: () => void } = {},
) {
  return operationsFor(call, { faults: call.faults, ...options });
}

/** Lists whose items the operations check, because a malformed one must not stop the others. */
const CHECKED_LATER = ["ids", "records"] as const;

/** Returns the faults of arguments that their schema finds. */
export function argumentFaults({ name, input }: Tool, args: unknown): readonly Issue[] {
  const later = CHECKED_LATER.filter((list) => name !== "get_history" && list in input.shape);
  const lists = later.map((list) => {
    const some = z.array(z.unknown()).min(1, TOO_FEW).max(MAX_ITEMS, TOO_MANY);
    return [list, input.shape[list]?.isOptional() ? some.optional() : some];
  });
  const { success, error } = input.extend(Object.fromEntries(lists)).safeParse(args);
  if (success) return [];
  const known = Object.keys(input.shape);
  return unfoldUnions(error.issues)
    .flatMap(toIssues)
    .map((issue) => {
      if (issue.code !== "unrecognized_key" || issue.path.includes(".")) {
        return withExample(input, issue);
      }
      const nearest = nearestName(issue.path, known);
      const hint =
        nearest === null ? `Its arguments are ${known.join(", ")}.` : `Did you mean "${nearest}"?`;
      return {
        ...issue,
        message: `${quoted(issue.path)} is not an argument of ${name}. ${hint}`,
        ...(nearest !== null && { suggestion: nearest }),
      };
    });
}

const TOO_FEW = { error: "Give at least one." };
const TOO_MANY = { error: `Give at most ${MAX_ITEMS}.` };

/** @throws CrmError INVALID_INPUT with the faults of the arguments, if there are any, and the given ones */
export function refuseFaults({ faults }: ToolCall, ...more: readonly Issue[]): void {
  const all = [...faults, ...more];
  if (all.length > 0) throw invalid(all);
}

/** Returns the type that a call names. A call whose type does not exist has ended before. */
export function requireObject({ object }: ToolCall): ObjectSchema {
  if (object === undefined) throw new CrmError("INVALID_INPUT", "Give the argument object.");
  return object;
}

/** Returns the types whose records a caller may use in some way. */
export function typesFor(
  { types }: ProjectSchema,
  { scopes }: Pick<Principal, "scopes">,
  rights: readonly string[] = ["read", "write", "delete"],
): readonly ObjectSchema[] {
  return types.filter(({ plural }) => rights.some((right) => scopes.has(`crm.${plural}.${right}`)));
}

const MAX_LISTED = 40;

/** Returns the issue of an object type that does not exist, with those that the caller may use. */
export function unknownObject(call: Pick<ToolCall, "schema" | "principal">, name: string): Issue {
  const known = typesFor(call.schema, call.principal).map(({ plural }) => plural);
  const suggestion = nearestName(name, known);
  const hint = suggestion === null ? "" : ` Did you mean "${suggestion}"?`;
  const listed = known.slice(0, MAX_LISTED).join(", ");
  const more = known.length > MAX_LISTED ? " and others; list_types names all" : "";
  return {
    path: "object",
    code: "object_type_unknown",
    message: `There is no object type ${quoted(name)}.${hint} Object types: ${listed}${more}.`,
    ...(suggestion !== null && { suggestion }),
  };
}

/** Names in messages of operations, and those of the arguments. */
const WORDS: readonly (readonly [RegExp, string])[] = [
  [/\bhighValue\b/g, "high_value"],
  [/\bidProperty\b/g, "key"],
  [/\binternal_name\b/g, "property"],
  [/\bIdempotency-Key\b/g, "idempotency_key"],
  [/^Give at least one input\.$/, TOO_FEW.error],
];

/** Names of arguments, by the headers that stand for them in the API. */
const HEADERS: readonly (readonly [RegExp, string])[] = [[/^Idempotency-Key$/, "idempotency_key"]];

/** Returns issues of an operation in the words of a tool's arguments, with the nearest names, each once. */
export function inArguments(
  tool: Tool,
  object: ObjectSchema | undefined,
  issues: readonly Issue[],
): readonly Issue[] {
  const shown = issues.map((issue) => ({
    ...issue,
    path: renamed(issue.path, [...(tool.paths ?? []), ...HEADERS]),
    message: renamed(withNearest(object, issue), WORDS),
  }));
  return [...new Map(shown.map((issue) => [`${issue.path}\n${issue.message}`, issue])).values()];
}

/** Returns a message of an operation in the words of the arguments. */
export function inWords(message: string): string {
  return renamed(message, WORDS);
}

function renamed(text: string, names: readonly (readonly [RegExp, string])[]): string {
  return names.reduce((changed, [from, to]) => changed.replace(from, to), text);
}

/** Adds the nearest of the allowed values to the message of an issue, also for a value given by its label. */
function withNearest(object: ObjectSchema | undefined, { path, message, ...issue }: Issue): string {
  const { allowed } = issue as { readonly allowed?: unknown };
  const given = /(?:got|stage|pipeline) ("(?:[^"\\]|\\.)*")/.exec(message)?.[1];
  if (!Array.isArray(allowed) || given === undefined || message.includes("Did you mean")) {
    return message;
  }
  const name = path.split(".").findLast((part) => object?.properties.has(part));
  const options = (name !== undefined && object?.properties.get(name)?.options) || [];
  const wanted: string = JSON.parse(given);
  const labelled = options.find(({ label }) => label.toLowerCase() === wanted.toLowerCase());
  const nearest = labelled?.value ?? nearestName(wanted, allowed.map(String));
  return nearest === null ? message : `${message} Did you mean ${quoted(nearest)}?`;
}

/** Operators that compare whole values. */
const BY_VALUE: ReadonlySet<unknown> = new Set(["EQ", "NEQ", "IN", "NOT_IN"]);

/**
 * Lists the values in filters that no record can have, or that are the label of an option: a search would find nothing, and
 * the agent would believe it. Accepts arguments of any shape.
 */
export function filterValueIssues({ object, args }: ToolCall): readonly Issue[] {
  return asList(args.filters).flatMap((given, i) => {
    const { property, operator, value, values } = (given ?? {}) as Args;
    const definition = typeof property === "string" ? object?.properties.get(property) : undefined;
    if (object === undefined || definition === undefined || !BY_VALUE.has(operator)) return [];
    const { options, isComplete, takesLabels } = knownValues(object, definition);
    const wanted = [...(typeof value === "string" ? [{ value, path: "value" }] : [])];
    for (const [n, one] of asList(values).entries()) {
      if (typeof one === "string") wanted.push({ value: one, path: `values.${n}` });
    }
    return wanted.flatMap(({ value, path }): Issue[] => {
      const is = (one: string) => one.toLowerCase() === value.toLowerCase();
      if (options.some((option) => is(option.value)) || options.length === 0) return [];
      const labelled = options.find(({ label }) => is(label))?.value;
      if (labelled === undefined ? !isComplete : takesLabels) return [];
      const allowed = options.map((option) => option.value);
      const suggestion = labelled ?? nearestName(value, allowed);
      const hint = suggestion === null ? "" : ` Did you mean ${quoted(suggestion)}?`;
      const listed = allowed.slice(0, MAX_LISTED).join(", ");
      const message = `${quoted(definition.name)} is never ${quoted(value)}.${hint} Values: ${listed}.`;
      const more = suggestion === null ? {} : { suggestion };
      return [
        { path: `filters.${i}.${path}`, code: "value_not_allowed", message, allowed, ...more },
      ];
    });
  });
}

/** Returns the values of a property with their labels, and whether it has no others. A stage is also found by its label. */
function knownValues(
  { pipelines }: ObjectSchema,
  { name, options = [], closed }: PropertyDefinition,
) {
  const isPlace = pipelines.length > 0 && (name === "stage" || name === "pipeline");
  if (!isPlace) return { options, isComplete: closed, takesLabels: false };
  const places = name === "stage" ? pipelines.flatMap(({ stages }) => stages) : pipelines;
  const named = places.map(({ key: value, label }) => ({ value, label }));
  return { options: named, isComplete: true, takesLabels: true };
}

/** A record as a tool returns it. */
interface ShownRecord {
  readonly id: number;
  readonly associations?: Readonly<
    Record<string, readonly { readonly id: string; readonly type: string }[]>
  > | null;
  readonly associationsTruncated?: readonly string[] | undefined;
}

/** Most associations with one type that are shown of a record. */
const MAX_ASSOCIATED = 25;

/** Shows the first associations of records, with the names of the other records that the caller may read. */
export async function withNames(
  { deps, principal, schema }: ToolCall,
  records: readonly ShownRecord[],
): Promise<readonly object[]> {
  const readable = new Set(typesFor(schema, principal, ["read"]).map(({ name }) => name));
  const shown = records.map(({ associations, associationsTruncated = [], ...record }) => {
    const all = Object.entries(associations ?? {}).filter(
      ([type, entries]) => readable.has(type) && entries.length > 0,
    );
    const cut = all.filter(([, entries]) => entries.length > MAX_ASSOCIATED).map(([type]) => type);
    const truncated = [...new Set([...associationsTruncated, ...cut])];
    return {
      record,
      wasAsked: associations !== null && associations !== undefined,
      associations: all.map(([type, entries]) => [type, entries.slice(0, MAX_ASSOCIATED)] as const),
      truncated,
    };
  });
  const ids = shown.flatMap((one) =>
    one.associations.flatMap(([, list]) => list.map(({ id }) => Number(id))),
  );
  const named = await readNamed(deps.db, principal, schema, [...new Set(ids)]);
  return shown.map(({ record, wasAsked, associations, truncated }) => ({
    ...record,
    ...(wasAsked && {
      associations: Object.fromEntries(
        associations.map(([type, entries]) => [
          type,
          entries.map((entry) => ({ ...entry, name: named.get(Number(entry.id))?.name ?? "" })),
        ]),
      ),
    }),
    ...(truncated.length > 0 && { associationsTruncated: truncated }),
  }));
}
