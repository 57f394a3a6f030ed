import type { PropertyChanges } from "@rapport/db";
import type { FilterGroups, Line, LineOf } from "./format.ts";

/** History actions whose changes name another record by its id. */
const WITH_IDS: ReadonlySet<string> = new Set(["associated", "dissociated"]);
/** Changes of a merge that name the other record. No property has a dot in its name. */
const MERGE_IDS: ReadonlySet<string> = new Set(["merge.id", "merge.into"]);

/** Returns a line with every id of a record replaced. */
export function mapIds<T extends Line>(line: T, map: (id: number) => number): T;
export function mapIds(line: Line, map: (id: number) => number): Line {
  switch (line.kind) {
    case "type":
    case "property":
    case "pipeline":
    case "associationLabel":
    case "reportingCurrency":
    case "rate":
      return line;
    case "view":
      return { ...line, content: mapContent(line.content, map) };
    case "association":
      return { ...line, from: map(line.from), to: map(line.to) };
    case "history":
      return { ...line, record: map(line.record), changes: mapChanges(line, map) };
    case "merge":
      return { ...line, merged: map(line.merged), primary: map(line.primary) };
    case "mergeAssociation":
    case "mergeLabel":
      return { ...line, merged: map(line.merged), other: map(line.other) };
    case "erasure":
      return { ...line, record: map(line.record) };
    case "difference":
      return { ...line, record: map(line.record), other: map(line.other) };
    case "record": {
      const mergedInto = line.mergedInto === null ? null : map(line.mergedInto);
      return { ...line, id: map(line.id), mergedInto };
    }
  }
}

type Content = LineOf<"view">["content"];
type Filter = FilterGroups[number][number];

function mapContent(content: Content, map: (id: number) => number): Content {
  const mapOne = (value: unknown) =>
    typeof value === "number"
      ? map(value)
      : typeof value === "string"
        ? mapText(value, map)
        : value;
  const mapFilter = (filter: Filter): Filter =>
    filter.property.startsWith("associations.")
      ? {
          ...filter,
          ...(filter.value === undefined ? {} : { value: mapOne(filter.value) }),
          ...(filter.values === undefined ? {} : { values: filter.values.map(mapOne) }),
        }
      : filter;
  const groups = content.groups as FilterGroups;
  return { ...content, groups: groups.map((group) => group.map(mapFilter)) };
}

function mapChanges(
  { action, changes }: { readonly action: string; readonly changes: PropertyChanges },
  map: (id: number) => number,
): Record<string, [StoredValue, StoredValue]> {
  const isId = (name: string) => WITH_IDS.has(action) || MERGE_IDS.has(name);
  return Object.fromEntries(
    Object.entries(changes).map(([name, [before, after]]) => [
      name,
      isId(name) ? [mapText(before, map), mapText(after, map)] : [before, after],
    ]),
  );
}

type StoredValue = PropertyChanges[string][number];

function mapText(value: StoredValue, map: (id: number) => number): StoredValue {
  return typeof value === "string" && /^[1-9]\d{0,15}$/.test(value)
    ? String(map(Number(value)))
    : value;
}
