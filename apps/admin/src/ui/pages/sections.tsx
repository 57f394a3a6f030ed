import { type ReactNode, type RefObject, useEffect, useRef } from "react";
import classes from "./sections.module.css";

interface SectionsProps {
  /** Name for screen readers. */
  readonly label: string;
  /** Links. */
  readonly children: ReactNode;
}

/** Links between pages that belong together, as tabs below the title. */
export function Sections({ label, children }: SectionsProps) {
  return (
    <nav ref={useCurrentInView()} className={classes.sections} aria-label={label}>
      {children}
    </nav>
  );
}

/**
 * Scrolls a tab into view when it becomes the current one, because tabs overflow on narrow screens. The page stays where it
 * is. Returns the ref of the tabs' `nav`.
 */
export function useCurrentInView(): RefObject<HTMLElement | null> {
  const nav = useRef<HTMLElement>(null);
  const last = useRef<Element | null>(null);
  useEffect(() => {
    const current = nav.current?.querySelector('[aria-current="page"]') ?? null;
    if (nav.current === null || current === null || current === last.current) return;
    last.current = current;
    const [tab, tabs] = [current.getBoundingClientRect(), nav.current.getBoundingClientRect()];
    nav.current.scrollLeft += tab.left + tab.width / 2 - (tabs.left + tabs.width / 2);
  });
  return nav;
}
