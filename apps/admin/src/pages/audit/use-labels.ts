import { useQueries } from "@tanstack/react-query";
import { api } from "../../api.ts";
import { TYPE_KEYS } from "../../object-types.ts";
import { choicesOf } from "../../property/choices.ts";
import { formatValue } from "../../property/property-value.tsx";
import type { Entry } from "./search.ts";
import { wholeValue } from "./words.ts";

/** Names what the entries name by keys. Until the schema is loaded, and for what it has no longer, a key is its name. */
export interface Labels {
  readonly property: (type: string, name: string) => string;
  /** Returns a value of a property in full, such as the label of a stage. */
  readonly value: (type: string, name: string, value: unknown) => string;
}

/** The schema changes rarely. */
const STALE_AFTER_MS = 5 * 60_000;

/** Fetches the labels of the properties in the entries, and of their values. */
export function useLabels(entries: readonly Entry[], projectId: number): Labels {
  const types = TYPE_KEYS.filter((type) => entries.some(({ subject }) => subject.kind === type));
  const schemas = useQueries({
    queries: types.map((type) => ({
      ...api.schema.read.queryOptions({ projectId, type }),
      staleTime: STALE_AFTER_MS,
    })),
  });
  const schemaOf = (type: string) => schemas[types.indexOf(type)]?.data;
  const definitionOf = (type: string, property: string) =>
    schemaOf(type)?.properties.find(({ name }) => name === property);

  function value(type: string, name: string, given: unknown): string {
    const [schema, definition] = [schemaOf(type), definitionOf(type, name)];
    if (Array.isArray(given)) return given.map((one) => value(type, name, one)).join(", ");
    const isValue = (typeof given === "string" && given !== "") || typeof given === "boolean";
    if (schema === undefined || definition === undefined || !isValue) return wholeValue(given);
    const choices = choicesOf(definition, schema);
    return formatValue(definition, given, null, choices ?? undefined);
  }
  return {
    property: (type, name) => definitionOf(type, name)?.label ?? name,
    value,
  };
}
