import { failureIssues } from "../pages/error-notice.tsx";

/**
 * Assigns the server's issues to the fields of a form.
 *
 * @param fields names of the fields: a part of each issue's path, such as `label` in `stage.label`
 * @returns null if there are no issues or one matches no field: then show the whole error
 */
export function fieldErrors<Field extends string>(
  error: unknown,
  fields: readonly Field[],
): Partial<Record<Field, string>> | null {
  const errors = failureIssues(error).map(({ path, message }) => ({
    field: fields.find((field) => path.split(".").includes(field)),
    message,
  }));
  if (errors.length === 0 || errors.some(({ field }) => field === undefined)) return null;
  const byField = [...Map.groupBy(errors, ({ field }) => field)].map(
    ([field, of]) => [field, [...new Set(of.map(({ message }) => message))].join(" ")] as const,
  );
  return Object.fromEntries(byField) as Partial<Record<Field, string>>;
}

/** What this needs of a form of Mantine. */
interface FormOf<Values extends object> {
  getInputNode(field: keyof Values & string): HTMLElement | null;
}

/** Returns rules for texts that must not be blank, from what is said if they are. */
export function requiredRules<Field extends string>(
  messages: Readonly<Record<Field, string>>,
): Record<Field, (value: unknown) => string | null> {
  const rules = Object.entries<string>(messages).map(([field, message]) => [
    field,
    (value: unknown) => (`${value}`.trim() === "" ? message : null),
  ]);
  return Object.fromEntries(rules) as Record<Field, (value: unknown) => string | null>;
}

/** Focuses the first field of a form that has an error, in the order of the page. */
export function focusFirst<Values extends object>(form: FormOf<Values>, errors: object): void {
  const nodes = Object.keys(errors).flatMap((field) => {
    // Of a list, its first row.
    const names = [field, `${field}.0.label`] as (keyof Values & string)[];
    return names.map((name) => form.getInputNode(name)).find((node) => node !== null) ?? [];
  });
  const [first] = nodes.toSorted((a, b) =>
    a.compareDocumentPosition(b) & Node.DOCUMENT_POSITION_FOLLOWING ? -1 : 1,
  );
  first?.focus();
}

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

/** A field with an error, or an error of several fields. */
const FAULT = "[aria-invalid=true], [role=alert]";

/** Scrolls to what is missing after a form was sent. It may be far above the buttons. */
export function showFirstFault(form: HTMLFormElement): void {
  requestAnimationFrame(() => form.querySelector(FAULT)?.scrollIntoView({ block: "nearest" }));
}
