import { AnchorLink } from "../../ui/links.tsx";
import type { SchemaSearch } from "./search.ts";

interface FormLinkProps {
  /** Query parameters that open the side form. */
  readonly opens: Pick<SchemaSearch, "property" | "pipeline" | "stage" | "label" | "to">;
  readonly children: string;
}

/** A name that opens the side form. */
export function FormLink({ opens, children }: FormLinkProps) {
  return (
    <AnchorLink
      from="/p/$projectId/schema/$plural"
      to="."
      search={(before: SchemaSearch) => ({ ...before, ...opens })}
      resetScroll={false}
      c="inherit"
      fz="sm"
      fw={500}
    >
      {children}
    </AnchorLink>
  );
}
