let isWanted = false;

/** Gives the focus to the heading of the page that opens next, if the focused element goes with this page. */
export function focusNextHeading(): void {
  isWanted = true;
}

/** Focuses the heading of a page that has opened, if that was asked for and the focused element was removed. */
export function focusIfWanted(heading: HTMLElement | null): void {
  if (isWanted && document.activeElement === document.body) heading?.focus();
  isWanted = false;
}

/** Focuses the page's heading if the focused element was removed, so that the Tab key continues on the page. */
export function focusHeadingIfLost(): void {
  if (document.activeElement === document.body) document.querySelector("h1")?.focus();
}
