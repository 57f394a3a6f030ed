import { useNavigate, useSearch } from "@tanstack/react-router";
import type { Outputs } from "../../api.ts";
import { type ObjectType, TYPES } from "../../object-types.ts";
import type { Choice, PropertyDefinition } from "../../property/property-types.ts";
import type { RecordSearch } from "./search.ts";

export type RecordData = Outputs["records"]["read"];
export type NamedRecord = Outputs["records"]["search"][number];
export type HistoryEntry = Outputs["records"]["history"]["entries"][number];
export type Schema = Outputs["schema"]["read"];

/** Names the record to the procedures. */
export interface RecordKey {
  readonly projectId: number;
  readonly type: ObjectType;
  readonly id: number;
}

/** What every part of the page is given. */
export interface RecordParts {
  readonly recordKey: RecordKey;
  readonly record: RecordData;
  readonly schema: Schema;
}

const ROUTE = "/signed-in/p/$projectId/$plural/$recordId";

/** What the address says, and how to change a part of it. */
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

/** The values that a pipeline or stage can have, as choices; undefined for any other property. */
export function choicesOf(
  { recordKey, record, schema }: RecordParts,
  { name }: PropertyDefinition,
): readonly Choice[] | undefined {
  if (!TYPES[recordKey.type].hasPipeline) return undefined;
  if (name === "pipeline") return schema.pipelines.map(choice);
  return name === "stage" ? pipelineOf(record, schema)?.stages.map(choice) : undefined;
}

/** As `choicesOf`, with the stages of the other pipelines, in which the record may have been. */
export function pastChoicesOf(
  parts: RecordParts,
  definition: PropertyDefinition,
): readonly Choice[] | undefined {
  const now = choicesOf(parts, definition);
  if (now === undefined || definition.name !== "stage") return now;
  return [...now, ...parts.schema.pipelines.flatMap(({ stages }) => stages.map(choice))];
}

/** The pipeline that a record is in. */
export function pipelineOf(
  { properties }: RecordData,
  { pipelines }: Schema,
): Schema["pipelines"][number] | undefined {
  return pipelines.find(({ key }) => key === properties.pipeline);
}

/** The currency of a property that is an amount of money; null for any other. */
export function currencyOf(
  { properties }: RecordData,
  { name }: PropertyDefinition,
): string | null {
  const { currency } = properties;
  return name === "amount" && typeof currency === "string" ? currency : null;
}

/** What the schema says of a property; one that it has no more is shown by its name. */
export function definitionOf({ properties }: Schema, name: string): PropertyDefinition {
  return (
    properties.find((property) => property.name === name) ?? {
      ...GONE,
      name,
      label: name,
    }
  );
}

const GONE = {
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
