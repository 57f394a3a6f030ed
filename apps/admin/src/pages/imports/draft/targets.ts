import { useQueries } from "@tanstack/react-query";
import { typeKeys, typeNames } from "../../../object-types.ts";
import { ruleHint } from "../../../property/rules.ts";
import { useSchema } from "../../../property/use-schema.ts";
import { useProject } from "../../../shell/use-project.ts";
import type { DraftOptions } from "./use-draft.ts";

/**
 * What a column becomes, as the value of a select: empty to skip it, `id`, `property NAME`, or
 * `association TYPE PROPERTY`.
 */
export type Target = string;

export interface TargetGroup {
  readonly group: string;
  readonly items: readonly {
    readonly value: Target;
    readonly label: string;
    /** What the rules of the property allow. */
    readonly rule?: string;
  }[];
}

/** Properties that usually identify a record of another type. */
const IDENTIFYING = ["email", "domain", "name", "phone"];

/** Returns what a column of an import of a type can become. */
export function useTargets(type: string): readonly TargetGroup[] {
  const project = useProject();
  const own = useSchema(type).data?.properties ?? [];
  const others = typeKeys();
  const schemas = useQueries({
    queries: others.map((other) =>
      project.schema.read.queryOptions({ type: other }, { staleTime: 60_000 }),
    ),
  });
  const properties = own
    .filter(({ readOnly }) => !readOnly)
    .map(({ name, label, rules }) => ({
      value: `property ${name}`,
      label,
      rule: ruleHint({ rules }),
    }));
  const associations = others.flatMap((other, i) => {
    const found = (schemas[i]?.data?.properties ?? []).filter(
      ({ name, indexed, multi, unique }) =>
        indexed && !multi && (unique || IDENTIFYING.includes(name)),
    );
    const { singular } = typeNames(other);
    return [...found, { name: "id", label: "Record id" }].map(({ name, label }) => ({
      value: `association ${other} ${name}`,
      label: `${singular}, found by ${label.toLowerCase()}`,
    }));
  });
  return [
    { group: typeNames(type).label, items: [...properties, { value: "id", label: "Record id" }] },
    { group: "Associated records", items: associations },
  ];
}

/** Returns what a column becomes. */
export function columnTarget({ mapping, associations }: DraftOptions, column: string): Target {
  const found = associations.find((one) => one.column === column);
  if (found !== undefined) return `association ${found.object} ${found.idProperty}`;
  const name = Object.hasOwn(mapping, column) ? (mapping[column] ?? null) : null;
  if (name === null) return "";
  return name === "id" ? "id" : `property ${name}`;
}

/** Returns the choices after a column became something else. A property leaves the column that had it. */
export function withTarget(
  { mapping, associations, idProperty, mode }: DraftOptions,
  column: string,
  target: Target,
): Partial<DraftOptions> {
  const [kind, name = "", key = ""] = target.split(" ");
  const others = associations.filter((one) => one.column !== column);
  if (kind === "association") {
    const added = { column, object: name, idProperty: key };
    return { mapping: { ...mapping, [column]: null }, associations: [...others, added] };
  }
  const property = kind === "id" ? "id" : kind === "property" ? name : null;
  const freed = Object.entries(mapping).map(
    ([one, had]) => [one, had === property ? null : had] as const,
  );
  const next = {
    mapping: { ...Object.fromEntries(freed), [column]: property },
    associations: others,
  };
  // Only an update can find records by their ids.
  if (property === "id") return { ...next, mode: "update", idProperty: "id" };
  return idProperty === "id" && mode === "update" && !Object.values(next.mapping).includes("id")
    ? { ...next, mode: "create", idProperty: undefined }
    : next;
}
