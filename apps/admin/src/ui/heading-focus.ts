let isWanted = false;

/** Gives the focus to the heading of the page that opens next, if the focused element goes with this page. */
export function focusNextHeading(): void {
  isWanted = true;
}

/** Returns whether a heading that is now shown gets the focus. */
export function takesFocus(): boolean {
  const takes = isWanted;
  isWanted = false;
  return takes;
}

/** Focuses the page's heading if the focused element was removed, so that the Tab key continues on the page. */
export function focusHeadingIfLost(): void {
  if (document.activeElement === document.body) document.querySelector("h1")?.focus();
}
