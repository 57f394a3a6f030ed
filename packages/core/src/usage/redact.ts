/** Members whose texts are names of the schema or choices of an operation, so they are shown. */
const SHOWN = new Set([
  "direction",
  "format",
  "idProperty",
  "internal_name",
  "mode",
  "object",
  "operator",
  "properties",
  "property",
]);
const NAMES = /^[a-z][a-z0-9_]*(,[a-z][a-z0-9_]*)*$/;
/** Numbers in such members are ids of records. */
const ID = /(^|_)ids?$|Ids?$/;
const MEMBER_NAME = /^[A-Za-z_][A-Za-z0-9_]{0,63}$/;

const MAX_ENTRIES = 20;
const MAX_DEPTH = 6;
const MAX_CHARACTERS = 4_000;

/**
 * Returns the form of an input: its members with the kinds of their values. Names of properties, choices such as an
 * operator, and ids of records are shown; all other values are left out, because they can be personal.
 *
 * @returns null if the form is longer than 4,000 characters
 */
export function redactInput(input: unknown): unknown {
  const form = formOf(input, "", 0);
  return JSON.stringify(form).length > MAX_CHARACTERS ? null : form;
}

function formOf(value: unknown, member: string, depth: number): unknown {
  if (value === null || value === undefined) return null;
  if (typeof value === "string") return textForm(value, member);
  if (typeof value !== "object") {
    return typeof value === "number" && ID.test(member) ? value : `(${typeof value})`;
  }
  if (depth === MAX_DEPTH) return "(more)";
  if (Array.isArray(value)) {
    const shown = value.slice(0, MAX_ENTRIES).map((entry) => formOf(entry, member, depth + 1));
    const rest = value.length - shown.length;
    return rest === 0 ? shown : [...shown, `(${rest} more)`];
  }
  const members = Object.entries(value);
  const shown = members
    .slice(0, MAX_ENTRIES)
    .map(([name, one]) => [
      MEMBER_NAME.test(name) ? name : "(member)",
      formOf(one, name, depth + 1),
    ]);
  const rest = members.length - shown.length;
  return Object.fromEntries(rest === 0 ? shown : [...shown, ["(more)", rest]]);
}

function textForm(text: string, member: string): string {
  const isShown = SHOWN.has(member) && text.length <= 200 && NAMES.test(text);
  if (isShown || (ID.test(member) && /^\d{1,16}$/.test(text))) return text;
  return text.length === 1 ? "(1 character)" : `(${text.length} characters)`;
}

/** Returns a path into an input up to the first name that a caller made up. */
export function redactPath(path: string): string {
  const parts = path.split(".").slice(0, MAX_ENTRIES);
  const end = parts.findIndex((part) => !MEMBER_NAME.test(part) && !/^\d{1,6}$/.test(part));
  return end < 0 ? parts.join(".") : [...parts.slice(0, end), "(member)"].join(".");
}

/** Returns a message without quoted texts, which repeat what the caller sent. */
export function redactMessage(message: string): string {
  // An odd number of quotes means that a quoted text has one, so the texts after the first cannot be separated.
  const isEven = message.split('"').length % 2 === 1;
  return isEven ? message.replaceAll(/"[^"]*"/g, '"…"') : message.replace(/".*$/s, '"…"');
}
