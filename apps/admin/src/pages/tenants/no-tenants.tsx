import { Button } from "@mantine/core";
import { IconStack2, IconUserQuestion } from "@tabler/icons-react";
import type { ReactNode } from "react";
import { api, queryClient } from "../../api.ts";
import { Empty } from "../../ui/pages/empty.tsx";

/** For an installation without tenants. */
export function NoTenants({ action }: { readonly action: ReactNode }) {
  return (
    <Empty icon={IconStack2} title="No tenants yet" action={action}>
      Create a tenant for each customer or company, then a project in it.
    </Empty>
  );
}

/** For an admin who has no role yet, or none any more. */
export function NoRole({ email }: { readonly email: string }) {
  return (
    <Empty
      icon={IconUserQuestion}
      title="You have no access to a tenant"
      action={
        <Button
          variant="default"
          onClick={() => void queryClient.invalidateQueries({ queryKey: api.tenants.pathKey() })}
        >
          Look again
        </Button>
      }
    >
      Ask an owner of the tenant to add {email} as a member. The tenant then appears here.
    </Empty>
  );
}
