import { Anchor } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import type { SchemaSearch } from "./search.ts";

interface FormLinkProps {
  /** What the side form shows. */
  readonly opens: Pick<SchemaSearch, "property" | "pipeline" | "stage">;
  readonly children: string;
}

/** The name of something, which opens it in the side form. */
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
