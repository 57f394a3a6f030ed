import { sortByList, type TypeLayout } from "@rapport/model";
import type { PropertyDefinition } from "./property-types.ts";

/** Properties below one heading. */
export interface PropertyGroup<Property> {
  /** Undefined for the properties without one. */
  readonly heading: string | undefined;
  readonly properties: readonly Property[];
}

/**
 * Returns properties by their heading, in their order; those without one come first.
 *
 * @param headings headings in the order of the layout; the others follow
 */
export function groupByHeading<Property extends Pick<PropertyDefinition, "group">>(
  properties: readonly Property[],
  headings?: readonly string[],
): readonly PropertyGroup<Property>[] {
  const groups = Map.groupBy(properties, ({ group }) => group);
  const plain = groups.get(undefined) ?? [];
  groups.delete(undefined);
  return [
    ...(plain.length > 0 ? [{ heading: undefined, properties: plain }] : []),
    ...sortByList([...groups], headings, ([heading]) => heading).map(([heading, of]) => ({
      heading,
      properties: of,
    })),
  ];
}

/** Returns properties in the order of a layout. */
export function laidOut<Property extends Pick<PropertyDefinition, "name">>(
  properties: readonly Property[],
  layout: TypeLayout | null,
): readonly Property[] {
  return sortByList(properties, layout?.properties, ({ name }) => name);
}
