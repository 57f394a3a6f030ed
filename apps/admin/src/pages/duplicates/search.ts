import { typeOfPlural } from "../../object-types.ts";
import { typeIn, withoutUndefined } from "../../search-values.ts";

/** Query parameters of the duplicates: the plural of a type; contacts if it is left out. */
export interface DuplicatesSearch {
  readonly type?: string | undefined;
}

export function duplicatesSearch({ type }: Readonly<Record<string, unknown>>): DuplicatesSearch {
  return withoutUndefined({ type: typeIn(type) });
}

export function duplicatesType({ type }: DuplicatesSearch): string {
  return (type === undefined ? undefined : typeOfPlural(type)) ?? "contact";
}
