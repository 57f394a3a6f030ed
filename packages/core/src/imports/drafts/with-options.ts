import type { Call } from "../../call.ts";
import type { Issue } from "../../errors.ts";
import type { ProjectSchema } from "../../object-schema.ts";
import {
  ambiguousIssues,
  FORMS,
  factsOfSamples,
  hasForm,
  mappedProperty,
  proposeForms,
} from "../forms.ts";
import { planImport, withColumnNames } from "../plan.ts";
import type { CellFormat, ImportOptions } from "../settings.ts";
import { type Draft, type DraftSettings, draftRows } from "./draft.ts";
import { readSamples } from "./propose.ts";

/** Options as an admin gives them. A form that is left out is kept, or proposed again. */
export type GivenOptions = Omit<ImportOptions, CellFormat> & {
  readonly [F in CellFormat]?: ImportOptions[F] | undefined;
};

/**
 * Returns the settings of a draft with other options. If a column gets a property with dates or numbers, their form is
 * proposed again, because the upload knew only the columns that it matched. A form that an admin chose stays.
 */
export async function withOptions(
  { deps, principal }: Call,
  draft: Draft,
  given: GivenOptions,
): Promise<DraftSettings> {
  const { type, settings } = draft;
  const { options: before, columns } = settings;
  const schemas = await deps.schemas.get(principal.projectId);
  const asked = draftIssues(schemas, draft).map(({ path }) => path);
  const isNew = (form: CellFormat) =>
    given[form] !== undefined && (given[form] !== before[form] || asked.includes(form));
  // A draft from before the upgrade does not say what was chosen.
  const chosen = FORMS.filter((form) => settings.chosen?.includes(form) !== false || isNew(form));
  const options: ImportOptions = {
    ...withColumnNames(given),
    dateFormat: given.dateFormat ?? before.dateFormat,
    decimalSeparator: given.decimalSeparator ?? before.decimalSeparator,
  };
  const { properties } = schemas.object(type);
  const isGained = (form: CellFormat, column: string) => {
    const property = mappedProperty(options.mapping, column);
    return (
      property !== mappedProperty(before.mapping, column) && hasForm(properties, form, property)
    );
  };
  const open = FORMS.filter(
    (form) => !chosen.includes(form) && columns.some((column) => isGained(form, column)),
  );
  if (open.length === 0) return { ...settings, options, chosen };
  const facts =
    settings.facts ?? factsOfSamples(await readSamples(draftRows(deps, principal, draft), columns));
  const proposed = proposeForms(properties, options.mapping, columns, facts);
  const again = Object.fromEntries(open.map((form) => [form, proposed[form]]));
  return { ...settings, options: { ...options, ...again }, chosen };
}

/** Lists what is wrong with the options of a draft, and what an admin must choose first. */
export function draftIssues(
  schemas: ProjectSchema,
  { type, settings }: Pick<Draft, "type" | "settings">,
): readonly Issue[] {
  const planned = planImport(schemas, type, settings.options, settings);
  if ("issues" in planned) return planned.issues;
  const open = FORMS.filter((form) => settings.chosen?.includes(form) === false);
  return ambiguousIssues(planned.plan, open, "Choose how they are written.");
}
