/** Renders a list inside of the popover, because a click outside would close it. The input scrolls the list. */
export const IN_POPOVER = {
  comboboxProps: { withinPortal: false },
  withScrollArea: false,
  styles: {
    // Without a scroll area, Mantine leaves no room at the end of the options.
    dropdown: { paddingInlineEnd: "var(--combobox-padding)" },
    options: { maxHeight: 220, overflowY: "auto" },
  },
} as const;

/** As IN_POPOVER, but the list stays open after a choice, so it moves the button down instead of covering it. */
export const ABOVE_BUTTON = {
  ...IN_POPOVER,
  styles: {
    ...IN_POPOVER.styles,
    dropdown: { ...IN_POPOVER.styles.dropdown, position: "static", marginTop: 4 },
  },
} as const;
