import { typeOfPlural } from "../../object-types.ts";

/** Query parameters of the bin: the plural of a type, or all types. */
export interface BinSearch {
  readonly type?: string | undefined;
}

export function binSearch({ type }: Readonly<Record<string, unknown>>): BinSearch {
  return typeof type === "string" && typeOfPlural(type) !== undefined ? { type } : {};
}

export function binType({ type }: BinSearch): string | undefined {
  return type === undefined ? undefined : typeOfPlural(type);
}
