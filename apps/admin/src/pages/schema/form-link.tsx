import { Anchor } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import type { SchemaSearch } from "./search.ts";

interface FormLinkProps {
  /** Query parameters that open the side form. */
  readonly opens: Pick<SchemaSearch, "property" | "pipeline" | "stage" | "label" | "to">;
  readonly children: string;
}

/** A name that opens the side form. */
export function FormLink({ opens, children }: FormLinkProps) {
  return (
    <Anchor
      renderRoot={(props) => (
        <Link
          {...props}
          from="/p/$projectId/schema/$plural"
          to="."
          search={(before: SchemaSearch) => ({ ...before, ...opens })}
          resetScroll={false}
        />
      )}
      c="inherit"
      fz="sm"
      fw={500}
    >
      {children}
    </Anchor>
  );
}
