import { Stack, Text } from "@mantine/core";
import { useSuspenseQuery } from "@tanstack/react-query";
import { api } from "../../../api.ts";
import { ROLE_LABELS } from "../../../session.ts";
import type { Admin } from "../types.ts";

/** Tenants that the table names. The rest are counted. */
const MAX_NAMED = 3;

/** An admin's roles in tenants. */
export function TenantRoles({ admin }: { readonly admin: Admin }) {
  const { data: tenants } = useSuspenseQuery(api.tenants.list.queryOptions());
  const names = new Map(tenants.map(({ id, name }) => [id, name]));
  if (admin.tenants.length === 0) return "–";
  const more = admin.tenants.length - MAX_NAMED;
  return (
    <Stack gap={0}>
      {admin.tenants.slice(0, MAX_NAMED).map(({ tenantId, role }) => (
        <Text key={tenantId} span inherit maw={165} truncate>
          {names.get(tenantId) ?? tenantId}: {ROLE_LABELS[role]}
        </Text>
      ))}
      {more > 0 && (
        <Text span inherit c="dimmed">
          and {more} more
        </Text>
      )}
    </Stack>
  );
}
