import type { Issue } from "../errors.ts";
import type { InputPaths } from "../input-paths.ts";
import type { PropertyItem } from "./property-input.ts";
import type { RuledChange } from "./ruled-change.ts";

/** Adds request paths to the issues of rules. Leaves out an issue of a value that is refused anyway. */
export function placeRuleIssues(
  faults: RuledChange["issues"],
  items: readonly unknown[],
  known: readonly Issue[],
  paths: InputPaths,
): readonly Issue[] {
  return faults.flatMap(({ property, entry, ...issue }) => {
    const index = items.findIndex(
      (item) => (item as PropertyItem | null)?.internal_name === property,
    );
    const isList = Array.isArray((items[index] as PropertyItem | undefined)?.values);
    const member = paths.property(index, isList ? "values" : "value");
    const value = isList && entry !== undefined ? `${member}.${entry}` : member;
    const path = index < 0 ? paths.properties : value;
    return known.some((other) => other.path === path) ? [] : [{ path, ...issue } as Issue];
  });
}
