import { globalRegistry, type z } from "zod";

/*
 * What the input schemas of the procedures say beyond parsing: which members may be absent, and what is an example of a
 * right value. `reading.ts` uses it for every operation.
 */

type Schema = z.core.$ZodType;
type Shape = Readonly<Record<string, Schema>>;

/** Example of a text whose schema states none. */
const ANY_TEXT = "text";

/**
 * Returns an input without the members that are null although they must not be. Generated clients write optional members
 * so, and mean that they are absent (specification §2.11). A member that null clears keeps it.
 *
 * @param given input of any shape; it is not changed
 */
export function withoutNulls(schema: Schema, given: unknown): unknown {
  if (typeof given !== "object" || given === null) return given;
  const form = formFor(schema, given);
  if (form === undefined) return given;
  const { type } = form._zod.def;
  if (Array.isArray(given)) {
    if (type !== "array") return given;
    const { element } = (form as z.ZodArray)._zod.def;
    return hasMembers(element) ? mapped(given, (one) => withoutNulls(element, one)) : given;
  }
  const shape: Shape = type === "object" ? (form as z.ZodObject)._zod.def.shape : {};
  let changed: Map<string, unknown> | undefined;
  for (const name of Object.keys(shape)) {
    if (!Object.hasOwn(given, name)) continue;
    const member = shape[name] as Schema;
    const value = (given as Readonly<Record<string, unknown>>)[name];
    const isAbsent = value === null && mayOnlyBeAbsent(member);
    const inner = isAbsent ? undefined : withoutNulls(member, value);
    if (!isAbsent && inner === value) continue;
    changed ??= new Map(Object.entries(given));
    if (isAbsent) changed.delete(name);
    else changed.set(name, inner);
  }
  return changed === undefined ? given : Object.fromEntries(changed);
}

function mapped(list: readonly unknown[], change: (one: unknown) => unknown): readonly unknown[] {
  let changed: unknown[] | undefined;
  for (const [i, one] of list.entries()) {
    const other = change(one);
    if (other === one) continue;
    changed ??= [...list];
    changed[i] = other;
  }
  return changed ?? list;
}

const nullFaults = new WeakMap<Schema, boolean>();

/** Returns whether a member may be absent, but not null. */
function mayOnlyBeAbsent(member: Schema): boolean {
  const known = nullFaults.get(member);
  if (known !== undefined) return known;
  const found = member._zod.optin !== undefined && !(member as z.ZodType).safeParse(null).success;
  nullFaults.set(member, found);
  return found;
}

function hasMembers(schema: Schema): boolean {
  return acceptedForms(schema).some(
    ({ _zod: { def } }) => def.type === "object" || def.type === "array",
  );
}

/** Returns the branch of a schema that accepts a list, or an object, whichever is given. */
function formFor(schema: Schema, given: object): Schema | undefined {
  return acceptedForms(schema).find(({ _zod: { def } }) =>
    Array.isArray(given) ? def.type === "array" : def.type === "object",
  );
}

/** Unwraps a schema: pipes, optional members and defaults. Returns one schema, or one per branch of a union. */
function acceptedForms(schema: Schema): readonly Schema[] {
  const { def } = schema._zod;
  const inner = def as { readonly innerType?: Schema; readonly in?: Schema };
  switch (def.type) {
    case "union":
      return (schema as z.ZodUnion)._zod.def.options.flatMap(acceptedForms);
    case "pipe":
      return acceptedForms(inner.in as Schema);
    default:
      return inner.innerType === undefined ? [schema] : acceptedForms(inner.innerType);
  }
}

/**
 * Returns an example of the right value at a path of an input.
 *
 * @param path as in an issue, for example `inputs.3.id`
 * @param without names of members to leave out of an example of the whole input
 * @returns undefined if the schema knows no member of that name, or states no example of its text
 */
export function exampleAt(schema: Schema, path: string, without: readonly string[] = []): unknown {
  if (path === "") return makeExample(schema, without);
  const example = exampleBelow(schema, path.split("."));
  return isMadeUp(example) ? undefined : example;
}

/** Returns whether an example has a text that no schema states: it would not say what cursors or names look like. */
function isMadeUp(example: unknown): boolean {
  if (typeof example !== "object" || example === null) return example === ANY_TEXT;
  return Object.values(example).some(isMadeUp);
}

function exampleBelow(schema: Schema, [name, ...below]: readonly string[]): unknown {
  if (name === undefined) return makeExample(schema);
  for (const form of acceptedForms(schema)) {
    const member = findMember(form, name);
    if (member === undefined) continue;
    const stated = below.length === 0 ? statedExample(schema) : undefined;
    return Array.isArray(stated) ? stated[0] : exampleBelow(member, below);
  }
  return undefined;
}

function findMember({ _zod: { def } }: Schema, name: string): Schema | undefined {
  switch (def.type) {
    case "object": {
      const { shape } = def as z.core.$ZodObjectDef;
      return Object.hasOwn(shape, name) ? shape[name] : undefined;
    }
    case "array":
      return /^\d+$/.test(name) ? (def as z.core.$ZodArrayDef).element : undefined;
    case "record":
      return (def as z.core.$ZodRecordDef).valueType;
    default:
      return undefined;
  }
}

/**
 * Returns an example of what a schema takes.
 *
 * @param without names of members to leave out, such as those of the path
 */
export function makeExample(schema: Schema, without: readonly string[] = []): unknown {
  const stated = statedExample(schema);
  if (stated !== undefined) return stated;
  const [form = schema] = acceptedForms(schema);
  const { def } = form._zod;
  switch (def.type) {
    case "object": {
      const members = Object.entries((def as z.core.$ZodObjectDef).shape);
      const own = members.filter(([name]) => !without.includes(name));
      const required = own.filter(([, member]) => member._zod.optin === undefined);
      const shown = required.length > 0 ? required : own.slice(0, 1);
      return Object.fromEntries(shown.map(([name, member]) => [name, makeExample(member)]));
    }
    case "array":
      return [makeExample((def as z.core.$ZodArrayDef).element)];
    case "enum":
      return Object.values((def as z.core.$ZodEnumDef).entries)[0];
    case "literal":
      return (def as z.core.$ZodLiteralDef<z.core.util.Literal>).values[0];
    case "boolean":
      return true;
    case "number":
      return 1;
    case "record":
      return {};
    default:
      return ANY_TEXT;
  }
}

/** Returns the example that a schema or what is around it states. */
function statedExample(schema: Schema): unknown {
  const { example, description } = globalRegistry.get(schema) ?? {};
  if (example !== undefined) return example;
  // A parameter has its example in the text; see `suchAs`.
  const [, inText] = /, for example `([^`]+)`/.exec(description ?? "") ?? [];
  if (inText !== undefined) return inText;
  const { innerType, in: input } = schema._zod.def as { innerType?: Schema; in?: Schema };
  const inner = innerType ?? input;
  return inner === undefined ? undefined : statedExample(inner);
}
