import { Anchor, Text } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import type { Outputs } from "../../api.ts";
import { type Column, column, numberColumn } from "../../ui/tables/data-table.tsx";
import { formatNumber } from "../../ui/values/format.ts";
import { Mark } from "../../ui/values/mark.tsx";
import { formatDuration, formatShare } from "./format.ts";
import type { Outcome } from "./search.ts";

type CredentialUsage = Outputs["reports"]["usage"]["credentials"][number];

/** Below this headroom a credential is close to its rate limit. */
const LITTLE_HEADROOM_PERCENT = 20;

export const CREDENTIAL_COLUMNS: readonly Column<CredentialUsage>[] = [
  column("credential", "Credential", (usage) => <Credential usage={usage} />),
  numberColumn("requests", "Requests", ({ requests }) => formatNumber(requests)),
  numberColumn("refused", "Client errors", (usage) => (
    <Errors usage={usage} outcome="refused" count={usage.refused} />
  )),
  numberColumn("failed", "Server errors", (usage) => (
    <Errors usage={usage} outcome="broken" count={usage.failed} />
  )),
  numberColumn("throttled", "Rate limited", (usage) => (
    <Errors usage={usage} outcome="throttled" count={usage.throttled} />
  )),
  numberColumn("p95", "95% within", ({ p95Ms }) => (p95Ms === null ? "" : formatDuration(p95Ms))),
  numberColumn("headroom", "Least headroom", (usage) => <Headroom usage={usage} />),
];

interface UsageProps {
  readonly usage: CredentialUsage;
}

function Credential({ usage: { credential } }: UsageProps) {
  const section = credential.kind === "key" ? "keys" : "clients";
  const open = credential.kind === "key" ? Number(credential.id) : credential.id;
  return (
    <Anchor
      fw={500}
      fz="sm"
      c="inherit"
      renderRoot={(props) => (
        <Link
          {...props}
          from="/p/$projectId/usage"
          to="/p/$projectId/access/$section"
          params={(before) => ({ ...before, section })}
          search={{ open }}
        />
      )}
    >
      {credential.label}
    </Anchor>
  );
}

/** A count that links to its requests in the log. */
function Errors(props: UsageProps & { readonly outcome: Outcome; readonly count: number }) {
  const { usage, outcome, count } = props;
  if (count === 0) {
    return (
      <Text span inherit c="dimmed">
        0
      </Text>
    );
  }
  const credential = `${usage.credential.kind}:${usage.credential.id}`;
  return (
    <Anchor
      inherit
      renderRoot={(root) => (
        <Link
          {...root}
          from="/p/$projectId/usage"
          to="/p/$projectId/usage/requests"
          search={{ credential, outcome }}
        />
      )}
    >
      {formatNumber(count)} ({formatShare(count / usage.requests)})
    </Anchor>
  );
}

function Headroom({ usage: { peakPercent } }: UsageProps) {
  const left = Math.max(0, 100 - peakPercent);
  const text = formatShare(left / 100);
  return left < LITTLE_HEADROOM_PERCENT ? (
    <Mark tone={left === 0 ? "bad" : "warn"}>{text}</Mark>
  ) : (
    text
  );
}
