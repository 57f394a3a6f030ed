import {
  Combobox,
  type ComboboxParsedItem,
  defaultOptionsFilter,
  type OptionsFilter,
} from "@mantine/core";

/** Props for a text input with suggestions: the same chevron as a select has. */
export const SUGGESTS = {
  rightSection: <Combobox.Chevron />,
  rightSectionPointerEvents: "none",
} as const;

/** Sorts what matches a text: first the labels that start with it, because Enter takes the first one. */
export function startingFirst<One extends { readonly label: string }>(
  found: readonly One[],
  text: string,
): One[] {
  const start = text.trim().toLowerCase();
  const rank = ({ label }: One) => (label.toLowerCase().startsWith(start) ? 0 : 1);
  return found.toSorted((a, b) => rank(a) - rank(b));
}

/** Filters the options of a select by their labels, in each group those first that start with what is typed. */
export const filterStartingFirst: OptionsFilter = (input) => {
  const found = defaultOptionsFilter(input) as ComboboxParsedItem[];
  return [
    ...startingFirst(
      found.flatMap((one) => ("group" in one ? [] : one)),
      input.search,
    ),
    ...found.flatMap((one) =>
      "group" in one ? { ...one, items: startingFirst(one.items, input.search) } : [],
    ),
  ];
};
