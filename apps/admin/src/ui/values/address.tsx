import { Fragment, type ReactNode } from "react";

/** A part of an address that is no longer than a phone number, which is never broken either, fits in a line. */
const MAX_UNBROKEN = 18;

/**
 * An address or another name of parts: breaks after @ or / if it has to, and within a long part after _ or before a dot too.
 */
export function Address({ children }: { readonly children: string }) {
  return breakable(
    children.split(/(?<=[@/])(?!\/)/).map((part) => {
      const inner = part.split(/(?<=_)|(?<=[^.])(?=\.)/);
      // The words of a sentence break.
      const isShort = part.length <= MAX_UNBROKEN && !/\s/.test(part);
      if (inner.length === 1 || !isShort) return breakable(inner);
      return <span className="unbroken">{part}</span>;
    }),
  );
}

/** An amount: breaks between its groups of digits, if it has to. */
export function LongAmount({ children }: { readonly children: string }) {
  return breakable(children.split(/(?<=\D)(?=\d{3})/));
}

function breakable(parts: readonly ReactNode[]): ReactNode {
  return parts.map((part, i) => (
    <Fragment key={i}>
      {i > 0 && <wbr />}
      {part}
    </Fragment>
  ));
}
