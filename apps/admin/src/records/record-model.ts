import { useNavigate, useSearch } from "@tanstack/react-router";
import type { Outputs } from "../api.ts";
import type { RecordKey } from "../conflict/questions.ts";
import { typeNames } from "../object-types.ts";
import { type Choice, type PropertyDefinition, stageChoice } from "../property/property-types.ts";
import type { Schema } from "../property/use-schema.ts";
import type { RecordSearch } from "./search.ts";

export type { RecordKey };
export type RecordData = Outputs["records"]["read"];
export type NamedRecord = Omit<Outputs["records"]["search"][number], "found">;
/** A record that another one is associated with. */
export interface AssociatedRecord extends NamedRecord {
  /** Keys of the labels; undefined until the server has said them. */
  readonly labels?: readonly string[];
}
/** A change, in a history or in the timeline. */
export type HistoryEntry = Pick<
  Outputs["records"]["history"]["entries"][number],
  "id" | "at" | "actor" | "surface" | "action" | "other" | "changes"
>;
export type { Schema };

/** What the history calls the name of an attached file. */
export const ATTACHMENT = "attachment.name";

/** Props of every part of the page. */
export interface RecordParts {
  readonly recordKey: RecordKey;
  readonly record: RecordData;
  readonly schema: Schema;
}

const ROUTE = "/signed-in/p/$projectId/$plural/$recordId";

/** Returns the query parameters and a function to change them. */
export function useRecordSearch() {
  const search = useSearch({ from: ROUTE });
  const navigate = useNavigate();
  const change = (changes: RecordSearch, replace = false) =>
    void navigate({
      to: ".",
      search: (before: RecordSearch) => ({ ...before, ...changes }),
      replace,
      resetScroll: false,
    });
  return [search, change] as const;
}

/** Returns the choices of the properties `pipeline` and `stage`; undefined for other properties. */
export function placeChoices(
  { recordKey, record, schema }: RecordParts,
  { name }: PropertyDefinition,
): readonly Choice[] | undefined {
  if (!typeNames(recordKey.type).hasPipeline) return undefined;
  if (name === "pipeline") return schema.pipelines.map(choice);
  return name === "stage" ? recordPipeline(record, schema)?.stages.map(stageChoice) : undefined;
}

/** Like `placeChoices`, with the stages of all pipelines, because the record may have moved between them. */
export function pastPlaceChoices(
  parts: RecordParts,
  definition: PropertyDefinition,
): readonly Choice[] | undefined {
  const now = placeChoices(parts, definition);
  if (now === undefined || definition.name !== "stage") return now;
  return [...now, ...parts.schema.pipelines.flatMap(({ stages }) => stages.map(stageChoice))];
}

/** Returns the record's pipeline. */
export function recordPipeline(
  { properties }: RecordData,
  { pipelines }: Schema,
): Schema["pipelines"][number] | undefined {
  return pipelines.find(({ key }) => key === properties.pipeline);
}

/** Returns the currency of the property `amount`; null for other properties. */
export function amountCurrency(
  { properties }: RecordData,
  { name }: PropertyDefinition,
): string | null {
  const { currency } = properties;
  return name === "amount" && typeof currency === "string" ? currency : null;
}

/** Returns a property's definition. A removed property gets a plain one with its internal name. */
export function findDefinition({ properties }: Schema, name: string): PropertyDefinition {
  return (
    properties.find((property) => property.name === name) ?? {
      ...REMOVED,
      name,
      label: name === ATTACHMENT ? "File" : name,
    }
  );
}

const REMOVED = {
  type: "string",
  multi: false,
  indexed: false,
  unique: false,
  readOnly: true,
  closed: false,
  builtIn: false,
} as const;

function choice({ key, label }: { readonly key: string; readonly label: string }): Choice {
  return { value: key, label };
}
