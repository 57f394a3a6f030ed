/**
 * Lets the browser say which day or time of a form is incomplete, at the first one. An input has no value while a part of
 * it is missing, so the form would be sent without it.
 *
 * @returns whether there is one
 */
export function reportsIncomplete({ elements }: HTMLFormElement): boolean {
  const incomplete = Array.from(elements).find(
    (element) => element instanceof HTMLInputElement && element.validity.badInput,
  );
  return incomplete instanceof HTMLInputElement && !incomplete.reportValidity();
}
