import { Link, useParams } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { Page } from "../../ui/pages/page.tsx";
import { Sections } from "../../ui/pages/sections.tsx";

interface WebhooksPageProps {
  readonly title: string;
  readonly lead: string;
  readonly actions?: ReactNode;
  readonly wide?: boolean;
  readonly children: ReactNode;
}

/** The frame of the pages of endpoints and deliveries, with links between them. */
export function WebhooksPage(props: WebhooksPageProps) {
  return <Page {...props} bar={<Links />} />;
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
