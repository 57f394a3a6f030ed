import { Fragment, type ReactNode } from "react";

/** An address or another name of parts: breaks after @, / or _, or before a dot, rather than within a word. */
export function Address({ children }: { readonly children: string }) {
  return breakable(children.split(/(?<=[@/_])(?!\/)|(?<=[^.])(?=\.)/));
}

/** An amount: breaks between its groups of digits, if it has to. */
export function LongAmount({ children }: { readonly children: string }) {
  return breakable(children.split(/(?<=\D)(?=\d{3})/));
}

function breakable(parts: readonly string[]): ReactNode {
  return parts.map((part, i) => (
    <Fragment key={i}>
      {i > 0 && <wbr />}
      {part}
    </Fragment>
  ));
}
