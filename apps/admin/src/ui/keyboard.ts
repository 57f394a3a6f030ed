import { type HotkeyItem, useHotkeys, useOs } from "@mantine/hooks";

const OTHER_SCRIPT = /^[^\p{ASCII}\p{Script=Latin}]$/u;
const LETTER = /^Key([A-Z])$/;
const TYPED_INTO =
  "textarea, [contenteditable], input:not([type=checkbox], [type=radio], [type=button])";
/** Browsers that do not say that an input method composes give this code. */
const COMPOSING = 229;

/**
 * Makes the keys of the app work with every keyboard, for all handlers at once. Call it before any other listener is added.
 *
 * - While an input method composes, no handler gets a key: Tab, Enter and Escape belong to the input method.
 * - On a layout without Latin letters, a key counts as the Latin one at its place, unless it types something.
 * - AltGr types characters and is no part of any shortcut.
 */
export function keepKeys(): void {
  window.addEventListener("keydown", prepareKey, { capture: true });
}

/** Returns the name of the modifier key on the reader's keyboard. */
export function useModKey(): string {
  return useOs({ getValueInEffect: false }) === "macos" ? "⌘" : "Ctrl";
}

/** Returns whether an input within a part shows its list of choices, which Esc closes before the part. */
export function hasOpenList(part: Element): boolean {
  // The list itself is elsewhere in the page. It is hidden while no choice matches.
  const inputs = [...part.querySelectorAll("[aria-haspopup=listbox][aria-expanded=true]")];
  const ids = inputs.map((input) => input.getAttribute("aria-controls") ?? "");
  return ids.some((id) => document.getElementById(id)?.checkVisibility() === true);
}

function prepareKey(event: KeyboardEvent): void {
  if (event.isComposing || event.keyCode === COMPOSING) {
    event.stopImmediatePropagation();
    return;
  }
  if (event.key === undefined || [...event.key].length !== 1) return;
  const isTyped = event.target instanceof Element && event.target.matches(TYPED_INTO);
  if (event.getModifierState("AltGraph")) {
    if (!isTyped) event.stopImmediatePropagation();
    return;
  }
  const types = isTyped && !event.ctrlKey && !event.metaKey;
  if (types || event.altKey || !OTHER_SCRIPT.test(event.key)) return;
  const key = latinKey(event);
  if (key !== undefined) Object.defineProperty(event, "key", { value: key });
}

function latinKey({ code, shiftKey }: KeyboardEvent): string | undefined {
  if (code === "Slash") return shiftKey ? "?" : "/";
  const letter = LETTER.exec(code)?.[1];
  return shiftKey ? letter : letter?.toLowerCase();
}

/** Like `useHotkeys`, for keys of a page: they do nothing while a dialog or menu is open over it. */
export function usePageKeys(keys: HotkeyItem[]): void {
  useHotkeys(
    keys.flatMap(([key, act, options]) => {
      const onPage = (event: KeyboardEvent) => {
        if (document.querySelector('[role="dialog"], [role="menu"]') === null) act(event);
      };
      // Many keyboards have the slash with Shift.
      const also: HotkeyItem[] = key === "/" ? [["shift+/", onPage, options]] : [];
      return [[key, onPage, options], ...also];
    }),
  );
}
