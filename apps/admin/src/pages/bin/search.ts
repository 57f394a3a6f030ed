import { type ObjectType, typeOfPlural } from "../../object-types.ts";

/** What the bin shows: the records of one type, named in the plural as in other addresses, or all. */
export interface BinSearch {
  readonly type?: string | undefined;
}

export function binSearch({ type }: Readonly<Record<string, unknown>>): BinSearch {
  return typeof type === "string" && typeOfPlural(type) !== undefined ? { type } : {};
}

export function binType({ type }: BinSearch): ObjectType | undefined {
  return type === undefined ? undefined : typeOfPlural(type);
}
