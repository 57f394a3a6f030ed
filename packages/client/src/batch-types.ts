import type { QuotaUse, RapportIssue, ServerErrorCode } from "./errors.ts";
import type { Association, FoundRecord, StoredProperties } from "./record-types.ts";
import type { AnyType, NewValues, TypeSchema } from "./schema-of-project.ts";

/** One input of a batch, by operation. */
export interface BatchInputs<T extends TypeSchema = AnyType> {
  create: {
    readonly properties: NewValues<T>;
    readonly associations?: readonly Association[] | undefined;
  };
  /** An id, or with `idProperty` a value. */
  read: { readonly id: number | string } | { readonly value: string | number | boolean };
  update: {
    readonly id: number | string;
    readonly properties: T["written"];
    /** The only version that the input changes. */
    readonly ifVersion?: number | undefined;
  };
  upsert: {
    readonly properties: T["written"];
    readonly associations?: readonly Association[] | undefined;
  };
  delete: { readonly id: number | string; readonly ifVersion?: number | undefined };
  associate: { readonly id: number | string; readonly to: Association };
}

/** A record that a batch wrote; without `properties` and `associations` if the token lacks the read scope. */
export type BatchRecord<Values = StoredProperties> = Pick<
  FoundRecord,
  "id" | "createdAt" | "updatedAt" | "version"
> &
  Partial<FoundRecord<Values>>;

/** What an upsert did. */
export interface Upserted<Values = StoredProperties> {
  status: "created" | "updated" | "unchanged";
  record: BatchRecord<Values>;
}

/** What a batch did. Each input is in one of the two lists, at `index` from 0. */
export interface BatchAnswer<Values = StoredProperties> {
  results: {
    index: number;
    status: "created" | "updated" | "unchanged" | "found" | "deleted";
    record: BatchRecord<Values>;
  }[];
  errors: {
    index: number;
    code: ServerErrorCode;
    message: string;
    /** One entry per fault. Its path begins with `inputs.{index}`. */
    issues: RapportIssue[];
    /** Of QUOTA: what the tenant has too many of, how many it may have, and how many it has. */
    quota?: QuotaUse["quota"];
    limit?: number;
    used?: number;
  }[];
}
