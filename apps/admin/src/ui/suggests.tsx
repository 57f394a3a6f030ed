import { Combobox } from "@mantine/core";

/** For a text with suggestions: the sign that there are some, as a choice has it. */
export const SUGGESTS = {
  rightSection: <Combobox.Chevron />,
  rightSectionPointerEvents: "none",
} as const;
