import type { Scalar } from "./fields.ts";
import type { Operator } from "./operators.ts";

/** One filter of a search, as in the request. */
export interface FilterInput {
  readonly internal_name: string;
  readonly operator: Operator;
  readonly value?: Scalar | undefined;
  readonly highValue?: Scalar | undefined;
  readonly values?: readonly Scalar[] | undefined;
  /** Of a filter on associations: key of a label. */
  readonly type?: string | undefined;
}

/** A filter of a request that may be invalid. Only its name was checked. */
export type GivenFilter = Pick<FilterInput, "internal_name"> & {
  readonly [member in Exclude<keyof FilterInput, "internal_name">]?: unknown;
};

/** Adds an issue about a member of a filter. */
export type Fault = (member: string, code: string, message: string, more?: object) => null;
