import { Fragment } from "react";

/** An address or another name of parts: breaks after @, / or _, or before a dot, rather than within a word. */
export function Address({ children }: { readonly children: string }) {
  return children.split(/(?<=[@/_])(?!\/)|(?<=[^.])(?=\.)/).map((part, i) => (
    <Fragment key={i}>
      {i > 0 && <wbr />}
      {part}
    </Fragment>
  ));
}
