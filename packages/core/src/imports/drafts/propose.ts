import type { PropertyDefinition } from "@rapport/model";
import type { ObjectSchema } from "../../object-schema.ts";
import { proposeForms } from "../forms.ts";
import type { ColumnMatch } from "../match/match-columns.ts";
import type { ColumnFacts, ImportOptions } from "../settings.ts";

/** Properties that identify records well, the best first. */
const KEYS = ["email", "domain"];

/**
 * Proposes the options of an import: the matched columns; create and update if a column identifies records, or only update
 * if a column has their ids, else create; the forms of dates and numbers that the samples have.
 *
 * @param idColumn the column with ids of records, if there is one
 */
export function proposeOptions(
  { properties }: ObjectSchema,
  { format, facts }: { readonly format: ImportOptions["format"]; facts: readonly ColumnFacts[] },
  matches: readonly ColumnMatch[],
  idColumn: string | undefined,
): ImportOptions {
  const mapping = Object.fromEntries(
    matches.flatMap(({ column, property }) => (column === "" ? [] : [[column, property]])),
  );
  const mapped = matches.flatMap(({ property }) => {
    const definition = property === null ? undefined : properties.get(property);
    return definition === undefined ? [] : [definition];
  });
  const key = keyAmong(mapped);
  const options = {
    ...{ format, associations: [], multiValueSeparator: ";" },
    emptyCells: "keep",
    ...proposeForms(
      properties,
      mapping,
      matches.map(({ column }) => column),
      facts,
    ),
  } as const;
  if (key !== undefined) return { ...options, mode: "upsert", idProperty: key.name, mapping };
  return idColumn === undefined || mapping[idColumn] !== null
    ? { ...options, mode: "create", mapping }
    : { ...options, mode: "update", idProperty: "id", mapping: { ...mapping, [idColumn]: "id" } };
}

function keyAmong(mapped: readonly PropertyDefinition[]): PropertyDefinition | undefined {
  const able = mapped.filter(({ indexed, multi }) => indexed && !multi);
  return (
    able.find(({ unique }) => unique) ??
    KEYS.flatMap((name) => able.filter((property) => property.name === name))[0]
  );
}
