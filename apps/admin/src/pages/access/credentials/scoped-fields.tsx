import type { ReactElement } from "react";
import type { Choice, Field } from "../../../ui/forms/form.tsx";
import { ScopePicker } from "./scopes.tsx";

export interface ScopedValues {
  readonly name: string;
  readonly scopes: readonly string[];
  /** ISO 8601 in UTC; empty for none. */
  readonly expiresAt: string;
}

export const NO_SCOPES: ScopedValues = { name: "", scopes: [], expiresAt: "" };

/** What the form of a client or key has in common. */
export const SCOPED = { size: "lg", isLong: true } as const;

/**
 * Returns the fields of a client or key: its name and its scopes.
 *
 * @param help what the name is for
 * @param between what stands between both
 */
export function scopedFields(
  of: "public" | "workspace" | "agents",
  help: string,
  between: readonly (Field<ScopedValues> | ReactElement | false)[] = [],
) {
  return [
    { name: "name", label: "Name", help, required: "Enter a name.", input: { maxLength: 255 } },
    ...between,
    {
      name: "scopes",
      required: "Select at least one scope.",
      own: (input) => <ScopePicker of={of} {...input} />,
    },
  ] satisfies readonly (Field<ScopedValues> | ReactElement | false)[];
}

/**
 * Returns the field that asks when the older secret or key ends, after a new one replaces it.
 *
 * @param later explains why the older one may keep working
 * @param now explains what happens if the older one ends now
 * @param full why the older one must end now; null if it may keep working
 */
export function olderField(
  label: string,
  {
    later,
    now,
    full,
  }: { readonly later: string; readonly now: string; readonly full: string | null },
) {
  const options: readonly Choice[] = [
    {
      value: "later",
      label: "Works for 24 more hours",
      description: full ?? later,
      disabled: full !== null,
    },
    { value: "now", label: "Ends now", description: now },
  ];
  return {
    isShort: true,
    initial: { older: full === null ? "later" : "now" },
    fields: [{ name: "older", kind: "radio", label, options }],
  } as const satisfies {
    isShort: true;
    initial: { older: string };
    fields: readonly Field<{ older: string }>[];
  };
}
