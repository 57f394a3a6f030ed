/** The focused element and those around it, innermost first. Empty once the admin has taken the focus off it. */
let path: readonly Element[] = [];
/** The heading that has the focus because the focused element was removed. */
let standIn: Element | null = null;
let isWanted = false;

/** Time in which others may give the focus a better place, such as a menu that closes. */
const WAIT_MS = 100;

/**
 * Gives the focus to the nearest heading whenever the focused element is removed or disabled, so that keys and screen
 * readers continue there. A heading, because Enter does nothing on it.
 */
export function keepFocus(): void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const check = () => {
    if (!isLost()) return;
    clearTimeout(timer);
    timer = setTimeout(() => isLost() && focusNear(), WAIT_MS);
  };
  document.addEventListener("focusin", ({ target }) => {
    path = listAncestors(target as Element);
    if (target !== standIn) standIn = null;
  });
  document.addEventListener("focusout", ({ target }) => {
    // Browsers differ in whether the event comes before the removal.
    queueMicrotask(() => {
      if (target === path[0] && document.activeElement === document.body && !isGone(path[0]))
        path = [];
    });
  });
  document.addEventListener("pointerdown", () => {
    if (isLost()) path = [];
  });
  const changes = { childList: true, subtree: true, attributeFilter: ["disabled"] };
  new MutationObserver(check).observe(document, changes);
}

/** Gives the focus to the heading of the page that opens next, if the focused element goes with this page. */
export function focusNextHeading(): void {
  isWanted = true;
}

/** Focuses the heading of a page that has opened, if the focused element was removed, or if that was asked for. */
export function focusIfWanted(heading: HTMLElement | null): void {
  if (isLost() || (isWanted && hasNoFocus())) heading?.focus();
  isWanted = false;
}

/** Focuses the page's heading if the focused element was removed, so that the Tab key continues on the page. */
export function focusHeadingIfLost(): void {
  if (hasNoFocus()) document.querySelector("h1")?.focus();
}

/** Returns whether no element has the focus, or only a heading because the focused element was removed. */
export function hasNoFocus(): boolean {
  const { activeElement } = document;
  return activeElement === document.body || (standIn !== null && activeElement === standIn);
}

/** Whether the focused element was removed, hidden or disabled, and none has the focus since. */
function isLost(): boolean {
  return path.length > 0 && document.activeElement === document.body && isGone(path[0]);
}

function isGone(element: Element | undefined): boolean {
  // The old page is hidden while the code of the new one loads.
  return element !== undefined && (!element.checkVisibility() || element.matches(":disabled"));
}

function listAncestors(element: Element): readonly Element[] {
  const path: Element[] = [];
  for (let one: Element | null = element; one !== null; one = one.parentElement) path.push(one);
  return path;
}

function focusNear(): void {
  // A grid renders only the rows in view, and focuses its cells itself.
  if (path.some((one) => one.isConnected && one.matches("[role=grid]"))) return;
  const dialogs = document.querySelectorAll("[role=dialog][aria-modal=true]");
  const around = path.filter(
    (one) => one.isConnected && one.matches("section, [role=dialog], main"),
  );
  // The first heading of the document is in the sidebar.
  const page = document.querySelector("main") ?? document.body;
  const places = [...around, ...[...dialogs].reverse(), page];
  for (const place of places) {
    const heading = place.querySelector<HTMLElement>("h1, h2, h3");
    if (heading === null) continue;
    if (!heading.hasAttribute("tabindex")) heading.tabIndex = -1;
    standIn = heading;
    heading.focus({ preventScroll: true });
    return;
  }
}
