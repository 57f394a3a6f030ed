import {
  type FocusEvent,
  type KeyboardEvent,
  type RefObject,
  useEffect,
  useRef,
  useState,
} from "react";
import { NAME_STOP, type Place, placeAfter } from "./stops.ts";

/** Keys that move between rows, as they do between records. */
const ROW_KEYS: Readonly<Record<string, string>> = { j: "ArrowDown", k: "ArrowUp" };

interface Cells {
  /** Returns which place of a row the Tab key reaches; null for all rows but one. */
  readonly findTabStop: (index: number) => string | null;
  readonly onFocus: (event: FocusEvent) => void;
  /** Moves the focus if the key says so. */
  readonly move: (event: KeyboardEvent) => void;
  readonly focus: (place: Place) => void;
}

/**
 * Moves the focus between the cells of a table with the arrow keys. All rows together are one stop of the Tab key.
 *
 * @param rendered the first and the last row that are rendered
 * @param show scrolls to a row
 */
export function useCells(
  frame: RefObject<HTMLElement | null>,
  count: number,
  rendered: { readonly first: number; readonly last: number },
  show: (index: number) => void,
): Cells {
  const [current, setCurrent] = useState<Place>({ index: 0, stop: NAME_STOP });
  const wanted = useRef<Place | null>(null);

  // A row that was out of view is rendered a few renders later.
  useEffect(() => focusWanted(frame.current, wanted));

  const isRendered = current.index >= rendered.first && current.index <= rendered.last;
  const focus = (place: Place) => {
    wanted.current = place;
    show(place.index);
    focusWanted(frame.current, wanted);
  };
  return {
    findTabStop: (index) => {
      if (isRendered) return index === current.index ? stopIn(frame.current, current) : null;
      return index === rendered.first ? NAME_STOP : null;
    },
    onFocus: ({ target }) => {
      const place = findPlace(target as HTMLElement);
      if (place !== null) setCurrent(place);
    },
    move: (event) => {
      const place = findPlace(event.target as HTMLElement);
      if (place === null || event.altKey) return;
      const { ctrlKey, metaKey } = event;
      const key = ROW_KEYS[event.key.toLowerCase()] ?? event.key;
      const next = placeAfter(
        { key, ctrlKey, metaKey },
        place,
        listStops(event.target as HTMLElement),
        count,
      );
      if (next === null) return;
      event.preventDefault();
      focus(next);
    },
    focus,
  };
}

/** Returns where an element is in the table; null if it is at no stop. */
export function findPlace(element: HTMLElement): Place | null {
  const stop = element.closest<HTMLElement>("[data-stop]")?.dataset.stop;
  const row = element.closest("tr[aria-rowindex]");
  if (stop === undefined || row === null) return null;
  return { index: Number(row.getAttribute("aria-rowindex")) - 2, stop };
}

function listStops(element: HTMLElement): readonly string[] {
  const all = element.closest("tr")?.querySelectorAll<HTMLElement>("[data-stop]") ?? [];
  return [...all].map(({ dataset }) => dataset.stop ?? "");
}

/** Returns the stop, or the name if its column is not shown any more. */
function stopIn(frame: HTMLElement | null, place: Place): string {
  return frame === null || elementAt(frame, place) !== null ? place.stop : NAME_STOP;
}

function elementAt(frame: HTMLElement, { index, stop }: Place): HTMLElement | null {
  return frame.querySelector(`tr[aria-rowindex="${index + 2}"] [data-stop="${CSS.escape(stop)}"]`);
}

/** Focuses the place that a key moved to, once it is rendered. */
function focusWanted(frame: HTMLElement | null, wanted: { current: Place | null }): void {
  if (frame === null || wanted.current === null) return;
  const element = elementAt(frame, wanted.current);
  if (element === null) return;
  wanted.current = null;
  element.focus();
}
