import { typeOf } from "../../object-types.ts";

/** Returns what a text that found no record says of a new one: its email, its phone or its name. */
export function valuesOfText(type: string, text: string): Readonly<Record<string, string>> {
  const given = text.trim();
  const named = typeOf(type).nameProperties;
  const has = (property: string) => named.some((names) => names.includes(property));
  if (given === "") return {};
  if (has("email") && given.includes("@")) return { email: given };
  if (has("phone") && /^[+\d][\d\s()./-]*$/.test(given)) return { phone: given };
  const [first = "", second] = named[0] ?? [];
  const space = given.indexOf(" ");
  if (second === undefined || space < 0) return { [first]: given };
  return { [first]: given.slice(0, space), [second]: given.slice(space + 1).trim() };
}
