import { typeOfPlural } from "../../object-types.ts";
import { typeIn, withoutUndefined } from "../../search-values.ts";

/** Query parameters of the bin: the plural of a type, or all types. */
export interface BinSearch {
  readonly type?: string | undefined;
}

export function binSearch({ type }: Readonly<Record<string, unknown>>): BinSearch {
  return withoutUndefined({ type: typeIn(type) });
}

export function binType({ type }: BinSearch): string | undefined {
  return type === undefined ? undefined : typeOfPlural(type);
}
