import { Text } from "@mantine/core";
import { Link, useParams } from "@tanstack/react-router";
import { type ReactNode, useEffect, useReducer } from "react";
import { Page } from "../../ui/pages/page.tsx";
import { Sections } from "../../ui/pages/sections.tsx";
import { formatAgo, formatMoment } from "../../ui/values/format.ts";

interface WebhooksPageProps {
  readonly title: string;
  readonly lead: string;
  readonly actions?: ReactNode;
  readonly children: ReactNode;
}

/** The frame of the pages of endpoints and deliveries, with links between them. */
export function WebhooksPage(props: WebhooksPageProps) {
  return <Page {...props} tabs={<Links />} />;
}

const RENDER_EVERY_MS = 15_000;

/** A relative time in the future, or a dash for none. */
export function Due({ at }: { readonly at: string | null }) {
  const [, render] = useReducer((count: number) => count + 1, 0);
  useEffect(() => {
    if (at === null) return;
    const timer = setInterval(render, RENDER_EVERY_MS);
    return () => clearInterval(timer);
  }, [at]);
  if (at === null) {
    return (
      <Text span inherit c="dimmed" aria-label="None">
        –
      </Text>
    );
  }
  const seconds = (new Date(at).getTime() - Date.now()) / 1000;
  return (
    <time dateTime={at} title={formatMoment(at)}>
      {seconds < 60 ? "in under a minute" : formatAgo(at)}
    </time>
  );
}

function Links() {
  const { projectId } = useParams({ from: "/signed-in/p/$projectId" });
  const link = { params: { projectId }, activeOptions: { exact: true, includeSearch: false } };
  return (
    <Sections label="Sections of webhooks">
      <Link to="/p/$projectId/webhooks" {...link}>
        Endpoints
      </Link>
      <Link to="/p/$projectId/webhooks/deliveries" {...link}>
        Deliveries
      </Link>
    </Sections>
  );
}
