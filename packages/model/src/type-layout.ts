/** How the admin app arranges the properties of an object type. What is absent is as without a layout. */
export interface TypeLayout {
  /** Properties in their order on pages and in forms. The others follow. */
  readonly properties?: readonly string[] | undefined;
  /** Headings in their order. The others follow. */
  readonly groups?: readonly string[] | undefined;
  /** Properties that the form shows at once. The others are below “More properties”. */
  readonly form?: readonly string[] | undefined;
  /** Properties that the header of a record shows. */
  readonly header?: readonly string[] | undefined;
  /** Properties that the page of a record hides while they have no value. All of them if absent. */
  readonly hiddenIfEmpty?: readonly string[] | undefined;
}

/** Lists of a layout that name properties. */
export const PROPERTY_LISTS = ["properties", "form", "header", "hiddenIfEmpty"] as const;

/** Returns a layout with its lists in a fixed order; null if it arranges nothing. PostgreSQL keeps its own order. */
export function layoutIn(layout: TypeLayout | null | undefined): TypeLayout | null {
  const { properties, groups, form, header, hiddenIfEmpty } = layout ?? {};
  const lists = Object.entries({ properties, groups, form, header, hiddenIfEmpty });
  const given = lists.filter(([, names]) => names !== undefined);
  return given.length === 0 ? null : Object.fromEntries(given);
}

/** Returns a layout without a property; the same one if it does not name it. */
export function layoutWithout(layout: TypeLayout | null, property: string): TypeLayout | null {
  if (!PROPERTY_LISTS.some((list) => layout?.[list]?.includes(property))) return layout;
  const lists = PROPERTY_LISTS.map((list) => [
    list,
    layout?.[list]?.filter((name) => name !== property),
  ]);
  return layoutIn({ ...layout, ...Object.fromEntries(lists) });
}

/** Returns things in the order of a list. Those that it leaves out follow in theirs. */
export function inOrderOf<T>(
  things: readonly T[],
  names: readonly string[] = [],
  nameOf: (thing: T) => string | undefined,
): readonly T[] {
  const places = new Map(names.map((name, place) => [name, place]));
  const placeOf = (thing: T) => places.get(nameOf(thing) ?? "") ?? names.length;
  return things.toSorted((a, b) => placeOf(a) - placeOf(b));
}
