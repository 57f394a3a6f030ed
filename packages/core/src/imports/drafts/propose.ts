import { recordsById } from "@rapport/db";
import type { PropertyDefinition } from "@rapport/model";
import type { Deps } from "../../deps.ts";
import { OWN_LABELS } from "../../exports/columns.ts";
import type { ObjectSchema } from "../../object-schema.ts";
import type { Principal } from "../../principal.ts";
import { cellText } from "../cell-values.ts";
import { proposeForms } from "../forms.ts";
import { type ColumnMatch, type SampledColumn, share } from "../match/match-columns.ts";
import type { Row } from "../row.ts";
import type { ColumnFacts, ImportOptions } from "../settings.ts";

/** Properties that identify records well, the best first. */
const KEYS = ["email", "domain"];

/**
 * Proposes the options of an import: the matched columns; create and update if a column identifies records, or only update
 * if a column has their ids, else create; the forms of dates and numbers that the samples have. In an export of this
 * project, the times of the records themselves belong to no property.
 *
 * @param idColumn the column with ids of records, if there is one
 */
export function proposeOptions(
  { properties }: ObjectSchema,
  { format, facts }: { readonly format: ImportOptions["format"]; facts: readonly ColumnFacts[] },
  found: readonly ColumnMatch[],
  idColumn: string | undefined,
): ImportOptions {
  const matches =
    idColumn === undefined
      ? found
      : found.map((one) => (isOwnTime(one.column) ? { ...one, property: null } : one));
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

/** Share of the ids that must be those of records, so that a few deleted ones do not hide the column. */
const MIN_SHARE = 0.8;

/** Returns whether a column has the name that exports give to ids. Other systems write it in another way. */
export function isIdName(column: string): boolean {
  return column === "id" || column === OWN_LABELS.id;
}

/** Returns whether a column has a name that exports give to the times of records. */
function isOwnTime(column: string): boolean {
  return OWN_TIMES.some((name) => {
    const label = OWN_LABELS[name];
    return [name, label, `${label} (${name})`].includes(column);
  });
}

const OWN_TIMES = ["createdAt", "updatedAt"] as const;

/**
 * Finds the column with the ids of an export of this project. The ids of another system are not those of records here.
 *
 * @returns its name; undefined if there is none
 */
export async function findIdColumn(
  { db }: Pick<Deps, "db">,
  principal: Principal,
  type: string,
  columns: readonly SampledColumn[],
): Promise<string | undefined> {
  const column = columns.find(({ name }) => isIdName(name));
  const texts = (column?.samples ?? []).map((text) => text.trim()).filter((text) => text !== "");
  if (!texts.every((text) => /^[1-9]\d{0,14}$/.test(text))) return undefined;
  const found = await recordsById.findMany(db, principal, [...new Set(texts.map(Number))]);
  const isRecord = (text: string) => found.get(Number(text))?.type === type;
  return share(texts, isRecord) >= MIN_SHARE ? column?.name : undefined;
}

/** Rows whose values are samples. */
const SAMPLED_ROWS = 100;
const MAX_CELL_CHARACTERS = 300;

/** Reads the first values of each column. */
export async function readSamples(
  rows: AsyncGenerator<Row>,
  columns: readonly string[],
): Promise<readonly SampledColumn[]> {
  const samples = columns.map((name) => ({ name, samples: [] as string[] }));
  let read = 0;
  for await (const { cells } of rows) {
    for (const column of samples) column.samples.push(shortText(cells.get(column.name)));
    if (++read === SAMPLED_ROWS) break;
  }
  return samples;
}

/** Returns a cell as text, cut to what a page can show. */
export function shortText(cell: unknown): string {
  const text = cellText(cell);
  return text.length <= MAX_CELL_CHARACTERS ? text : `${text.slice(0, MAX_CELL_CHARACTERS)}…`;
}
