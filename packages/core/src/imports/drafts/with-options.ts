import type { Deps } from "../../deps.ts";
import type { Principal } from "../../principal.ts";
import type { ImportOptions } from "../settings.ts";
import type { Draft, DraftSettings } from "./draft.ts";
import { draftRows } from "./draft-rows.ts";
import { FORMS, type Form, hasForm, propertyOf, proposeForms } from "./forms.ts";
import { readSamples } from "./samples.ts";

/** Options as an admin gives them. A form that is left out is kept, or proposed again. */
export type GivenOptions = Omit<ImportOptions, Form> & {
  readonly [F in Form]?: ImportOptions[F] | undefined;
};

/**
 * Returns the settings of a draft with other options. If a column gets a property with dates or numbers, their form is
 * proposed again, because the upload knew only the columns that it matched. A form that an admin chose stays.
 */
export async function withOptions(
  deps: Deps,
  principal: Principal,
  draft: Draft,
  given: GivenOptions,
): Promise<DraftSettings> {
  const { type, settings } = draft;
  const { options: before, columns } = settings;
  const isNew = (form: Form) => given[form] !== undefined && given[form] !== before[form];
  // A draft from before the upgrade does not say what was chosen.
  const chosen = FORMS.filter((form) => settings.chosen?.includes(form) !== false || isNew(form));
  const options: ImportOptions = {
    ...given,
    dateFormat: given.dateFormat ?? before.dateFormat,
    decimalSeparator: given.decimalSeparator ?? before.decimalSeparator,
  };
  const { properties } = (await deps.schemas.get(principal.projectId))[type];
  const isGained = (form: Form, column: string) => {
    const property = propertyOf(options.mapping, column);
    return property !== propertyOf(before.mapping, column) && hasForm(properties, form, property);
  };
  const open = FORMS.filter(
    (form) => !chosen.includes(form) && columns.some((column) => isGained(form, column)),
  );
  if (open.length === 0) return { ...settings, options, chosen };
  const samples = await readSamples(draftRows(deps, principal, draft), columns);
  const proposed = proposeForms(properties, options.mapping, samples);
  const again = Object.fromEntries(open.map((form) => [form, proposed[form]]));
  return { ...settings, options: { ...options, ...again }, chosen };
}
