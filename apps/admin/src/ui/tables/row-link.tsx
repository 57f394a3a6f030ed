import { Anchor } from "@mantine/core";
import { createLink } from "@tanstack/react-router";
import type { ComponentProps } from "react";

/** The link in the first column of a table. */
export const RowLink = createLink((props: ComponentProps<"a">) => (
  <Anchor {...props} fw={500} fz="sm" c="inherit" />
));
