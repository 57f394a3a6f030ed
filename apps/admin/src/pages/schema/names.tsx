import { Code, Group } from "@mantine/core";
import { AnchorLink } from "../../ui/links.tsx";
import { CopyIcon } from "../../ui/values/copy-icon.tsx";
import type { SchemaSearch } from "./search.ts";

/** An internal name with a button that copies it. */
export function ApiName({ name }: { readonly name: string }) {
  return (
    <Group component="span" gap={2} wrap="nowrap" display="inline-flex">
      <Code>{name}</Code>
      <CopyIcon value={name} what="internal name" label={name} />
    </Group>
  );
}

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
