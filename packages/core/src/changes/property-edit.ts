import type { Scalar } from "../records/property-input.ts";

/** What a bulk change does with the values of one property. */
export interface PropertyEdit {
  readonly internal_name: string;
  /** `add` and `remove` change single values of a property that has several. */
  readonly how: "set" | "clear" | "add" | "remove";
  readonly value?: Scalar | undefined;
  readonly values?: readonly Scalar[] | undefined;
}
