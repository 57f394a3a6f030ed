import { IconListDetails } from "@tabler/icons-react";
import { Link, useParams } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { useMay } from "../../session.ts";
import { useProjectId } from "../../shell/use-project.ts";
import { ButtonLink } from "../../ui/links.tsx";
import { Empty } from "../../ui/pages/empty.tsx";
import { Page } from "../../ui/pages/page.tsx";
import { Sections } from "../../ui/pages/sections.tsx";
import { wordedNumber } from "../../ui/values/format.ts";

interface UsagePageProps {
  readonly title: string;
  readonly lead: string;
  readonly actions?: ReactNode;
  readonly children: ReactNode;
}

/** The frame of the pages of API usage and requests, with links between them. */
export function UsagePage(props: UsagePageProps) {
  return <Page {...props} tabs={<Links />} />;
}

const SHARE = new Intl.NumberFormat(undefined, { style: "percent", maximumFractionDigits: 1 });
const formatMs = wordedNumber({
  style: "unit",
  unit: "millisecond",
  maximumSignificantDigits: 2,
});
const formatSeconds = wordedNumber({
  style: "unit",
  unit: "second",
  maximumSignificantDigits: 2,
});

/** @param share 0 to 1 */
export function formatShare(share: number): string {
  return SHARE.format(share);
}

/** Formats a duration in milliseconds, or in seconds from one second on. */
export function formatDuration(ms: number): string {
  return ms < 1_000 ? formatMs(ms) : formatSeconds(ms / 1_000);
}

/** The empty state of the pages of API usage. */
export function NoRequests({ title }: { readonly title: string }) {
  const keys = `/p/${useProjectId()}/access/keys`;
  const action = (
    <ButtonLink to={keys} variant="default">
      Open API keys
    </ButtonLink>
  );
  return (
    <Empty icon={IconListDetails} title={title} action={useMay("admin") && action}>
      Requests appear here when a client or key calls one of the APIs.
    </Empty>
  );
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
