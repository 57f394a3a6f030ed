import { Anchor, Breadcrumbs, Group, Stack, Text, Title } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import { type ComponentProps, type ReactNode, useEffect, useRef } from "react";
import { focusIfWanted } from "./heading-focus.ts";
import { Lines } from "./loaded.tsx";
import classes from "./page.module.css";

/** A page above another one. */
export interface Crumb {
  readonly label: string;
  readonly to: string;
  /** Query parameters of that page. */
  readonly search?: object;
}

interface PageProps {
  readonly title: string;
  /** Left of the title: a picture of what the page is about. */
  readonly picture?: ReactNode;
  /** One line below the title: what the page is for. */
  readonly lead?: ReactNode;
  /** Breadcrumbs, outermost first. */
  readonly above?: readonly Crumb[];
  /** Buttons to the right of the title. */
  readonly actions?: ReactNode;
  /** Links to other sections, above `lead`, because it has more lines in one section than in another. */
  readonly tabs?: ReactNode;
  /** Filters or steps, below the title and `lead`. */
  readonly bar?: ReactNode;
  /** True if the content fills the remaining height and scrolls by itself, as boards do. */
  readonly fills?: boolean;
  readonly children: ReactNode;
}

/** The frame of every page: title (also the window's), actions and content. */
export function Page(props: PageProps) {
  const { title, picture, lead, above, actions, tabs, bar, fills = false, children } = props;
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    focusIfWanted(heading.current);
  }, []);
  useEffect(() => {
    document.title = `${title} · Rapport`;
  }, [title]);
  const about = lead && (
    <Text component="div" c="dimmed" maw={720} className={classes.lead}>
      {lead}
    </Text>
  );
  return (
    <div className={classes.page} data-fills={fills}>
      <header className={classes.header}>
        {above && (
          <Breadcrumbs separatorMargin={6} mb={4} fz="xs">
            {above.map(({ label, to, search }) => (
              <Anchor
                key={to}
                component={Link}
                to={to}
                search={search as never}
                activeOptions={{ exact: true }}
                c="dimmed"
                fz="xs"
              >
                {label}
              </Anchor>
            ))}
          </Breadcrumbs>
        )}
        <Group justify="space-between" align="flex-start" gap="sm" mih={tabs ? 36 : undefined}>
          <Group gap="sm" wrap="nowrap" align="flex-start" className={classes.head}>
            {picture}
            <Stack gap={2} miw={0}>
              <Title ref={heading} order={1} tabIndex={-1} className={classes.title}>
                {title}
              </Title>
              {!tabs && about}
            </Stack>
          </Group>
          {actions && (
            <Group gap="xs" miw={0}>
              {actions}
            </Group>
          )}
        </Group>
        {bar && <div className={classes.bar}>{bar}</div>}
        {tabs && (
          <>
            <div className={classes.bar}>{tabs}</div>
            {about}
          </>
        )}
      </header>
      {children}
    </div>
  );
}

/** Shown while a page's code is loading. */
export function PagePending() {
  return (
    <div className={classes.page}>
      <Lines />
    </div>
  );
}

interface ScrollFrameProps extends ComponentProps<"section"> {
  readonly "aria-label": string;
}

/** A frame that the keyboard scrolls too, if its content is too wide. */
export function ScrollFrame(props: ScrollFrameProps) {
  // biome-ignore lint/a11y/noNoninteractiveTabindex: without a stop of the Tab key, arrow keys could not scroll it
  return <section {...props} tabIndex={0} />;
}
