import type { PropertyDefinition } from "./property-types.ts";

/** Properties below one heading. */
export interface PropertyGroup {
  /** Undefined for the properties without one. */
  readonly heading: string | undefined;
  readonly properties: readonly PropertyDefinition[];
}

/** Returns properties by their heading, in their order; those without one come first. */
export function groupsOf(properties: readonly PropertyDefinition[]): readonly PropertyGroup[] {
  const groups = Map.groupBy(properties, ({ group }) => group);
  const plain = groups.get(undefined) ?? [];
  groups.delete(undefined);
  return [
    ...(plain.length > 0 ? [{ heading: undefined, properties: plain }] : []),
    ...[...groups].map(([heading, of]) => ({ heading, properties: of })),
  ];
}
