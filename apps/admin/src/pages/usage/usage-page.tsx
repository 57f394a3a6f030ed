import { Link, useParams } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { Page } from "../../ui/pages/page.tsx";
import { Sections } from "../../ui/pages/sections.tsx";

interface UsagePageProps {
  readonly title: string;
  readonly lead: string;
  readonly actions?: ReactNode;
  readonly wide?: boolean;
  readonly children: ReactNode;
}

/** The frame of the pages of API usage and requests, with links between them. */
export function UsagePage(props: UsagePageProps) {
  return <Page {...props} bar={<Links />} />;
}

function Links() {
  const { projectId } = useParams({ from: "/signed-in/p/$projectId" });
  const link = { params: { projectId }, activeOptions: { exact: true, includeSearch: false } };
  return (
    <Sections label="Sections of API usage">
      <Link to="/p/$projectId/usage" {...link}>
        Usage
      </Link>
      <Link to="/p/$projectId/usage/requests" {...link}>
        Requests
      </Link>
    </Sections>
  );
}
