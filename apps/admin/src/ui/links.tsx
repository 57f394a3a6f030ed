import { Anchor, type AnchorProps, Button, type ButtonProps } from "@mantine/core";
import { createLink } from "@tanstack/react-router";
import type { ComponentProps } from "react";

type LinkOf<Props> = Props & Omit<ComponentProps<"a">, keyof Props>;

/** A link to a page of the app. */
export const AnchorLink = createLink((props: LinkOf<AnchorProps>) => <Anchor {...props} />);

/** A link to a page of the app that looks like a button. */
export const ButtonLink = createLink((props: LinkOf<ButtonProps>) => (
  <Button component="a" {...props} />
));

/** The link in the first column of a table. */
export const RowLink = createLink((props: ComponentProps<"a">) => (
  <Anchor {...props} fw={500} fz="sm" c="inherit" />
));
