import { Combobox } from "@mantine/core";

/** Props for a text input with suggestions: the same chevron as a select has. */
export const SUGGESTS = {
  rightSection: <Combobox.Chevron />,
  rightSectionPointerEvents: "none",
} as const;
