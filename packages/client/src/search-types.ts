import type { List, Page } from "./operations.ts";
import type { FoundRecord, TypeName } from "./record-types.ts";

type FilterValue = string | number | boolean;

/** What a search compares and sorts by besides properties. */
type SearchedMember = "id" | "createdAt" | "updatedAt";

/** A condition on a property, `id`, `createdAt`, `updatedAt`, or `associations.` with an object type. */
export type SearchFilter<Name extends string = string> = {
  readonly internal_name: Name | SearchedMember | `associations.${string}`;
  /** Of `associations.`: key of a label that the association must have. */
  readonly type?: string | undefined;
} & (
  | {
      readonly operator:
        | "EQ"
        | "NEQ"
        | "LT"
        | "LTE"
        | "GT"
        | "GTE"
        | "CONTAINS_TOKEN"
        | "NOT_CONTAINS_TOKEN";
      readonly value: FilterValue;
    }
  | {
      readonly operator: "BETWEEN";
      readonly value: FilterValue;
      readonly highValue: FilterValue;
    }
  | { readonly operator: "IN" | "NOT_IN"; readonly values: readonly FilterValue[] }
  | { readonly operator: "HAS_PROPERTY" | "NOT_HAS_PROPERTY" }
);

export interface Search<Name extends string = string> {
  /** Groups of filters. A record must meet all filters of one group. */
  readonly filterGroups?: readonly { readonly filters: readonly SearchFilter<Name>[] }[];
  /** Words, each of which must begin a word of some text property. */
  readonly query?: string;
  /** At most one sort; by id if omitted. */
  readonly sorts?: readonly {
    readonly internal_name: Name | SearchedMember;
    readonly direction?: "ASCENDING" | "DESCENDING";
  }[];
  /** Properties to return; all that have a value if omitted. */
  readonly properties?: readonly Name[];
  /** Types whose associations to return; none if omitted. */
  readonly associations?: readonly TypeName[];
  /** Properties of associated records to return with the associations, such as `company.name`; at most 20. */
  readonly expand?: readonly string[];
  /** Records per page, from 1 to 200. A page may have fewer, or none, although others follow. */
  readonly limit?: number;
  /** Whether each page says how many records match, up to 10,000. */
  readonly total?: boolean;
}

/** The number of matching records: exactly `value`, or at least. */
export interface SearchTotal {
  readonly value: number;
  readonly relation: "eq" | "gte";
}

/** Matching records. Fetches its pages as they are needed. */
export interface SearchList<Found = FoundRecord> extends List<Found> {
  page(cursor?: string): Promise<Page<Found> & { readonly total?: SearchTotal }>;
}
