import { type RefObject, useEffect, useRef } from "react";

/** Scrolls the current tab into view, because tabs overflow on narrow screens. Returns the ref of their `nav`. */
export function useCurrentInView(): RefObject<HTMLElement | null> {
  const nav = useRef<HTMLElement>(null);
  useEffect(() => {
    const current = nav.current?.querySelector('[aria-current="page"]');
    current?.scrollIntoView({ block: "nearest", inline: "center" });
  });
  return nav;
}
