/** Days that may be typed. Without a least year, 24 would be the year 24, and a year would be saved while it is typed. */
export const TYPED_DAYS = { min: "1000-01-01", max: "9999-12-31" } as const;

/** Returns whether a part of a day or time is missing, or its year has fewer than four digits. */
export function isIncomplete({ validity }: HTMLInputElement): boolean {
  return validity.badInput || validity.rangeUnderflow;
}

/**
 * Lets the browser say which day or time of a form is incomplete, at the first one. An input has no value while a part of
 * it is missing, so the form would be sent without it.
 *
 * @returns whether there is one
 */
export function reportsIncomplete({ elements }: HTMLFormElement): boolean {
  const incomplete = Array.from(elements).find(
    (element) => element instanceof HTMLInputElement && isIncomplete(element),
  );
  return incomplete instanceof HTMLInputElement && !incomplete.reportValidity();
}
