import { Button } from "@mantine/core";
import { IconMapOff } from "@tabler/icons-react";
import { type ErrorComponentProps, Link, useRouter } from "@tanstack/react-router";
import { reloadForCode } from "../missing-code.ts";
import { Empty } from "../ui/empty.tsx";
import { ErrorNotice } from "../ui/error-notice.tsx";
import { Page } from "../ui/page.tsx";

/** A page that could not be shown. */
export function PageError({ error, reset }: ErrorComponentProps) {
  const router = useRouter();
  const retry = async () => {
    if (await reloadForCode(error)) return;
    reset();
    void router.invalidate();
  };
  return (
    <Page title="This page could not be shown">
      <ErrorNotice error={error} onRetry={() => void retry()} />
    </Page>
  );
}

/** An address that leads nowhere. */
export function PageMissing() {
  return (
    <Page title="Not found">
      <Empty
        icon={IconMapOff}
        title="There is nothing at this address"
        action={
          <Button component={Link} to="/" variant="default">
            Go to the start
          </Button>
        }
      >
        It may have been deleted, or the link may be wrong.
      </Empty>
    </Page>
  );
}
