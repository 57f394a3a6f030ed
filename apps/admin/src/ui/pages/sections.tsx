import type { ReactNode } from "react";
import { useCurrentInView } from "../tables/use-current-in-view.ts";
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
