/** Renders a list inside of the popover, because a click outside would close it. The input scrolls the list. */
export const IN_POPOVER = {
  comboboxProps: { withinPortal: false },
  withScrollArea: false,
  styles: { options: { maxHeight: 220, overflowY: "auto" } },
} as const;
