import { Box, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { api, type Outputs } from "../../api.ts";
import { Facts } from "../../ui/values/facts.tsx";
import { formatBytes, formatNumber } from "../../ui/values/format.ts";

type Use = Outputs["tenants"]["quota"][number];

const LABELS: Readonly<Record<Use["quota"], string>> = {
  records: "Records",
  fileBytes: "Files",
  projects: "Projects",
  endpoints: "Webhook endpoints",
  requestsPerDay: "Requests today",
};

interface TenantQuotaProps {
  readonly tenant: { readonly id: number; readonly name: string };
}

/** What a tenant has of what it may have. Nothing if the operator set no quota. */
export function TenantQuota({ tenant: { id: tenantId, name } }: TenantQuotaProps) {
  const { data = [] } = useQuery(api.tenants.quota.queryOptions({ tenantId }));
  if (data.length === 0) return null;
  return (
    <Box role="group" aria-label={`Quota of ${name}`} mb="sm">
      <Facts
        columnPx={150}
        facts={data.map((use) => [LABELS[use.quota], <Used key={use.quota} use={use} />])}
      />
      <Text size="sm" c="dimmed">
        Whoever runs this installation sets these limits. What would exceed one is refused.
      </Text>
    </Box>
  );
}

function Used({ use: { quota, limit, used } }: { readonly use: Use }) {
  const format = quota === "fileBytes" ? formatBytes : formatNumber;
  return (
    <>
      {format(used)} of {format(limit)}
      {used >= limit && " (used up)"}
    </>
  );
}
